import type { Commitment } from "../contract/method-description.ts";

/** As much as is believed of a slot that an upstream's answer named. */
export type BelievedPart = (commitment: Commitment, slot: number) => number;

/** The newest slots that answers showed, by commitment; 0 before the first. What is confirmed was processed too, and what is finalized was both. */
export class ShownSlots {
  processed = 0;
  confirmed = 0;
  finalized = 0;
  readonly #believedPart: BelievedPart;

  constructor(believedPart: BelievedPart = (_, slot) => slot) {
    this.#believedPart = believedPart;
  }

  /** Records what an answer at a commitment showed, as far as it is believed. */
  raise(commitment: Commitment, claimed: number): void {
    if (claimed > this[commitment]) this.adopt(commitment, this.#believedPart(commitment, claimed));
  }

  /** Records a slot that is believed. */
  adopt(commitment: Commitment, slot: number): void {
    if (commitment === "finalized" && slot > this.finalized) this.finalized = slot;
    if (commitment !== "processed" && slot > this.confirmed) this.confirmed = slot;
    if (slot > this.processed) this.processed = slot;
  }

  /** Records everything that another has. */
  raiseTo({ processed, confirmed, finalized }: ShownSlots): void {
    this.raise("finalized", finalized);
    this.raise("confirmed", confirmed);
    this.raise("processed", processed);
  }

  /**
   * Forgets slots so far above the newest that the ledger never had them, and if it has halted all processed slots above: they went with
   * their fork.
   */
  dropAbove(newest: number, farAhead: number, hasHalted: boolean): void {
    if (this.finalized > newest + farAhead) this.finalized = 0;
    if (this.confirmed > newest + farAhead) this.confirmed = this.finalized;
    if (this.processed > newest + (hasHalted ? 0 : farAhead)) this.processed = this.confirmed;
  }

  /** Forgets everything: the network now has another ledger. */
  clear(): void {
    this.processed = 0;
    this.confirmed = 0;
    this.finalized = 0;
  }
}
