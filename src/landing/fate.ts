import type { Commitment } from "../contract/method-description.ts";

/** What the ledger says of a transaction that it included. */
export interface Inclusion {
  readonly level: Commitment;
  readonly slot: number;
  /** JSON text of the ledger's error; undefined if it succeeded. */
  readonly error: string | undefined;
}

/** The proof that a transaction expired. */
export interface ExpiryProof {
  /** Finalized block height, past the last one at which the transaction could land; undefined where a nonce moved on. */
  readonly blockHeight: number | undefined;
  /** Slot up to which the ledger was looked through. */
  readonly slot: number;
}

/** The end of a transaction, or what is known of it until then. */
export type Fate =
  | { readonly status: "pending"; readonly seen: Inclusion | undefined }
  | { readonly status: "landed" | "failed"; readonly seen: Inclusion }
  | { readonly status: "expired"; readonly proof: ExpiryProof }
  /** It was watched for as long as is configured, and no answer could be trusted. */
  | { readonly status: "unknown" };

/** Whether nothing can change a fate any more. */
export function isFinal(fate: Fate): boolean {
  if (fate.status === "pending") return false;
  return fate.status === "expired" || fate.status === "unknown" || fate.seen.level === "finalized";
}

/** The fate of an included transaction. */
export function fateOf(seen: Inclusion | undefined): Fate {
  if (seen === undefined || seen.level === "processed") return { status: "pending", seen };
  return { status: seen.error === undefined ? "landed" : "failed", seen };
}
