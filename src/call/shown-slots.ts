import type { Commitment } from "../contract/method-description.ts";
import { impossibleJump } from "../ledger-clock/ledger-lengths.ts";

/** The highest slot that is believed at a commitment. */
export type HighestBelieved = (commitment: Commitment) => number;

/**
 * The newest slots that answers showed, by commitment; 0 before the first. What is confirmed was processed too, and what is finalized was
 * both.
 */
export class ShownSlots {
  processed = 0;
  confirmed = 0;
  finalized = 0;
  readonly #highest: HighestBelieved;

  constructor(highest: HighestBelieved = () => Number.POSITIVE_INFINITY) {
    this.#highest = highest;
  }

  /** Records what an answer at a commitment showed, as far as it is believed. */
  raise(commitment: Commitment, claimed: number): void {
    if (claimed <= this[commitment]) return;
    const slot = Math.min(claimed, this.#highest(commitment));
    if (commitment === "finalized" && slot > this.finalized) this.finalized = slot;
    if (commitment !== "processed" && slot > this.confirmed) this.confirmed = slot;
    if (slot > this.processed) this.processed = slot;
  }

  raiseTo({ processed, confirmed, finalized }: ShownSlots): void {
    this.raise("finalized", finalized);
    this.raise("confirmed", confirmed);
    this.raise("processed", processed);
  }

  /**
   * Forgets slots so far above the newest that the ledger never had them; if it has halted, also processed slots above, which went with
   * their fork.
   */
  dropAbove(newest: number, { hasHalted }: { readonly hasHalted: boolean }): void {
    const highest = newest + impossibleJump;
    if (this.finalized > highest) this.finalized = 0;
    if (this.confirmed > highest) this.confirmed = this.finalized;
    if (this.processed > (hasHalted ? newest : highest)) this.processed = this.confirmed;
  }

  clear(): void {
    this.processed = 0;
    this.confirmed = 0;
    this.finalized = 0;
  }
}
