import type { Config } from "../../../generated/config.ts";
import { createFileUsageKeeper, createRedisUsageKeeper, type UsageKeeper } from "../../auth/usage-keepers.ts";
import { maxEntryBytes } from "../../cache/answer-cache.ts";
import type { LoadedConfig } from "../../config/load-config.ts";
import { createFileLandingKeeper } from "../../landing/file-landing-keeper.ts";
import type { LandingKeeper } from "../../landing/landing-keeper.ts";
import { createRedisLandingKeeper } from "../../landing/redis-landing-keeper.ts";
import type { Log } from "../../log/logger.ts";
import type { NetworkKeeper } from "../../networks/network-change.ts";
import { createFileNetworkKeeper } from "../../networks/state-file.ts";
import type { Metrics } from "../../observability/metrics.ts";
import type { RedisLink } from "../../redis/redis-link.ts";
import { shareNetworkChanges } from "../../redis/share-network-changes.ts";
import type { CreditKeeper } from "../../upstream/plan/credit-sync.ts";
import { createFileCreditKeeper } from "../../upstream/plan/file-credit-keeper.ts";
import { createRedisCreditKeeper } from "../../upstream/plan/redis-credit-keeper.ts";

/** How long a call waits for Redis: far longer than a command takes within one data center. */
const redisTimeoutMs = 50;
/** Room for the changes of networks, the largest value in Redis besides cached answers. */
const maxChangesBytes = 12 * 1024 * 1024;

/** Loads the Redis library and connects only if the configuration names a Redis. */
export async function connectRedis(
  { redis }: Config,
  log: Log,
  { countFailure }: Metrics,
): Promise<RedisLink | undefined> {
  if (redis.url === undefined) return undefined;
  const { createRedisLink } = await import("../../redis/redis-link.ts");
  return createRedisLink({
    url: redis.url,
    timeoutMs: redisTimeoutMs,
    maxAnswerBytes: maxEntryBytes + maxChangesBytes,
    log,
    countFailure,
  });
}

/** Keeps spent credits in Redis, which gateways share, or else in a file beside the state file, which workers share. */
export function createCreditKeeper(path: string, redis: RedisLink | undefined): CreditKeeper {
  return redis === undefined ? createFileCreditKeeper(path) : createRedisCreditKeeper(redis);
}

/** Keeps callers' usage in Redis, or else in a file beside the state file. With `forgets` it is not kept: no one can read it. */
export function createUsageKeeper(
  { statePath }: LoadedConfig,
  redis: RedisLink | undefined,
  forgets: boolean,
): UsageKeeper {
  if (redis !== undefined) return createRedisUsageKeeper(redis);
  const none = async () => new Map<string, number>();
  return forgets ? { add: none, read: none } : createFileUsageKeeper(`${statePath}.usage`);
}

/** Keeps pending transactions in Redis, which gateways share, or else in a file beside the state file, which workers share. */
export function createLandingKeeper(
  loaded: LoadedConfig,
  { countFailure }: Metrics,
  redis: RedisLink | undefined,
): LandingKeeper {
  const { landing, redis: redisConfig } = loaded.config;
  const { maxPending } = landing;
  const countForged = (count: number) => countFailure("redis_values", count);
  return redis === undefined
    ? createFileLandingKeeper(`${loaded.statePath}.transactions`, maxPending)
    : createRedisLandingKeeper(redis, 2 * maxPending, redisConfig.hmacKey, countForged);
}

/** Keeps changes of networks in the state file, and shares them with other gateways through Redis. */
export function createNetworkKeeper(
  { loaded, log }: { readonly loaded: LoadedConfig; readonly log: Log },
  { countFailure }: Metrics,
  redis: RedisLink | undefined,
): NetworkKeeper {
  const file = createFileNetworkKeeper({ path: loaded.statePath, log, countFailure });
  if (redis === undefined) return file;
  return shareNetworkChanges({
    local: file,
    link: redis,
    hmacKey: loaded.config.redis.hmacKey,
    log,
    countFailure,
  });
}
