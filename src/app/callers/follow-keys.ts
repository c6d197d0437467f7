import { existsSync } from "node:fs";
import { keyEntriesOf } from "../../auth/key-entries.ts";
import { createKeyFile, createKeyRedis, type KeyStore } from "../../auth/key-store.ts";
import type { KeySource, KeyTable } from "../../auth/key-table.ts";
import { followFile } from "../../files/follow-file.ts";
import type { CountFailure } from "../../log/count-failure.ts";
import type { Logger } from "../../log/logger.ts";
import type { RedisLink } from "../../redis/redis-link.ts";
import { createSeal } from "../../redis/seal.ts";

/** How often Redis is asked whether its keys changed. */
const askRedisEveryMs = 400;

/** A store whose keys are in the table, and stay so as they change. */
export interface FollowedStore {
  readonly store: KeyStore;
  /** Reads what changed at once. */
  refresh(): Promise<void>;
  close(): void;
}

/** Says after each reading whether a store can be read. */
export type OnUsable = (isUsable: boolean, fault?: unknown) => void;

/** Keeps in `away` the stores that can't be read now, by their settings, and logs when one goes away and when it is back. */
export function watchStores(
  away: Set<string>,
  logger: Logger,
  countFailure: CountFailure,
): (store: string) => OnUsable {
  return (store) => (isUsable, fault) => {
    if (isUsable && away.delete(store)) logger.info({ store }, "keys can be read again");
    if (isUsable || away.has(store)) return;
    away.add(store);
    countFailure("keys");
    logger.warn({ store, err: fault }, "keys can't be read: those read before stay in force");
  };
}

/** Reads the keys of a file into the table, and follows it. Throws `ConfigFaults` for a file with faults. */
export async function followKeyFile(
  path: string,
  table: KeyTable,
  onUsable: OnUsable,
  logger: Logger,
): Promise<FollowedStore> {
  const store = createKeyFile(path);
  const refresh = createKeyLoader(table, "file", store, logger);
  await refresh();
  const close = followFile(path, {
    read: async () => {
      // A file that was there and is not is away: its keys stay in force.
      if (!existsSync(path) && table.has("file")) throw new Error(`${path} is gone`);
      await refresh();
    },
    onUsable,
  });
  return { store, refresh, close };
}

/** Reads the keys of Redis into the table, and follows them. */
export async function followKeyRedis(
  link: RedisLink,
  hmacKey: string | undefined,
  table: KeyTable,
  onUsable: OnUsable,
  logger: Logger,
): Promise<FollowedStore> {
  const store = createKeyRedis(link, createSeal("keys", hmacKey), (count) =>
    logger.warn({ count }, "keys in Redis that no gateway wrote are not used"),
  );
  const refresh = createKeyLoader(table, "redis", store, logger);
  let seen: string | undefined;
  const readIfChanged = async () => {
    try {
      const version = await store.version();
      if (version === undefined) throw new Error("Redis does not answer");
      if (version !== seen) await refresh();
      seen = version;
      onUsable(true);
    } catch (caught) {
      onUsable(false, caught);
    }
  };
  const timer = setInterval(() => void readIfChanged(), askRedisEveryMs).unref();
  await readIfChanged();
  return { store, refresh, close: () => clearInterval(timer) };
}

/**
 * Makes a function that reads all keys of a store into the table. Reads never overlap: one that began before a change could
 * end after the next one, and undo the change.
 */
export function createKeyLoader(
  table: KeyTable,
  source: KeySource,
  store: KeyStore,
  logger: Logger,
): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();

  async function load(): Promise<void> {
    const hidden = table.replace(source, keyEntriesOf(await store.read(), store.place));
    for (const id of hidden) logger.warn({ key: id }, "a key of this id is hidden by one of another source");
  }

  return () => {
    // A fault of the read before is reported to its own caller.
    last = last.then(load, load);
    return last;
  };
}
