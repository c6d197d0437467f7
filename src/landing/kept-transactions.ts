import { readTransaction, TransactionFault } from "../transaction/read-transaction.ts";
import type { ExpiryProof } from "./fate.ts";
import { type KeptTransaction, keptFields } from "./pending-transaction.ts";

/** What a sync changed. */
export interface Sync {
  /** What a process that died held, and this one holds now. */
  readonly adopted: readonly KeptTransaction[];
  /** Keys of what this process held, and another one holds now. */
  readonly lost: readonly string[];
}

/** The bytes of a transaction: others under its signature are a forgery, or it is. */
export type SentBytes = Pick<KeptTransaction, "network" | "signature" | "wire">;

/** A transaction that another process sends until it lands, or the way it expired. */
export interface KeptElsewhere {
  readonly kept: KeptTransaction;
  /** The proof that it expired; undefined while it is pending. */
  readonly expired: ExpiryProof | undefined;
}

/** Keeps pending transactions over restarts, each with one holder at a time; when a holder dies, another process gets them. */
export interface LandingKeeper {
  /** Whether another process that lives holds the same bytes, as far as that is known at once. */
  isHeldElsewhere(sent: SentBytes): Promise<boolean>;
  /** Keeps one at once: from then on it outlives this process, however that ends. False if another process that lives holds the same bytes. */
  keep(kept: KeptTransaction): Promise<boolean>;
  /** Keeps what `own` gives as this process's own for the next seconds, and takes over what another process no longer holds. */
  sync(own: () => readonly KeptTransaction[]): Promise<Sync>;
  /** What another process holds, or saw expire. */
  find(network: string, signature: string): Promise<KeptElsewhere | undefined>;
  /** Lets other processes know for a while that a transaction has expired, which the ledger can't say. */
  recordExpiry(kept: KeptTransaction, proof: ExpiryProof): Promise<void>;
  /** Lets go of these: another process may have them at once. */
  release(own: readonly KeptTransaction[]): Promise<void>;
}

/** For how long a process holds transactions that it does not keep again. */
export const leaseMs = 5000;
/** Time between two syncs: a holder that lives misses none. */
export const syncMs = 2000;

/** The key of a transaction among those of all networks. */
export function keyOf(network: string, signature: string): string {
  return `${network} ${signature}`;
}

/** A transaction as it is written. What its bytes say is read from them again. */
export function writeKept(kept: KeptTransaction): { readonly network: string; readonly wire: string } {
  const { network, wire, lastValidBlockHeight, firstSlot, firstHeight, firstSeenAt } = kept;
  const times = { lastValidBlockHeight, firstSlot, firstHeight, firstSeenAt };
  return { network, wire, ...times };
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
    return {
      ...keptFields(readTransaction(Buffer.from(wire, "base64")), wire),
      network,
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

/** JSON text as a value; undefined for what is no JSON: someone else's, or cut short. */
export function parsedOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
