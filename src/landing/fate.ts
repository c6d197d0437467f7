import type { Commitment } from "../contract/method-description.ts";

/** What the ledger says of a transaction in one of its blocks. */
export interface Inclusion {
  readonly level: Commitment;
  readonly slot: number;
  /** JSON text of the ledger's error; undefined if it succeeded. */
  readonly error: string | undefined;
}

/** A slot and the block height that the ledger has there. */
export interface Head {
  readonly slot: number;
  readonly height: number;
}

/** The proof that a transaction expired. */
export interface ExpiryProof {
  /** Finalized block height, past the last one at which the transaction could land; undefined if its nonce was used up. */
  readonly blockHeight: number | undefined;
  /** Slot up to which the ledger was searched. */
  readonly slot: number;
}

/** What became of a transaction, or what is known of it so far. */
export type Fate =
  | { readonly status: "pending"; readonly seen: Inclusion | undefined }
  | { readonly status: "landed" | "failed"; readonly seen: Inclusion }
  | { readonly status: "expired"; readonly proof: ExpiryProof }
  /** It was watched for as long as is configured, and no answer could be trusted. */
  | { readonly status: "unknown" };

/** A transaction whose fate is final, as it is shown, logged and traced. */
export interface EndedTransaction {
  readonly network: string;
  readonly signature: string;
  readonly status: Exclude<Fate["status"], "pending">;
  /** Slot of its block, or up to which the ledger does not have it; undefined if nothing was certain. */
  readonly slot: number | undefined;
  /** How often it was sent again, on all routes together. */
  readonly sends: number;
  /** Time from its arrival until its fate was known. */
  readonly ms: number;
}

/** Whether a fate can't change any more. */
export function isFinal(fate: Fate): boolean {
  if (fate.status === "pending") return false;
  return fate.status === "expired" || fate.status === "unknown" || fate.seen.level === "finalized";
}

/** The fate of an included transaction. */
export function fateOf(seen: Inclusion | undefined): Fate {
  if (seen === undefined || seen.level === "processed") return { status: "pending", seen };
  return { status: seen.error === undefined ? "landed" : "failed", seen };
}
