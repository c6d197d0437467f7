import type { ConfigFault } from "../config/config-fault.ts";
import { changeFile } from "../files/change-file.ts";
import type { RedisLink } from "../redis/redis-link.ts";
import type { Seal } from "../redis/seal.ts";
import { keyEntryOf, readKeyFile, type StoredKey } from "./key-entries.ts";

/** A place where keys are kept and changed. */
export interface KeyStore {
  /** Where it is, for messages. */
  readonly place: string;
  /** Every key; rejects while the store is away. */
  read(): Promise<readonly StoredKey[]>;
  /** Puts a key in place of the one with its id. */
  put(key: StoredKey): Promise<void>;
  /** Takes a key out. */
  remove(id: string): Promise<void>;
}

/** Keeps keys in a file, which only its owner may read. */
export function createKeyFile(path: string): KeyStore {
  function change(update: (keys: readonly StoredKey[]) => readonly StoredKey[]): Promise<void> {
    return changeFile(path, async (write) => {
      const keys = update(await readKeyFile(path));
      await write(`${JSON.stringify({ keys }, null, 2)}\n`);
    });
  }

  return {
    place: path,
    read: () => readKeyFile(path),
    put: (key) =>
      change((keys) => {
        const isThere = keys.some(({ id }) => id === key.id);
        return isThere ? keys.map((other) => (other.id === key.id ? key : other)) : [...keys, key];
      }),
    remove: (id) => change((keys) => keys.filter((key) => key.id !== id)),
  };
}

const hashName = "svm-gateway:keys:1";
const versionName = "svm-gateway:keys-version:1";

/** Keys in Redis, for all gateways on it. */
export interface RedisKeyStore extends KeyStore {
  /** A number that goes up with each change; undefined while Redis is away. */
  version(): Promise<string | undefined>;
}

/** Keeps keys in Redis, each sealed under its id: one that no gateway wrote is not read. `onForged` gets their number. */
export function createKeyRedis(
  link: RedisLink,
  seal: Seal,
  onForged: (count: number) => void,
): RedisKeyStore {
  function opened(stored: Readonly<Record<string, Buffer>>): StoredKey[] {
    let forged = 0;
    const keys = Object.entries(stored).flatMap(([id, value]) => {
      const key = keyIn(id, seal.open(id, value));
      if (key === undefined) forged += 1;
      return key ?? [];
    });
    if (forged > 0) onForged(forged);
    return keys;
  }

  return {
    place: "Redis",
    async read() {
      const stored = await link.ask((redis) => redis.hgetallBuffer(hashName));
      if (stored === undefined) throw new Error("Redis does not answer");
      return opened(stored);
    },
    async version() {
      const version = await link.ask((redis) => redis.get(versionName));
      return version === undefined ? undefined : (version ?? "0");
    },
    async put(key) {
      const value = seal.close(key.id, Buffer.from(JSON.stringify(key)));
      await changed(
        link.ask((redis) => redis.multi().hset(hashName, key.id, value).incr(versionName).exec()),
      );
    },
    async remove(id) {
      await changed(link.ask((redis) => redis.multi().hdel(hashName, id).incr(versionName).exec()));
    },
  };
}

async function changed(answer: Promise<unknown>): Promise<void> {
  if (((await answer) ?? undefined) === undefined)
    throw new Error("Redis does not answer: nothing was changed");
}

/** A key as Redis held it; undefined for one that is forged or broken. */
function keyIn(id: string, bytes: Buffer | undefined): StoredKey | undefined {
  if (bytes === undefined) return undefined;
  try {
    const key = JSON.parse(bytes.toString()) as StoredKey;
    const faults: ConfigFault[] = [];
    return key.id === id && keyEntryOf(key, "Redis", faults) !== undefined ? key : undefined;
  } catch {
    // Not JSON: counted with those that are forged.
    return undefined;
  }
}
