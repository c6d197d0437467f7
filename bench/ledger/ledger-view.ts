import type { Commitment } from "../../src/contract/method-description.ts";
import { type AccountVersion, depths, type Fork, type ModelLedger } from "./model-ledger.ts";

/** How one upstream sees the ledger: behind it by its lag, and for a while on a fork that will be dropped. */
export class LedgerView {
  readonly ledger: ModelLedger;
  /** Slots behind the newest. */
  lag = 0;
  #fork: Fork | undefined;

  constructor(ledger: ModelLedger) {
    this.ledger = ledger;
  }

  /** The slot that it reports at a commitment. */
  slotAt(commitment: Commitment): number {
    const slot = Math.max(this.ledger.head - this.lag - depths[commitment], 0);
    return commitment === "processed" && this.#fork !== undefined ? Math.max(slot, this.#fork.slot) : slot;
  }

  /** What it takes an account to hold at a commitment. */
  accountAt(address: string, commitment: Commitment): AccountVersion | undefined {
    const slot = this.slotAt(commitment);
    const found = this.ledger.accountAt(address, slot);
    return commitment === "processed" && this.#fork !== undefined
      ? this.#fork.stateOf(address, found)
      : found;
  }

  /** Sees a slot ahead of all others that changes an account, until the ledger has passed it. */
  startFork(address: string): void {
    this.#fork = this.ledger.fork(address);
    const end = this.ledger.onSlot(() => {
      if (this.#fork !== undefined && this.ledger.head < this.#fork.slot) return;
      this.#fork = undefined;
      end();
    });
  }
}
