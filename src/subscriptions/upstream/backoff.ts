import type { ReconnectConfig } from "../../../generated/config.ts";

/** How long to wait after a number of failures in a row: doubling, bounded, half of it jitter. */
export function backoffMs(failures: number, { minMs, maxMs }: ReconnectConfig): number {
  const full = Math.min(maxMs, minMs * 2 ** Math.min(Math.max(failures - 1, 0), 30));
  return full * (0.5 + Math.random() / 2);
}
