import type { NetworkChange } from "../networks/network-change.ts";
import { fieldsOf, maxFieldLength, maxValueLength } from "./network-fields.ts";
import type { RedisLink } from "./redis-link.ts";

/** The hash: fields `enabled ID` and `rpcUrl ID`. */
const key = "svm-gateway:networks:1";
/** A message on this channel says that the hash has changed. */
export const changesChannel = "svm-gateway:networks:1:changed";
/** A hash with more fields was not written by gateways: it is not read. */
export const maxFields = 4000;

/**
 * Reads all fields, in one step. ARGV: most fields, longest name, longest value. The answer is -1 if there are more, else the number of
 * fields that were deleted because they are longer, then names and values.
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

/** What the hash holds. */
export interface HeldFields {
  readonly fields: ReadonlyMap<string, string>;
  /** Fields that were deleted unread, since no gateway writes such long ones. */
  readonly deleted: number;
}

/** The hash in Redis that has the run-time changes of all gateways. Nothing here rejects. */
export class NetworkHash {
  readonly #link: RedisLink;

  constructor(link: RedisLink) {
    this.#link = link;
  }

  /** Writes changes, and announces them in the same step. Returns "unanswered" when Redis is away, or its refusal. */
  async write(
    changes: Iterable<readonly [string, NetworkChange]>,
  ): Promise<"written" | "unanswered" | Error> {
    const fields = [...changes].flatMap(([id, change]) => fieldsOf(id, change));
    const replies = await this.#link.ask((redis) =>
      redis
        .multi()
        .hset(key, ...fields)
        .publish(changesChannel, "")
        .exec(),
    );
    if (replies === undefined || replies === null) return "unanswered";
    const [refusal] = replies.find(([error]) => error !== null) ?? [];
    return refusal ?? "written";
  }

  /** All fields; undefined when Redis is away, "too-many" when there are more than `maxFields`. */
  async read(): Promise<HeldFields | "too-many" | undefined> {
    const read = await this.#link.ask((redis) =>
      redis.eval(readFields, 1, key, maxFields, maxFieldLength, maxValueLength),
    );
    if (!Array.isArray(read)) return read === undefined ? undefined : "too-many";
    const fields = new Map<string, string>();
    for (let at = 1; at + 1 < read.length; at += 2) fields.set(String(read[at]), String(read[at + 1]));
    return { fields, deleted: Number(read[0]) };
  }

  /** Deletes fields; returns how many were still there. */
  async delete(fields: readonly string[]): Promise<number> {
    return (await this.#link.ask((redis) => redis.hdel(key, ...fields))) ?? 0;
  }
}
