import { existsSync } from "node:fs";
import {
  createFileKeyStorage,
  type KeyStorage,
  type RedisKeyStorage,
  readKeyEntries,
} from "../../auth/key-storages.ts";
import type { KeySource, KeyTable } from "../../auth/key-table.ts";
import { fileVersion, followFile } from "../../files/follow-file.ts";
import type { CountFailure, Log } from "../../log/logger.ts";

const askRedisEveryMs = 400;

/** A keeper whose keys are copied to the key table whenever it changes. */
export interface FollowedStorage {
  readonly storage: KeyStorage;
  refresh(): Promise<void>;
  close(): void;
}

type OnUsable = (isUsable: boolean, error?: unknown) => void;

/** Keeps in `unreadable` the settings whose keys can't be read now, and logs each change. */
export function createReadReporter(
  unreadable: Set<string>,
  log: Log,
  countFailure: CountFailure,
): (setting: string) => OnUsable {
  return (setting) => (isUsable, error) => {
    if (isUsable && unreadable.delete(setting)) log.info({ store: setting }, "keys can be read again");
    if (isUsable || unreadable.has(setting)) return;
    unreadable.add(setting);
    countFailure("keys");
    log.warn({ store: setting, err: error }, "keys can't be read: those read before stay in force");
  };
}

/** Reads the keys of a file into the table, now and at each change. Throws `ConfigFaults` if the file has faults. */
export async function followKeyFile(
  path: string,
  table: KeyTable,
  onUsable: OnUsable,
  log: Log,
): Promise<FollowedStorage> {
  const storage = createFileKeyStorage(path);
  const refresh = createKeyLoader(table, "file", storage, log);
  const knownVersion = await fileVersion(path);
  await refresh();
  if (!existsSync(path))
    log.warn(
      { path },
      "the file that auth.keys_file names does not exist yet: svm-gateway keys new creates it with its first key",
    );
  const close = followFile(path, {
    knownVersion,
    read: async () => {
      // A deleted file must not delete its keys: they stay in force.
      if (!existsSync(path) && table.has("file")) throw new Error(`${path} is gone`);
      await refresh();
    },
    onUsable,
  });
  return { storage, refresh, close };
}

/** Reads the keys of Redis into the table, now and at each change. */
export async function followKeyRedis(
  storage: RedisKeyStorage,
  table: KeyTable,
  onUsable: OnUsable,
  log: Log,
): Promise<FollowedStorage> {
  const refresh = createKeyLoader(table, "redis", storage, log);
  let known: string | undefined;
  const readIfChanged = async () => {
    try {
      const version = await storage.version();
      // As with a file that is gone: a Redis that lost its data must not lock all callers out.
      if (version === "0" && table.has("redis")) throw new Error("Redis has lost its keys");
      if (version !== known) await refresh();
      known = version;
      onUsable(true);
    } catch (caught) {
      onUsable(false, caught);
    }
  };
  const timer = setInterval(() => void readIfChanged(), askRedisEveryMs).unref();
  await readIfChanged();
  return { storage, refresh, close: () => clearInterval(timer) };
}

/**
 * Creates a function that copies a keeper's keys to the table. Reads never overlap: a slow one that began before a change would undo the
 * change.
 */
export function createKeyLoader(
  table: KeyTable,
  source: KeySource,
  storage: KeyStorage,
  log: Log,
): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();

  async function load(): Promise<void> {
    const hidden = table.replace(source, readKeyEntries(await storage.read(), storage.place));
    for (const id of hidden)
      log.warn({ key: id }, "a key is ignored, since another source has one with the same id: rename it");
  }

  return () => {
    // If the previous read fails, only its own caller gets the error.
    last = last.then(load, load);
    return last;
  };
}
