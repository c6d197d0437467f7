import { type AccountVersion, depths, type Fork, type Level, type ModelLedger } from "./model-ledger.ts";

/** How one upstream sees the ledger: behind it by its lag, and for a while on a fork that will be dropped. */
export class LedgerView {
  readonly ledger: ModelLedger;
  /** Slots behind the newest. */
  lag = 0;
  #fork: Fork | undefined;

  constructor(ledger: ModelLedger) {
    this.ledger = ledger;
  }

  /** The slot that it reports at a level. */
  slotAt(level: Level): number {
    const slot = Math.max(this.ledger.head - this.lag - depths[level], 0);
    return level === "processed" && this.#fork !== undefined ? Math.max(slot, this.#fork.slot) : slot;
  }

  /** What it takes an account to hold at a level. */
  accountAt(address: string, level: Level): AccountVersion | undefined {
    const slot = this.slotAt(level);
    const found = this.ledger.accountAt(address, slot);
    return level === "processed" && this.#fork !== undefined ? this.#fork.stateOf(address, found) : found;
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
