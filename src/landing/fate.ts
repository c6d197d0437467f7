import type { Commitment } from "../contract/method-description.ts";

/** Slot and commitment of the block that contains a transaction, and the transaction's error. */
export interface Inclusion {
  readonly commitment: Commitment;
  readonly slot: number;
  /** JSON text of the ledger's error; undefined if it succeeded. */
  readonly error: string | undefined;
}

/** Evidence that a transaction has expired. */
export interface ExpiryProof {
  /** Finalized block height past the transaction's last valid one; undefined if its nonce has advanced. */
  readonly blockHeight: number | undefined;
  /** The ledger was searched up to this slot. */
  readonly slot: number;
}

/** The current or final outcome of a transaction. */
export type Fate =
  | { readonly status: "pending"; readonly inclusion: Inclusion | undefined }
  | { readonly status: "landed" | "failed"; readonly inclusion: Inclusion }
  | { readonly status: "expired"; readonly proof: ExpiryProof }
  /** Watching ended at the configured time without a quorum. */
  | { readonly status: "unknown" };

/** A transaction with a final fate, as shown on the status page, logged and traced. */
export interface EndedTransaction {
  readonly network: string;
  readonly signature: string;
  readonly status: Exclude<Fate["status"], "pending">;
  /** Slot of its block, or of the end of the search if it expired; undefined if the fate is unknown. */
  readonly slot: number | undefined;
  /** Number of resends over all upstreams; the first send, by the client's call, is not counted. */
  readonly sends: number;
  /** Time from its arrival to its final fate. */
  readonly ms: number;
}

/** True if a fate can no longer change. */
export function isFinalFate(fate: Fate): boolean {
  if (fate.status === "pending") return false;
  return fate.status === "expired" || fate.status === "unknown" || fate.inclusion.commitment === "finalized";
}

/** True if slot, commitment and error are the same. */
export function isSameInclusion(a: Inclusion | undefined, b: Inclusion): boolean {
  return a?.commitment === b.commitment && a.slot === b.slot && a.error === b.error;
}

/** Derives the fate from an inclusion. A processed one is still pending, since a fork may drop it. */
export function fateOf(inclusion: Inclusion | undefined): Fate {
  if (inclusion === undefined || inclusion.commitment === "processed")
    return { status: "pending", inclusion };
  return { status: inclusion.error === undefined ? "landed" : "failed", inclusion };
}
