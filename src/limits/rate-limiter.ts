import type { RateLimitConfig } from "../../generated/config.ts";
import { clientBlock } from "../net/client-address.ts";
import type { RedisLink } from "../redis/redis-link.ts";
import { createSharedCounter } from "./shared-counter.ts";
import { rateLimitHeaders, type Window, WindowCounter } from "./window-counter.ts";

/** Rate limit per client address, in points. */
export interface RateLimiter {
  /** Spends points and returns 0; or spends nothing and returns the milliseconds to wait. A promise only if Redis is asked. */
  spend(address: string, points: number): number | Promise<number>;
  /** Spends points for work already done, even if there are too few. */
  charge(address: string, points: number): void;
  /** Adds points spent at another worker process. */
  addPeerSpending(address: string, points: number): void;
  /** Header pairs (name, value, name, value) with the points left; empty if the limit is disabled. */
  headers(address: string): readonly string[];
}

/** Most client addresses tracked, in about 30 MB; the least recently used is evicted. */
const maxClients = 100_000;

/** Creates the configured limiter. With Redis, gateways share their counts; while it is unavailable, each counts alone. */
export function createRateLimiter(config: RateLimitConfig, link?: RedisLink): RateLimiter {
  if (!config.enabled)
    return {
      spend: () => 0,
      charge: () => undefined,
      addPeerSpending: () => undefined,
      headers: () => [],
    };
  const windows: readonly Window[] = [
    { name: "minute", points: config.perMinute, durationMs: 60_000 },
    { name: "second", points: config.perSecond, durationMs: 1000 },
  ];
  const formatHeaders = rateLimitHeaders(windows);
  const local = new WindowCounter(windows, maxClients);
  const shared = link === undefined ? undefined : createSharedCounter(windows, link);

  return {
    spend(address, points) {
      const client = clientBlock(address);
      // A client over the local limit needs no look at Redis: other gateways can only add to its count.
      const waitMs = local.of(client).spend(points, performance.now());
      return waitMs === 0 && shared !== undefined && link?.isUp === true
        ? shared("spend", client, points)
        : waitMs;
    },
    charge(address, points) {
      const client = clientBlock(address);
      local.of(client).charge(points, performance.now());
      // The link logs failures itself.
      if (link?.isUp === true) void shared?.("charge", client, points);
    },
    addPeerSpending: (address, points) => local.of(clientBlock(address)).charge(points, performance.now()),
    headers: (address) => formatHeaders(local.remaining(clientBlock(address), performance.now())),
  };
}
