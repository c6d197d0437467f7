/** Bounds of the delay after failures. */
export interface Backoff {
  readonly firstMs: number;
  readonly longestMs: number;
}

/** Delay after consecutive failures: exponential up to `longestMs`, and up to half of it jitter. */
export function backoffMs(failures: number, { firstMs, longestMs }: Backoff): number {
  return Math.min(longestMs, firstMs * 2 ** (failures - 1)) * (0.5 + Math.random() / 2);
}
