import { isWholeNumber } from "../json/whole-number.ts";
import {
  InvalidTransactionError,
  maxEncodedLength,
  readTransaction,
} from "../transaction/read-transaction.ts";
import type { ExpiryProof, Fate } from "./fate.ts";
import type { SavedTransaction } from "./tracked-transaction.ts";

/** Transactions whose holder changed during a sync. */
export interface SyncResult {
  /** Transactions taken over from processes that died. */
  readonly adopted: readonly SavedTransaction[];
  /** Keys of transactions that another process took over from this one. */
  readonly lost: readonly string[];
}

/** Identifies a transaction including its bytes, since another may carry the same signature. */
export type WireIdentity = Pick<SavedTransaction, "network" | "signature" | "wire">;

/** A transaction that another process holds or has seen expire. */
export interface PeerTransaction {
  readonly saved: SavedTransaction;
  readonly fate: Fate;
}

/** Stores pending transactions across restarts. Each has one holder; if it dies, another process takes over. */
export interface LandingStorage {
  /** Subsystem under which failures are counted. */
  readonly place: "state_file" | "redis";
  /** Resolves with true if another live process is known to hold the same bytes. */
  isHeldByPeer(sent: WireIdentity): Promise<boolean>;
  /** Stores a transaction immediately, to survive a kill of this process. False if a live peer holds the same bytes. */
  add(saved: SavedTransaction): Promise<boolean>;
  /** Renews the leases on what `own` returns, and takes over transactions whose lease ran out. */
  sync(own: () => readonly SavedTransaction[]): Promise<SyncResult>;
  /** Finds a transaction that another process holds or has seen expire. */
  find(network: string, signature: string): Promise<PeerTransaction | undefined>;
  /** Records for other processes that a transaction expired, since the ledger does not show it. */
  recordExpiry(saved: SavedTransaction, proof: ExpiryProof): Promise<void>;
  /** Ends the leases on these transactions, so that another process can take over immediately. */
  release(own: readonly SavedTransaction[]): Promise<void>;
}

/** Length of a lease. A process that does not sync for this long loses its transactions. */
export const leaseMs = 5000;
/** Time between syncs. */
export const syncMs = 2000;

/** Key of a transaction over all networks. */
export function transactionKey({
  network,
  signature,
}: Pick<SavedTransaction, "network" | "signature">): string {
  return `${network} ${signature}`;
}

/** Serializes a transaction for storage, without the fields that its bytes contain. */
export function writeSaved(saved: SavedTransaction): { readonly network: string; readonly wire: string } {
  const { signature: _signature, lifetime: _lifetime, nonceAccount: _account, ...written } = saved;
  return written;
}

/** Parses the output of `writeSaved`, possibly from another process; undefined for anything else. */
export function readSaved(value: unknown): SavedTransaction | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const fields = value as Record<string, unknown>;
  const { network, wire, lastValidBlockHeight, firstSlot, firstHeight, firstSeenAt } = fields;
  if (typeof network !== "string" || typeof wire !== "string" || wire.length > maxEncodedLength)
    return undefined;
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
