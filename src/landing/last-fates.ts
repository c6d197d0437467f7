import type { PendingTransaction } from "./pending-transaction.ts";

/** Fates that are remembered to be shown. */
const maxFates = 20;

/** A transaction whose fate is final, as it is shown, logged and traced. */
export interface EndedTransaction {
  readonly network: string;
  readonly signature: string;
  readonly status: "landed" | "failed" | "expired" | "unknown";
  /** Slot of its block, or up to which the ledger does not have it; undefined where nothing was certain. */
  readonly slot: number | undefined;
  /** How often it was sent again, on all routes together. */
  readonly sends: number;
  /** From when it came until this was known. */
  readonly ms: number;
}

/** What is shown of a transaction that has ended; undefined while it is pending. */
export function endedTransaction(
  { kept, end, sends, cameAt }: PendingTransaction,
  now: number,
): EndedTransaction | undefined {
  if (end === undefined || end.status === "pending") return undefined;
  const { network, signature } = kept;
  const slot = "seen" in end ? end.seen.slot : "proof" in end ? end.proof.slot : undefined;
  return { network, signature, status: end.status, slot, sends, ms: Math.round(now - cameAt) };
}

/** The transactions that ended last. */
export class LastFates {
  readonly #ended: EndedTransaction[] = [];

  add(ended: EndedTransaction): void {
    this.#ended.push(ended);
    if (this.#ended.length > maxFates) this.#ended.shift();
  }

  /** The newest first. */
  list(): readonly EndedTransaction[] {
    return this.#ended.toReversed();
  }
}
