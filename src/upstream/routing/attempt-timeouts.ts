import { backoffMs } from "../../net/backoff.ts";

/** Backoff between rounds of attempts. */
const backoff = { firstMs: 40, longestMs: 640 };
/** Most shares that the remaining time is divided into. */
const maxShares = 3;
/** Timeout of a light read, as a multiple of its method's latency percentile. */
const slowFactor = 4;
/** Minimum timeout of a light read. */
const minTimeoutMs = 500;
/** Timeout of a light read while the latency of its method is unknown. */
const defaultTimeoutMs = 1000;

/** Backoff after a round in which all upstreams failed: exponential, and at least the Retry-After. */
export function backoffMsAfter(round: number, retryAfterSeconds: number | undefined): number {
  return Math.max(backoffMs(round, backoff), (retryAfterSeconds ?? 0) * 1000);
}

/** Timeout of one attempt at a light read: a share of the remaining time, in the first round at most a multiple of the usual latency. */
export function attemptTimeoutMs(
  timeLeftMs: number,
  upstreamsLeft: number,
  round: number,
  usualMs: number | undefined,
): number {
  const shareMs = timeLeftMs / Math.min(upstreamsLeft, maxShares);
  if (round > 1) return shareMs;
  const slowMs = usualMs === undefined ? defaultTimeoutMs : Math.max(usualMs * slowFactor, minTimeoutMs);
  return Math.min(shareMs, slowMs);
}
