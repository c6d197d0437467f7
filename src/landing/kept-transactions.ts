import { readTransaction, TransactionFault, transactionBytes } from "../transaction/read-transaction.ts";
import { type KeptTransaction, keptFields } from "./pending-transaction.ts";

/** Keeps pending transactions over restarts, each with one holder at a time; when a holder dies, another process gets them. */
export interface LandingKeeper {
  /** Keeps these as this process's own for the next seconds, and gives those that another process no longer holds. */
  sync(own: readonly KeptTransaction[]): Promise<readonly KeptTransaction[]>;
  /** Lets go of these: another process may have them at once. */
  release(own: readonly KeptTransaction[]): Promise<void>;
}

/** For how long a process holds transactions that it does not keep again. */
export const leaseMs = 5000;
/** Time between two syncs: a holder that lives misses none. */
export const syncMs = 2000;

/** A transaction as it is written. What its bytes say is read from them again. */
export function writeKept(kept: KeptTransaction): object {
  const { network, wire, lastValidBlockHeight, firstSlot, firstHeight, firstSeenAt } = kept;
  return { network, wire, lastValidBlockHeight, firstSlot, firstHeight, firstSeenAt };
}

/** Reads what was written, by this process or another; undefined for anything else. */
export function readKept(value: unknown): KeptTransaction | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { network, wire, lastValidBlockHeight, firstSlot, firstHeight, firstSeenAt } = value as Record<
    string,
    unknown
  >;
  if (typeof network !== "string" || typeof wire !== "string") return undefined;
  const numbers = [firstSlot, firstSeenAt, lastValidBlockHeight ?? 0, firstHeight ?? 0];
  if (!numbers.every((number) => Number.isSafeInteger(number) && (number as number) >= 0)) return undefined;
  try {
    return {
      ...keptFields(readTransaction(transactionBytes(wire, "base64")), wire),
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
