import type { Validity } from "./answer-cache.ts";

/** A cache that several gateways share, behind the local one. Never fails and never takes long: then it knows nothing. */
export interface SecondTier {
  /** `kinds` are those of the method's results: what is of another is no answer to it. */
  get(key: string, kinds: string): Promise<Buffer | undefined>;
  /** Keeps an answer of one of the kinds; `ttlMs` undefined keeps it as long as there is room. */
  set(key: string, bytes: Buffer, kinds: string, ttlMs: number | undefined): void;
}

/** Answers of an epoch are kept in the shared cache no longer than this; their key names the epoch, so that none is taken for another's. */
const epochTtlMs = 3 * 24 * 3600_000;
/** Final answers that no one asks for in this time are forgotten there. */
const finalTtlMs = 7 * 24 * 3600_000;

/** How long the second tier keeps an answer. */
export function sharedTtlMs({ epoch }: Validity): number {
  return epoch === undefined ? finalTtlMs : epochTtlMs;
}
