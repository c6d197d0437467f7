import { isWholeNumber } from "../json/whole-number.ts";
import { InvalidTransactionError, readTransaction } from "../transaction/read-transaction.ts";
import type { ExpiryProof } from "./fate.ts";
import type { SavedTransaction } from "./pending-transaction.ts";

/** Transactions whose holder changed during a sync. */
export interface SyncResult {
  /** Taken over from a process that died. */
  readonly adopted: readonly SavedTransaction[];
  /** Keys of transactions that another process has taken over from this one. */
  readonly lost: readonly string[];
}

/** Identifies a transaction by its bytes too: another one may carry the same signature. */
export type SentBytes = Pick<SavedTransaction, "network" | "signature" | "wire">;

/** A transaction that another process is landing or has seen expire. */
export interface PeerTransaction {
  readonly saved: SavedTransaction;
  /** The proof that it expired; undefined while it is pending. */
  readonly expired: ExpiryProof | undefined;
}

/** Keeps pending transactions across restarts. Each has one holder; when a holder dies, another process takes over. */
export interface LandingStorage {
  /** Where it keeps them, as the metric of failures names it. */
  readonly place: "state_file" | "redis";
  /** Whether another live process is known to hold the same bytes. */
  isHeldByPeer(sent: SentBytes): Promise<boolean>;
  /** Keeps a transaction at once, so that it survives a kill of this process. False if another live process holds the same bytes. */
  keep(saved: SavedTransaction): Promise<boolean>;
  /** Holds what `own` returns until the next sync, and takes over transactions whose holder's lease ran out. */
  sync(own: () => readonly SavedTransaction[]): Promise<SyncResult>;
  /** Finds a transaction that another process holds or has seen expire. */
  find(network: string, signature: string): Promise<PeerTransaction | undefined>;
  /** Reports to other processes that a transaction expired, which they can't read from the ledger. */
  recordExpiry(saved: SavedTransaction, proof: ExpiryProof): Promise<void>;
  /** Ends the leases on these transactions: another process may take them over at once. */
  release(own: readonly SavedTransaction[]): Promise<void>;
}

/** Length of a lease: a process that has not synced for this long loses its transactions. */
export const leaseMs = 5000;
/** Time between two syncs. */
export const syncMs = 2000;

/** Identifies a transaction among those of all networks. */
export function savedKey({ network, signature }: Pick<SavedTransaction, "network" | "signature">): string {
  return `${network} ${signature}`;
}

/** A transaction as written to a keeper: without what its bytes say. */
export function writeSaved(saved: SavedTransaction): { readonly network: string; readonly wire: string } {
  const { signature: _signature, lifetime: _lifetime, nonceAccount: _account, ...written } = saved;
  return written;
}

/** Reads what `writeSaved` returned, in this process or another; undefined for anything else. */
export function readSaved(value: unknown): SavedTransaction | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const fields = value as Record<string, unknown>;
  const { network, wire, lastValidBlockHeight, firstSlot, firstHeight, firstSeenAt } = fields;
  if (typeof network !== "string" || typeof wire !== "string" || wire.length > 5464) return undefined;
  const numbers = [firstSlot, firstSeenAt, lastValidBlockHeight ?? 0, firstHeight ?? 0];
  if (!numbers.every(isWholeNumber)) return undefined;
  try {
    const { signature, lifetime, nonceAccount } = readTransaction(Buffer.from(wire, "base64"));
    return {
      network,
      signature,
      wire,
      lifetime,
      nonceAccount,
      lastValidBlockHeight: lastValidBlockHeight as number | undefined,
      firstSlot: firstSlot as number,
      firstHeight: firstHeight as number | undefined,
      firstSeenAt: firstSeenAt as number,
    };
  } catch (caught) {
    if (caught instanceof InvalidTransactionError) return undefined;
    throw caught;
  }
}
