import { existsSync } from "node:fs";
import {
  createFileKeyStorage,
  type KeyStorage,
  type RedisKeyStorage,
  readKeyEntries,
} from "../../auth/key-storages.ts";
import type { KeySource, KeyTable } from "../../auth/key-table.ts";
import { fileVersion, followFile, type OnUsable } from "../../files/follow-file.ts";
import type { CountFailure, Log } from "../../log/logger.ts";

const redisPollMs = 400;

/** Key storage whose changes are copied to the key table. */
export interface FollowedStorage {
  readonly storage: KeyStorage;
  refresh(): Promise<void>;
  close(): void;
}

/** Tracks in `unreadable` the settings whose keys can't be read, and logs each change. */
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
    log.warn({ store: setting, err: error }, "keys can't be read: using the last loaded keys");
  };
}

/** Loads the keys of a file into the table, now and on every change. Throws `ConfigFaults` if the file has faults. */
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
      // Deleting the file must not revoke its keys.
      if (!existsSync(path) && table.has("file")) throw new Error(`${path} is gone`);
      await refresh();
    },
    onUsable,
  });
  return { storage, refresh, close };
}

/** Loads the keys in Redis into the table, now and on every change. */
export async function followKeyRedis(
  storage: RedisKeyStorage,
  table: KeyTable,
  onUsable: OnUsable,
  log: Log,
): Promise<FollowedStorage> {
  const refresh = createKeyLoader(table, "redis", storage, log);
  let loadedVersion: string | undefined;
  const readIfChanged = async () => {
    try {
      const version = await storage.version();
      // Like a deleted file, a Redis that lost its data must not lock out all callers.
      if (version === "0" && table.has("redis")) throw new Error("Redis has lost its keys");
      if (version !== loadedVersion) await refresh();
      loadedVersion = version;
      onUsable(true);
    } catch (caught) {
      onUsable(false, caught);
    }
  };
  const timer = setInterval(() => void readIfChanged(), redisPollMs).unref();
  await readIfChanged();
  return { storage, refresh, close: () => clearInterval(timer) };
}

/** Creates a function that copies stored keys to the table. Loads never overlap: a slow one begun before a change would undo it. */
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
      log.warn({ key: id }, "ignoring a key: another source has one with the same id; rename it");
  }

  return () => {
    // If the previous load fails, only its own caller gets the error.
    last = last.then(load, load);
    return last;
  };
}
