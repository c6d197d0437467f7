import type { Commitment } from "../contract/method-description.ts";

/** The newest slots that answers showed, by commitment; 0 before the first. What is confirmed was processed too, and what is finalized was both. */
export class ShownSlots {
  processed = 0;
  confirmed = 0;
  finalized = 0;
  readonly #isBelieved: (slot: number) => boolean;

  /** `isBelieved`: whether the ledger may have a slot that an upstream named. */
  constructor(isBelieved: (slot: number) => boolean = () => true) {
    this.#isBelieved = isBelieved;
  }

  /** Takes what an answer at a commitment showed, but for a slot that the ledger can't have. */
  raise(commitment: Commitment, slot: number): void {
    if (slot <= this[commitment] || !this.#isBelieved(slot)) return;
    if (commitment === "finalized" && slot > this.finalized) this.finalized = slot;
    if (commitment !== "processed" && slot > this.confirmed) this.confirmed = slot;
    if (slot > this.processed) this.processed = slot;
  }

  /** Takes all that another has. */
  raiseTo({ processed, confirmed, finalized }: ShownSlots): void {
    this.raise("finalized", finalized);
    this.raise("confirmed", confirmed);
    this.raise("processed", processed);
  }

  /**
   * Forgets what is above the newest processed slot that the ledger has: a processed slot goes with its fork; what is confirmed
   * stays, and what is far above was never the ledger's.
   */
  dropAbove(newest: number, farAhead: number): void {
    if (this.finalized > newest + farAhead) this.finalized = 0;
    if (this.confirmed > newest + farAhead) this.confirmed = this.finalized;
    if (this.processed > newest) this.processed = this.confirmed;
  }

  /** Forgets everything: another ledger is behind the network. */
  clear(): void {
    this.processed = 0;
    this.confirmed = 0;
    this.finalized = 0;
  }
}
