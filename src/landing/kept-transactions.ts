import { readTransaction, TransactionFault } from "../transaction/read-transaction.ts";
import type { ExpiryProof } from "./fate.ts";
import type { KeptTransaction } from "./pending-transaction.ts";

/** What a sync changed. */
export interface Sync {
  /** What a process that died held, and this one holds now. */
  readonly adopted: readonly KeptTransaction[];
  /** Keys of what this process held, and another one holds now. */
  readonly lost: readonly string[];
}

/** A transaction as it was sent: one with other bytes under the same signature is another one. */
export type SentBytes = Pick<KeptTransaction, "network" | "signature" | "wire">;

/** A transaction that another process sends until it lands, or saw expire. */
export interface KeptElsewhere {
  readonly kept: KeptTransaction;
  /** The proof that it expired; undefined while it is pending. */
  readonly expired: ExpiryProof | undefined;
}

/** Keeps pending transactions over restarts, each with one holder at a time; when a holder dies, another process takes over. */
export interface LandingKeeper {
  /** Whether another live process holds the same bytes, as far as can be said at once. */
  isHeldElsewhere(sent: SentBytes): Promise<boolean>;
  /** Keeps a transaction at once, so that it survives a kill of this process. False if another live process holds the same bytes. */
  keep(kept: KeptTransaction): Promise<boolean>;
  /** Holds what `own` returns until the next sync, and takes over what other processes no longer hold. */
  sync(own: () => readonly KeptTransaction[]): Promise<Sync>;
  /** What another process holds, or saw expire. */
  find(network: string, signature: string): Promise<KeptElsewhere | undefined>;
  /** Lets other processes know for a while that a transaction expired, which the ledger can't tell them. */
  recordExpiry(kept: KeptTransaction, proof: ExpiryProof): Promise<void>;
  /** Lets go of these: another process may take them at once. */
  release(own: readonly KeptTransaction[]): Promise<void>;
}

/** How long a process holds transactions after a sync. */
export const leaseMs = 5000;
/** Time between two syncs. */
export const syncMs = 2000;

/** Identifies a transaction among those of all networks. */
export function keyOf(network: string, signature: string): string {
  return `${network} ${signature}`;
}

/** A transaction as it is written: without what can be read from its bytes again. */
export function writeKept(kept: KeptTransaction): { readonly network: string; readonly wire: string } {
  const { signature: _signature, lifetime: _lifetime, nonceAccount: _account, ...written } = kept;
  return written;
}

/** Reads what was written, by this process or another; undefined for anything else. */
export function readKept(value: unknown): KeptTransaction | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { network, wire, lastValidBlockHeight, firstSlot, firstHeight, firstSeenAt } = value as Record<
    string,
    unknown
  >;
  if (typeof network !== "string" || typeof wire !== "string" || wire.length > 5464) return undefined;
  const numbers = [firstSlot, firstSeenAt, lastValidBlockHeight ?? 0, firstHeight ?? 0];
  if (!numbers.every((number) => Number.isSafeInteger(number) && (number as number) >= 0)) return undefined;
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
    if (caught instanceof TransactionFault) return undefined;
    throw caught;
  }
}
