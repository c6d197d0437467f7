import type { Redis } from "ioredis";
import type { RateLimiterRedis } from "rate-limiter-flexible";
import type { RedisLink } from "../redis/redis-link.ts";
import type { Window } from "./window-counter.ts";

const prefix = "svm-gateway:rate:1";

/** Counts in windows that several gateways share. */
export interface SharedCounter {
  /** Takes points from every window of a client; the milliseconds to wait when one of them had not enough, else 0. */
  spend(client: string, points: number): Promise<number>;
}

/** Makes a counter over Redis. Without an answer in time nothing is refused: each gateway's own count still holds. */
export function createSharedCounter(windows: readonly Window[], link: RedisLink): SharedCounter {
  // Loaded only here: most gateways share with no one.
  const library = import("rate-limiter-flexible");
  let limiters: Promise<readonly RateLimiterRedis[]> | undefined;

  async function load(redis: Redis): Promise<readonly RateLimiterRedis[]> {
    const { RateLimiterRedis: Limiter } = await library;
    return windows.map(
      ({ points, durationMs }) =>
        new Limiter({
          storeClient: redis,
          keyPrefix: `${prefix}:${durationMs}`,
          points,
          duration: durationMs / 1000,
        }),
    );
  }

  return {
    async spend(client, points) {
      const waits = await link.ask(async (redis) => {
        limiters ??= load(redis);
        const spent = (await limiters).map((limiter, index) => {
          const { points: limit = points, durationMs = 0 } = windows[index] ?? {};
          return points <= limit
            ? waitOf(limiter.consume(client, points))
            : spendBeyond(limiter, client, points, Math.ceil(points / limit) * (durationMs / 1000));
        });
        return Promise.all(spent);
      });
      return waits === undefined ? 0 : Math.max(...waits);
    },
  };
}

/** More than a window has is admitted when nothing of it is spent; the count then stays for as many windows as pay for it. */
async function spendBeyond(
  limiter: RateLimiterRedis,
  client: string,
  points: number,
  seconds: number,
): Promise<number> {
  const spent = await limiter.get(client);
  if (spent !== null && spent.consumedPoints > 0) return Math.max(1, spent.msBeforeNext);
  await limiter.set(client, points, seconds);
  return 0;
}

/** A refusal comes as a rejection with what is left of the window. */
async function waitOf(consumed: Promise<unknown>): Promise<number> {
  try {
    await consumed;
    return 0;
  } catch (caught) {
    if (isRefusal(caught)) return Math.max(1, caught.msBeforeNext);
    throw caught;
  }
}

function isRefusal(caught: unknown): caught is { readonly msBeforeNext: number } {
  return (
    !(caught instanceof Error) && typeof (caught as { msBeforeNext?: unknown }).msBeforeNext === "number"
  );
}
