import { setTimeout as delay } from "node:timers/promises";
import type { RedisConfig } from "../../../generated/config.ts";
import { StartupError } from "../../config/config-fault.ts";
import { createLogger } from "../../log/logger.ts";
import type { NetworkChange } from "../../networks/network-change.ts";
import { NetworkHash } from "../../redis/network-hash.ts";
import type { RedisLink } from "../../redis/redis-link.ts";

/** Generous, since a person is waiting rather than a call. */
const redisTimeoutMs = 5000;
const pollMs = 20;

/** Connects to Redis for one command. Resolves once connected, or after five seconds in any case. */
export async function openCommandRedis(url: string, hmacKey: string | undefined): Promise<RedisLink> {
  const { createRedisLink } = await import("../../redis/redis-link.ts");
  const link = await createRedisLink({
    url,
    hmacKey,
    timeoutMs: redisTimeoutMs,
    log: createLogger({ level: "off" }),
    countFailure: () => undefined,
  });
  const end = performance.now() + redisTimeoutMs;
  while (!link.isUp && performance.now() < end) await delay(pollMs);
  return link;
}

/** Run-time changes of networks in Redis. */
export type SharedChanges = NonNullable<Awaited<ReturnType<typeof openSharedChanges>>>;

/** Opens the run-time changes of networks in Redis for one command; undefined if no Redis is configured. */
export async function openSharedChanges({ url, hmacKey }: RedisConfig) {
  if (url === undefined) return undefined;
  const link = await openCommandRedis(url, hmacKey);
  const hash = new NetworkHash(link);
  const stored = await hash.read();
  if (stored === undefined || stored === "too-many") {
    await link.close();
    throw new StartupError(
      "Redis can't be used, so nothing was changed: other gateways would undo it. See redis.url, or name a running gateway with --url.",
    );
  }
  const write = async (changes: Iterable<readonly [string, NetworkChange]>): Promise<void> => {
    const outcome = await hash.write(changes);
    if (outcome !== "written") throw new Error("Redis did not accept the change", { cause: outcome });
  };
  return {
    changes: stored.changes,
    save: (id: string, change: NetworkChange) => write([[id, change]]),
    reset: (ids: readonly string[]) =>
      write(ids.map((id) => [id, { enabled: undefined, rpcUrl: undefined }])),
    close: () => link.close(),
  };
}
