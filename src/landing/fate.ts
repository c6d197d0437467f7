import type { Commitment } from "../contract/method-description.ts";

/** A transaction's place in the ledger: its block's slot and commitment, and the transaction's error. */
export interface Inclusion {
  readonly commitment: Commitment;
  readonly slot: number;
  /** JSON text of the ledger's error; undefined if it succeeded. */
  readonly error: string | undefined;
}

/** A slot and the ledger's block height at that slot. */
export interface HeightAtSlot {
  readonly slot: number;
  readonly height: number;
}

/** Why a transaction is known to have expired. */
export interface ExpiryProof {
  /** Finalized block height, past the last one at which the transaction could land; undefined if its nonce was used up. */
  readonly blockHeight: number | undefined;
  /** The ledger was searched up to this slot. */
  readonly slot: number;
}

/** What became of a transaction, as far as is known. */
export type Fate =
  | { readonly status: "pending"; readonly inclusion: Inclusion | undefined }
  | { readonly status: "landed" | "failed"; readonly inclusion: Inclusion }
  | { readonly status: "expired"; readonly proof: ExpiryProof }
  /** Watching ended at the configured time, with no answer that could be trusted. */
  | { readonly status: "unknown" };

/** A transaction with a final fate, as shown on the status page, logged and traced. */
export interface EndedTransaction {
  readonly network: string;
  readonly signature: string;
  readonly status: Exclude<Fate["status"], "pending">;
  /** Slot of its block; of an expired one, the slot up to which the ledger was searched; undefined if the fate is unknown. */
  readonly slot: number | undefined;
  /** How often it was sent again, over all upstreams: its first send, by the client's call, is not counted. */
  readonly sends: number;
  /** Time from its arrival to its final fate. */
  readonly ms: number;
}

/** Whether a fate can't change any more. */
export function isFinalFate(fate: Fate): boolean {
  if (fate.status === "pending") return false;
  return fate.status === "expired" || fate.status === "unknown" || fate.inclusion.commitment === "finalized";
}

export function isSameInclusion(one: Inclusion | undefined, other: Inclusion): boolean {
  return one?.commitment === other.commitment && one.slot === other.slot && one.error === other.error;
}

/** The fate that follows from a transaction's place in the ledger: pending up to processed, as a fork may still drop it. */
export function fateOf(inclusion: Inclusion | undefined): Fate {
  if (inclusion === undefined || inclusion.commitment === "processed")
    return { status: "pending", inclusion };
  return { status: inclusion.error === undefined ? "landed" : "failed", inclusion };
}
