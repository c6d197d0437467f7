import type { Config } from "../../../generated/config.ts";
import {
  createFileUsageStorage,
  createRedisUsageStorage,
  type UsageStorage,
} from "../../auth/usage-storages.ts";
import type { LoadedConfig } from "../../config/load-config.ts";
import { createFileLandingStorage } from "../../landing/file-landing-storage.ts";
import type { LandingStorage } from "../../landing/landing-storage.ts";
import { createRedisLandingStorage } from "../../landing/redis-landing-storage.ts";
import type { CreditStorage } from "../../limits/credit-sync.ts";
import { createFileCreditStorage } from "../../limits/file-credit-storage.ts";
import { createRedisCreditStorage } from "../../limits/redis-credit-storage.ts";
import type { Report } from "../../log/logger.ts";
import type { NetworkStorage } from "../../networks/network-change.ts";
import { createFileNetworkStorage } from "../../networks/state-file.ts";
import type { RedisLink } from "../../redis/redis-link.ts";
import { shareNetworkChanges } from "../../redis/share-network-changes.ts";

/** How long a call waits for Redis. A command within one data center takes far less. */
const redisTimeoutMs = 50;

/** Connects to Redis if configured. Loads the library only then. */
export async function connectRedis(
  { url, hmacKey }: Config["redis"],
  report: Report,
): Promise<RedisLink | undefined> {
  if (url === undefined) return undefined;
  const { createRedisLink } = await import("../../redis/redis-link.ts");
  return createRedisLink({ url, hmacKey, timeoutMs: redisTimeoutMs, ...report });
}

/** What outlives the process; undefined for what this gateway does not store. */
export interface Storages {
  /** The state file. Shares network changes with other gateways through Redis. */
  readonly networks?: NetworkStorage;
  readonly upstreamCredits?: CreditStorage;
  readonly callerCredits?: CreditStorage;
  /** Pending transactions. */
  readonly landing?: LandingStorage;
  readonly usage: UsageStorage;
}

/**
 * Creates storages in Redis, shared by gateways, or else in files beside the state file, shared by workers. Without `persist`, stores
 * only usage, and only in Redis.
 */
export function createStorages(
  { config, statePath }: LoadedConfig,
  {
    redis,
    persist,
    ...report
  }: Report & { readonly redis: RedisLink | undefined; readonly persist: boolean },
): Storages {
  const { maxPending } = config.landing;
  if (!persist) return { usage: redis === undefined ? noUsage : createRedisUsageStorage(redis) };
  const stateFile = createFileNetworkStorage({ path: statePath, ...report });
  if (redis === undefined)
    return {
      networks: stateFile,
      upstreamCredits: createFileCreditStorage(`${statePath}.credits`),
      callerCredits: createFileCreditStorage(`${statePath}.callers`),
      landing: createFileLandingStorage(`${statePath}.transactions`, maxPending),
      usage: createFileUsageStorage(`${statePath}.usage`),
    };
  const credits = createRedisCreditStorage(redis);
  return {
    networks: shareNetworkChanges({ local: stateFile, link: redis, ...report }),
    upstreamCredits: credits,
    callerCredits: credits,
    landing: createRedisLandingStorage(redis, 2 * maxPending),
    usage: createRedisUsageStorage(redis),
  };
}

const noUsage: UsageStorage = { add: async () => new Map(), read: async () => new Map() };
