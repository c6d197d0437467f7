import { maxUrlLength } from "../net/url-safety.ts";
import { parsedUrl } from "../net/urls.ts";
import type { NetworkChange, NetworkChanges } from "../networks/network-change.ts";
import type { RedisLink } from "./redis-link.ts";
import type { Seal } from "./seal.ts";

/** The hash has fields `enabled ID` and `rpcUrl ID`. */
const form = "networks:1";
/** Value of a reset field, kept so that gateways that start later reset it too. */
const resetValue = "configured";
/** Channel that announces changes of the hash. */
export const changesChannel = "svm-gateway:networks:1:changed";
/** Gateways never write more fields, so a larger hash is not read. */
export const maxFields = 4000;
/** Longest id that a gateway accepts, and therefore writes. */
const maxIdLength = 64;
/** Longest field, in bytes. */
const maxFieldLength = "enabled ".length + maxIdLength;

/**
 * Reads all fields atomically. ARGV: most fields, longest name, longest value. Returns -1 if there are more fields, else the number
 * of fields deleted for their length, then names and values.
 */
const readFields = `
if redis.call("HLEN", KEYS[1]) > tonumber(ARGV[1]) then return -1 end
local read = {0}
for _, field in ipairs(redis.call("HKEYS", KEYS[1])) do
  if #field > tonumber(ARGV[2]) or redis.call("HSTRLEN", KEYS[1], field) > tonumber(ARGV[3]) then
    read[1] = read[1] + redis.call("HDEL", KEYS[1], field)
  else
    read[#read + 1] = field
    read[#read + 1] = redis.call("HGET", KEYS[1], field)
  end
end
return read
`;

interface StoredChanges {
  readonly changes: NetworkChanges;
  /** Number of deleted fields that no gateway can have written. */
  readonly deleted: number;
}

/** The Redis hash with the run-time changes of all gateways. Its promises never reject. */
export class NetworkHash {
  readonly #link: RedisLink;
  readonly #seal: Seal;

  constructor(link: RedisLink) {
    this.#link = link;
    this.#seal = link.createSeal(form);
  }

  /** Atomically writes and announces changes. Resolves with "unanswered" if Redis does not reply, or with its refusal. */
  async write(
    changes: Iterable<readonly [string, NetworkChange]>,
  ): Promise<"written" | "unanswered" | Error> {
    const fields = [...changes].flatMap(([id, change]) =>
      (["enabled", "rpcUrl"] as const).flatMap((name) => {
        const [field, value] = [`${name} ${id}`, String(change[name] ?? resetValue)];
        return name in change ? [field, this.#seal.close(sealName(field), Buffer.from(value))] : [];
      }),
    );
    const replies = await this.#link.ask((redis) =>
      redis
        .multi()
        .hset(this.#seal.kindName, ...fields)
        .publish(changesChannel, "")
        .exec(),
    );
    if (replies === undefined || replies === null) return "unanswered";
    const [refusal] = replies.find(([error]) => error !== null) ?? [];
    return refusal ?? "written";
  }

  /** Reads all changes; undefined if Redis does not reply, "too-many" above `maxFields` fields. */
  async read(): Promise<StoredChanges | "too-many" | undefined> {
    const { kindName, overhead } = this.#seal;
    const read = await this.#link.ask((redis) =>
      redis.callBuffer("EVAL", readFields, 1, kindName, maxFields, maxFieldLength, maxUrlLength + overhead),
    );
    if (!Array.isArray(read)) return read === undefined ? undefined : "too-many";
    const changes = new Map<string, NetworkChange>();
    const refused: string[] = [];
    for (let at = 1; at + 1 < read.length; at += 2) {
      const field = String(read[at]);
      const [name, id = ""] = field.split(" ", 2);
      const value = this.#seal.open(sealName(field), read[at + 1])?.toString();
      const isValid = value !== undefined && id !== "" && id.length <= maxIdLength;
      const change = isValid ? readChange(name, value) : undefined;
      if (change === undefined) refused.push(field);
      else changes.set(id, { ...changes.get(id), ...change });
    }
    // Another gateway counted the fields that it deleted first.
    const deleted =
      refused.length === 0 ? 0 : await this.#link.ask((redis) => redis.hdel(kindName, ...refused));
    return { changes, deleted: Number(read[0]) + (deleted ?? 0) };
  }
}

/** The name under which a field's value is sealed. */
function sealName(field: string): string {
  return `${form} ${field}`;
}

function readChange(name: string | undefined, value: string): NetworkChange | undefined {
  if ((name === "enabled" || name === "rpcUrl") && value === resetValue) return { [name]: undefined };
  if (name === "enabled" && (value === "true" || value === "false")) return { enabled: value === "true" };
  if (name !== "rpcUrl" || value.length > maxUrlLength) return undefined;
  return parsedUrl(value)?.protocol === "https:" ? { rpcUrl: value } : undefined;
}
