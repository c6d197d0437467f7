/** First and longest wait before an upstream socket is opened again. */
export interface ReconnectTimes {
  readonly minMs: number;
  readonly maxMs: number;
}

/** How long to wait after a number of failures in a row: doubling, bounded, half of it jitter. */
export function backoffMs(failures: number, { minMs, maxMs }: ReconnectTimes): number {
  const full = Math.min(maxMs, minMs * 2 ** Math.min(Math.max(failures - 1, 0), 30));
  return full * (0.5 + Math.random() / 2);
}
