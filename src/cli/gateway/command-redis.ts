import { setTimeout as delay } from "node:timers/promises";
import type { RedisConfig } from "../../../generated/config.ts";
import { StartupError } from "../../config/config-fault.ts";
import { createLogger } from "../../log/logger.ts";
import type { NetworkChange } from "../../networks/network-change.ts";
import { NetworkHash } from "../../redis/network-hash.ts";
import type { RedisLink } from "../../redis/redis-link.ts";

/** Long enough for a person's command. */
const redisTimeoutMs = 5000;
const pollMs = 20;

/** Connects to Redis for one command: resolves when it is connected, or after five seconds without. */
export async function openCommandRedis(url: string): Promise<RedisLink> {
  const { createRedisLink } = await import("../../redis/redis-link.ts");
  const link = await createRedisLink({
    url,
    timeoutMs: redisTimeoutMs,
    log: createLogger({ level: "off" }),
  });
  const end = performance.now() + redisTimeoutMs;
  while (!link.isUp && performance.now() < end) await delay(pollMs);
  return link;
}

/** Run-time changes of networks in Redis. */
export type SharedChanges = NonNullable<Awaited<ReturnType<typeof openSharedChanges>>>;

/** Reads the run-time changes of networks in Redis for one command, and writes them; undefined without a Redis. */
export async function openSharedChanges({ url, hmacKey }: RedisConfig) {
  if (url === undefined) return undefined;
  const link = await openCommandRedis(url);
  const hash = new NetworkHash(link, hmacKey);
  const held = await hash.read();
  if (held === undefined || held === "too-many") {
    await link.close();
    throw new StartupError(
      "Redis can't be used, so nothing was changed: other gateways would undo it. See redis.url, or name a running gateway with --url.",
    );
  }
  const write = async (changes: Iterable<readonly [string, NetworkChange]>): Promise<void> => {
    const outcome = await hash.write(changes);
    if (outcome !== "written") throw new Error("Redis did not take the change", { cause: outcome });
  };
  return {
    changes: held.changes,
    save: (id: string, change: NetworkChange) => write([[id, change]]),
    reset: (ids: readonly string[]) =>
      write(ids.map((id) => [id, { enabled: undefined, rpcUrl: undefined }])),
    close: () => link.close(),
  };
}
