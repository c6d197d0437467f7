import type { Commitment } from "../contract/method-description.ts";

/** The newest slots that answers showed, by commitment; 0 before the first. What is confirmed was processed too, and what is finalized was both. */
export class ShownSlots {
  processed = 0;
  confirmed = 0;
  finalized = 0;

  /** Takes what an answer at a commitment showed. */
  raise(commitment: Commitment, slot: number): void {
    if (commitment === "finalized" && slot > this.finalized) this.finalized = slot;
    if (commitment !== "processed" && slot > this.confirmed) this.confirmed = slot;
    if (slot > this.processed) this.processed = slot;
  }

  /** Forgets everything: another ledger is behind the network. */
  clear(): void {
    this.processed = 0;
    this.confirmed = 0;
    this.finalized = 0;
  }
}
