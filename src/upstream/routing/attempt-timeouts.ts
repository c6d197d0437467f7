import { backoffMs } from "../../net/backoff.ts";

/** Pauses before an upstream that failed is asked again. */
const backoff = { firstMs: 40, longestMs: 640 };
/** The time left is divided into at most this many shares. */
const maxShares = 3;
/** A light read is tried elsewhere once it takes this many times longer than nearly all calls of its method. */
const slowFactor = 4;
/** A light read is not tried elsewhere before this. */
const leastAttemptMs = 500;
/** When a light read is tried elsewhere while the latencies of its method are not known. */
const unknownMs = 1000;

/** Milliseconds to wait after a round in which all upstreams failed: longer after each, and no shorter than an upstream asked for. */
export function backoffMsAfter(round: number, retryAfterSeconds: number | undefined): number {
  return Math.max(backoffMs(round, backoff), (retryAfterSeconds ?? 0) * 1000);
}

/**
 * Milliseconds for one attempt at a light read: its share of the time left, and in the first round at most a multiple of what the method
 * usually takes.
 */
export function attemptTimeoutMs(
  timeLeftMs: number,
  upstreamsLeft: number,
  round: number,
  usualMs: number | undefined,
): number {
  const shareMs = timeLeftMs / Math.min(upstreamsLeft, maxShares);
  if (round > 1) return shareMs;
  const tooLongMs = usualMs === undefined ? unknownMs : Math.max(usualMs * slowFactor, leastAttemptMs);
  return Math.min(shareMs, tooLongMs);
}
