import { existsSync } from "node:fs";
import type { Config } from "../../../generated/config.ts";
import { createKeyFile, createKeyRedis, type KeyStore } from "../../auth/key-store.ts";
import type { KeyTable } from "../../auth/key-table.ts";
import { followFile } from "../../files/follow-file.ts";
import type { Logger } from "../../log/logger.ts";
import type { RedisLink } from "../../redis/redis-link.ts";
import { createSeal } from "../../redis/seal.ts";
import type { KeyAvailability } from "./key-availability.ts";
import { createKeyLoader } from "./load-keys.ts";

/** How often Redis is asked whether its keys changed. */
const askRedisEveryMs = 400;

/** What following the stores of keys needs. */
export interface KeyStoresOptions {
  readonly config: Config;
  /** Path of the key file, absolute, if there is one. */
  readonly keysFile: string | undefined;
  readonly redis: RedisLink | undefined;
  readonly table: KeyTable;
  readonly availability: KeyAvailability;
  readonly logger: Logger;
}

/** A store whose keys are in the table, and stay so as they change. */
export interface FollowedStore {
  readonly store: KeyStore;
  /** Reads what changed at once. */
  refresh(): Promise<void>;
  close(): void;
}

/** Reads the keys of every store into the table, and follows them. Throws `ConfigFaults` for a key file with faults. */
export async function followKeys(options: KeyStoresOptions): Promise<readonly FollowedStore[]> {
  const { config, keysFile, redis } = options;
  return [
    ...(keysFile === undefined ? [] : [await followKeyFile(options, keysFile)]),
    ...(config.auth.keysRedis && redis !== undefined ? [await followKeyRedis(options, redis)] : []),
  ];
}

async function followKeyFile(options: KeyStoresOptions, path: string): Promise<FollowedStore> {
  const { table, availability, logger } = options;
  const store = createKeyFile(path);
  const refresh = createKeyLoader({ table, source: "file", store, logger });
  await refresh();
  const close = followFile(path, {
    read: async () => {
      // A file that was there and is not is away: its keys stay in force.
      if (!existsSync(path) && table.has("file")) throw new Error(`${path} is not there any more`);
      await refresh();
    },
    onUsable: availability.watch("auth.keys_file"),
  });
  return { store, refresh, close };
}

async function followKeyRedis(options: KeyStoresOptions, link: RedisLink): Promise<FollowedStore> {
  const { config, table, availability, logger } = options;
  const store = createKeyRedis(link, createSeal("keys", config.redis.hmacKey), (count) =>
    logger.warn({ count }, "keys in Redis that no gateway wrote are not used"),
  );
  const refresh = createKeyLoader({ table, source: "redis", store, logger });
  const onUsable = availability.watch("auth.keys_redis");
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
