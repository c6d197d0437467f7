import type { Validity } from "./answer-cache.ts";

/** A cache that several gateways share, behind the local one. A failure or a slow answer counts as a miss. */
export interface SecondTier {
  /** `kinds` are the JSON kinds of the method's results: a value of another kind is not an answer to it. */
  get(key: string, kinds: string): Promise<Buffer | undefined>;
  /** Keeps an answer of one of the kinds; `ttlMs` undefined keeps it as long as there is room. */
  set(key: string, bytes: Buffer, kinds: string, ttlMs: number | undefined): void;
}

/** Time that the shared cache keeps answers of an epoch. Their key names the epoch, so none is taken for that of another. */
const epochTtlMs = 3 * 24 * 3600_000;
/** Time that the shared cache keeps final answers. */
const finalTtlMs = 7 * 24 * 3600_000;

/** How long the second tier keeps an answer. */
export function sharedTtlMs({ epoch }: Validity): number {
  return epoch === undefined ? finalTtlMs : epochTtlMs;
}
