/** No attempt gets less of the call's time than a third of it. */
const maxShares = 3;
/** A light read that takes this many times longer than nearly all of its method do is tried elsewhere ... */
const hopelessFactor = 4;
/** ... but not before this. */
const leastAttemptMs = 500;
/** The same while the latencies of the method are not known. */
const unknownMs = 1000;

/**
 * Milliseconds for one of several attempts at a light read: its share of the time left, and in the first round no more than
 * many times what the method usually takes (`usualMs`; undefined while that is not known).
 */
export function attemptTimeMs(
  timeLeftMs: number,
  upstreamsLeft: number,
  round: number,
  usualMs: number | undefined,
): number {
  const shareMs = timeLeftMs / Math.min(upstreamsLeft, maxShares);
  if (round > 1) return shareMs;
  const hopelessMs = usualMs === undefined ? unknownMs : Math.max(usualMs * hopelessFactor, leastAttemptMs);
  return Math.min(shareMs, hopelessMs);
}
