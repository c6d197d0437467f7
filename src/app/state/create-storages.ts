import type { Config } from "../../../generated/config.ts";
import {
  createFileUsageStorage,
  createRedisUsageStorage,
  type UsageStorage,
} from "../../auth/usage-storages.ts";
import { maxEntryBytes } from "../../cache/answer-cache.ts";
import type { LoadedConfig } from "../../config/load-config.ts";
import { createFileLandingStorage } from "../../landing/file-landing-storage.ts";
import type { LandingStorage } from "../../landing/landing-storage.ts";
import { createRedisLandingStorage } from "../../landing/redis-landing-storage.ts";
import type { Log } from "../../log/logger.ts";
import type { NetworkStorage } from "../../networks/network-change.ts";
import { createFileNetworkStorage } from "../../networks/state-file.ts";
import type { Metrics } from "../../observability/metrics.ts";
import type { RedisLink } from "../../redis/redis-link.ts";
import { shareNetworkChanges } from "../../redis/share-network-changes.ts";
import type { CreditStorage } from "../../upstream/quota/credit-sync.ts";
import { createFileCreditStorage } from "../../upstream/quota/file-credit-storage.ts";
import { createRedisCreditStorage } from "../../upstream/quota/redis-credit-storage.ts";

/** How long a call waits for Redis. A command within one data center takes far less. */
const redisTimeoutMs = 50;
/** Size limit for network changes, the largest value in Redis besides cached answers. */
const maxChangesBytes = 12 * 1024 * 1024;

/** Connects to Redis if configured. Loads the library only then. */
export async function connectRedis(
  { redis }: Config,
  log: Log,
  { countFailure }: Metrics,
): Promise<RedisLink | undefined> {
  if (redis.url === undefined) return undefined;
  const { createRedisLink } = await import("../../redis/redis-link.ts");
  return createRedisLink({
    url: redis.url,
    hmacKey: redis.hmacKey,
    timeoutMs: redisTimeoutMs,
    maxReplyBytes: maxEntryBytes + maxChangesBytes,
    log,
    countFailure,
  });
}

/** Stores spent credits in Redis, shared by gateways, or else in a file beside the state file, shared by workers. */
export function createCreditStorage(path: string, redis: RedisLink | undefined): CreditStorage {
  return redis === undefined ? createFileCreditStorage(path) : createRedisCreditStorage(redis);
}

/** Stores callers' usage in Redis, or else in a file beside the state file. Stores nothing unless `persist` is set. */
export function createUsageStorage(
  { statePath }: LoadedConfig,
  redis: RedisLink | undefined,
  persist: boolean,
): UsageStorage {
  if (redis !== undefined) return createRedisUsageStorage(redis);
  const none = async () => new Map<string, number>();
  return persist ? createFileUsageStorage(`${statePath}.usage`) : { add: none, read: none };
}

/** Stores pending transactions in Redis, shared by gateways, or else in a file beside the state file, shared by workers. */
export function createLandingStorage(
  { config, statePath }: LoadedConfig,
  redis: RedisLink | undefined,
): LandingStorage {
  const { maxPending } = config.landing;
  return redis === undefined
    ? createFileLandingStorage(`${statePath}.transactions`, maxPending)
    : createRedisLandingStorage(redis, 2 * maxPending);
}

/** Stores network changes in the state file, and shares them with other gateways through Redis. */
export function createNetworkStorage(
  { loaded, log }: { readonly loaded: LoadedConfig; readonly log: Log },
  { countFailure }: Metrics,
  redis: RedisLink | undefined,
): NetworkStorage {
  const file = createFileNetworkStorage({ path: loaded.statePath, log, countFailure });
  if (redis === undefined) return file;
  return shareNetworkChanges({ local: file, link: redis, log, countFailure });
}
