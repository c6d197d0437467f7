import type { Commitment } from "../contract/method-description.ts";
import { impossibleJump } from "../ledger-clock/ledger-lengths.ts";

/** The highest plausible slot at a commitment. */
export type HighestBelieved = (commitment: Commitment) => number;

/** The newest slot shown at each commitment; 0 before the first. A finalized slot is also confirmed, and a confirmed one processed. */
export class ShownSlots {
  processed = 0;
  confirmed = 0;
  finalized = 0;
  readonly #highest: HighestBelieved;

  constructor(highest: HighestBelieved = () => Number.POSITIVE_INFINITY) {
    this.#highest = highest;
  }

  /** Records a slot shown at a commitment, capped at the highest believed slot. */
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

  /** Forgets slots too far above `newest` to have existed. On a halted ledger, also processed slots above it: their fork was dropped. */
  dropAbove(newest: number, { hasHalted }: { readonly hasHalted: boolean }): void {
    const max = newest + impossibleJump;
    if (this.finalized > max) this.finalized = 0;
    if (this.confirmed > max) this.confirmed = this.finalized;
    if (this.processed > (hasHalted ? newest : max)) this.processed = this.confirmed;
  }

  clear(): void {
    this.processed = 0;
    this.confirmed = 0;
    this.finalized = 0;
  }
}
