import type { RateLimitConfig } from "../../generated/config.ts";
import { clientBlock } from "../net/client-address.ts";
import type { RedisLink } from "../redis/redis-link.ts";
import { createSharedCounter } from "./shared-counter.ts";
import { rateLimitHeaders, type Window, WindowCounter } from "./window-counter.ts";

/** Limits what one client address may ask for. */
export interface RateLimiter {
  /** Takes points from an address and returns 0; or the milliseconds to wait. A promise only if gateways share their counts. */
  spend(address: string, points: number): number | Promise<number>;
  /** Takes points for what was answered already, even if the address has too few. */
  charge(address: string, points: number): void;
  /** Takes points that the address spent at another worker of this gateway. */
  addPeerSpending(address: string, points: number): void;
  /** Header pairs (name, value, name, value) with what a client has left; none if nothing is limited. */
  headers(address: string): readonly string[];
}

/** Most client addresses whose counts are kept, in about 30 MB; the one that was idle longest is forgotten first. */
const maxClients = 100_000;

/**
 * Makes the limiter that the configuration describes. With Redis the gateways count together; while it does not answer, each counts alone.
 */
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
  const own = new WindowCounter(windows, maxClients);
  const shared = link === undefined ? undefined : createSharedCounter(windows, link);

  return {
    spend(address, points) {
      const client = clientBlock(address);
      // Over the limit with this gateway's calls alone: those of the other gateways can only add to them.
      const waitMs = own.of(client).spend(points, performance.now());
      return waitMs === 0 && shared !== undefined && link?.isUp === true
        ? shared("spend", client, points)
        : waitMs;
    },
    charge(address, points) {
      const client = clientBlock(address);
      own.of(client).charge(points, performance.now());
      // The link logs its failures itself.
      if (link?.isUp === true) void shared?.("charge", client, points);
    },
    addPeerSpending: (address, points) => own.of(clientBlock(address)).charge(points, performance.now()),
    headers: (address) => formatHeaders(own.remaining(clientBlock(address), performance.now())),
  };
}
