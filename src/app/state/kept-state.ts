import type { Config } from "../../../generated/config.ts";
import {
  createUsageFile,
  createUsageMemory,
  createUsageRedis,
  type UsageKeeper,
} from "../../auth/usage-keepers.ts";
import { maxEntryBytes } from "../../cache/answer-cache.ts";
import type { LoadedConfig } from "../../config/load-config.ts";
import { createLandingFile } from "../../landing/kept-in-file.ts";
import { createLandingRedis } from "../../landing/kept-in-redis.ts";
import type { LandingKeeper } from "../../landing/kept-transactions.ts";
import type { Logger } from "../../log/logger.ts";
import type { NetworkKeeper } from "../../networks/network-change.ts";
import { createStateFile } from "../../networks/state-file.ts";
import type { Metrics } from "../../observability/metrics.ts";
import type { RedisLink } from "../../redis/redis-link.ts";
import { shareNetworkChanges } from "../../redis/share-network-changes.ts";
import { createCreditFile } from "../../upstream/plan/credit-file.ts";
import { createCreditRedis } from "../../upstream/plan/credit-redis.ts";
import type { CreditKeeper } from "../../upstream/plan/credit-sync.ts";

/** How long a call waits for Redis: far longer than a command takes within one data center. */
const redisTimeoutMs = 50;
/** Room for the changes of networks, the largest value in Redis besides cached answers. */
const maxChangesBytes = 12 * 1024 * 1024;

/** Loads the Redis library and connects only if the configuration names a Redis. */
export async function connectRedis(
  { redis }: Config,
  log: Logger,
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
  return redis === undefined ? createCreditFile(path) : createCreditRedis(redis);
}

/** Keeps callers' usage in Redis, or else in a file beside the state file, or with `forgets` in memory. */
export function createUsageKeeper(
  { statePath }: LoadedConfig,
  redis: RedisLink | undefined,
  forgets: boolean,
): UsageKeeper {
  if (redis !== undefined) return createUsageRedis(redis);
  return forgets ? createUsageMemory() : createUsageFile(`${statePath}.usage`);
}

/** Keeps pending transactions in Redis, which gateways share, or else in a file beside the state file, which workers share. */
export function createLandingKeeper(loaded: LoadedConfig, redis: RedisLink | undefined): LandingKeeper {
  const { maxPending } = loaded.config.landing;
  return redis === undefined
    ? createLandingFile(`${loaded.statePath}.transactions`, maxPending)
    : createLandingRedis(redis, 2 * maxPending);
}

/** Keeps changes of networks in the state file, and shares them with other gateways through Redis. */
export function createNetworkKeeper(
  { loaded, logger }: { readonly loaded: LoadedConfig; readonly logger: Logger },
  { countFailure }: Metrics,
  redis: RedisLink | undefined,
): NetworkKeeper {
  const file = createStateFile({ path: loaded.statePath, logger, countFailure });
  if (redis === undefined) return file;
  return shareNetworkChanges({
    local: file,
    link: redis,
    log: logger,
    countFailure,
    countRefused: (count) => countFailure("redis_values", count),
  });
}
