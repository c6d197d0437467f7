import type { KeyEntry } from "../../generated/config.ts";
import { checkValue } from "../config/check-value.ts";
import { type ConfigFault, ConfigFaults } from "../config/config-fault.ts";
import { type SchemaNode, schemaAt } from "../config/config-schema.ts";
import { fillDefaults } from "../config/effective-values.ts";
import { changeFile } from "../files/change-file.ts";
import { readFileIfThere } from "../files/read-bounded-file.ts";
import type { RedisLink } from "../redis/redis-link.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import { parsedOrUndefined } from "../text/parsed-or-undefined.ts";
import { keyFaults, repeatedKeyFaults } from "./auth-faults.ts";

/** A key as stored in a file or Redis: in snake_case, without defaults. */
export type StoredKey = Readonly<Record<string, unknown>> & { readonly id: string };

/** Enough for about ten thousand keys. */
const maxFileBytes = 16 * 1024 * 1024;
const keyNode: SchemaNode = schemaAt("auth.keys")?.items ?? {};

/** Checks a stored key and fills in defaults. If it is invalid, adds to `faults` and returns undefined. */
export function readKeyEntry(stored: unknown, at: string, faults: ConfigFault[]): KeyEntry | undefined {
  const before = faults.length;
  const checked = checkValue(keyNode, stored, at, faults);
  if (faults.length > before) return undefined;
  const entry = fillDefaults(keyNode, checked) as KeyEntry;
  faults.push(...keyFaults(entry, at));
  return faults.length > before ? undefined : entry;
}

/** Reads the keys of a file, if it exists. Throws `ConfigFaults` if the file or a key is invalid. */
async function readKeyFile(path: string): Promise<readonly StoredKey[]> {
  const text = await readFileIfThere(path, maxFileBytes);
  if (text === undefined) return [];
  const { keys } = (parsedOrUndefined(text) ?? {}) as { readonly keys?: unknown };
  if (!Array.isArray(keys))
    throw new ConfigFaults([{ at: path, message: 'is not JSON of the form {"keys": [...]}' }]);
  readKeyEntries(keys, path);
  return keys as StoredKey[];
}

/** Checks stored keys and fills in defaults. Throws `ConfigFaults` with all faults. */
export function readKeyEntries(stored: readonly unknown[], at: string): readonly KeyEntry[] {
  const faults: ConfigFault[] = [];
  const entries = stored.map((key, index) => readKeyEntry(key, `${at} keys[${index}]`, faults));
  faults.push(...repeatedKeyFaults(entries, `${at} keys`));
  if (faults.length > 0) throw new ConfigFaults(faults);
  return entries.filter((entry) => entry !== undefined);
}

/** A file or Redis with changeable keys. */
export interface KeyStorage {
  /** Its path, or "Redis", for messages. */
  readonly place: string;
  read(): Promise<readonly StoredKey[]>;
  /** Atomically makes the change that `choose` returns, and resolves with its key. If `choose` throws, changes nothing. */
  change(choose: (keys: readonly StoredKey[]) => KeyChange): Promise<StoredKey>;
}

/** A key to store, replacing one with the same id, or to remove. */
interface KeyChange {
  readonly key: StoredKey;
  readonly isRemoved?: true;
}

/** Stores keys in a file that only its owner may read. */
export function createFileKeyStorage(path: string): KeyStorage {
  return {
    place: path,
    read: () => readKeyFile(path),
    change: (choose) =>
      changeFile(path, async (write) => {
        const before = await readKeyFile(path);
        const { key, isRemoved } = choose(before);
        const index = before.findIndex(({ id }) => id === key.id);
        const keys = before.toSpliced(index < 0 ? before.length : index, 1, ...(isRemoved ? [] : [key]));
        await write(`${JSON.stringify({ keys }, null, 2)}\n`);
        return key;
      }),
  };
}

const hashName = "svm-gateway:keys:1";
const versionName = "svm-gateway:keys-version:1";

/** Compare-and-set: sets or deletes key ARGV[2] and increments the version, if that is ARGV[1]. */
const changeScript = `
if (redis.call("get", KEYS[2]) or "0") ~= ARGV[1] then return 0 end
if ARGV[3] then redis.call("hset", KEYS[1], ARGV[2], ARGV[3]) else redis.call("hdel", KEYS[1], ARGV[2]) end
redis.call("incr", KEYS[2])
return 1`;
/** Most tries of a change that races with others. */
const maxTries = 20;

/** Keys that all gateways on one Redis share. */
export interface RedisKeyStorage extends KeyStorage {
  /** Incremented by each change. */
  version(): Promise<string>;
}

/** Stores keys in Redis, each sealed under its id. Skips forged ones and calls `onForged` with their number. */
export function createRedisKeyStorage(
  link: RedisLink,
  onForged: (count: number) => void = () => undefined,
): RedisKeyStorage {
  const seal = link.createSeal("keys");

  async function ask<Reply>(command: Parameters<typeof link.ask<Reply>>[0]): Promise<Reply> {
    const reply = await link.ask(command);
    if (reply === undefined)
      throw redisError("Redis does not answer, so keys can't be read or changed; try again in 1 s.");
    return reply;
  }

  async function version(): Promise<string> {
    return (await ask((redis) => redis.get(versionName))) ?? "0";
  }

  async function read(): Promise<readonly StoredKey[]> {
    const stored = await ask((redis) => redis.hgetallBuffer(hashName));
    const entries = Object.entries(stored);
    const keys = entries.flatMap(([id, value]) => readKey(id, seal.open(id, value)) ?? []);
    const forged = entries.length - keys.length;
    if (forged > 0) {
      link.countForged(forged);
      onForged(forged);
    }
    return keys;
  }

  return {
    place: "Redis",
    read,
    version,
    async change(choose) {
      for (let tries = 0; tries < maxTries; tries += 1) {
        const expected = await version();
        const { key, isRemoved } = choose(await read());
        const sealed = isRemoved ? [] : [seal.close(key.id, Buffer.from(JSON.stringify(key)))];
        const reply = await link.ask((redis) =>
          redis.eval(changeScript, 2, hashName, versionName, expected, key.id, ...sealed),
        );
        if (reply === undefined)
          throw redisError("Redis does not answer: list the keys to see whether the change was made.");
        if (reply === 1) return key;
      }
      throw redisError("No key was changed, because of concurrent changes; try again.");
    },
  };
}

function redisError(message: string): RpcError {
  return RpcError.of("atCapacity", message, { retryAfterSeconds: 1 });
}

/** Reads a key from Redis; undefined if it is forged or broken. */
function readKey(id: string, bytes: Buffer | undefined): StoredKey | undefined {
  const key = parsedOrUndefined(bytes) as StoredKey | null | undefined;
  return key?.id === id && readKeyEntry(key, "Redis", []) !== undefined ? key : undefined;
}
