import type { ShownSlots } from "../../call/shown-slots.ts";
import type { Commitment } from "../../contract/method-description.ts";
import { UpstreamPace } from "../../ledger-clock/upstream-pace.ts";

/** A slot of the ledger, and the `performance.now()` at which it had been reached. */
export interface ReachedSlot {
  readonly slot: number;
  readonly at: number;
}

/** The newest slot that an upstream is known to have at each commitment. Times are `performance.now()`. */
export class UpstreamSlots {
  readonly #slots: Record<Commitment, SlotAtCommitment> = {
    processed: new SlotAtCommitment(),
    confirmed: new SlotAtCommitment(),
    finalized: new SlotAtCommitment(),
  };

  readonly pace = new UpstreamPace();
  /** When the newest answer arrived that showed a slot. */
  lastAnsweredAt = Number.NEGATIVE_INFINITY;

  newest(commitment: Commitment): number | undefined {
    return this.#slots[commitment].slot;
  }

  /** Records what the answer to a request sent at `askedAt` showed. */
  record(commitment: Commitment, slot: number, askedAt: number, now: number): void {
    if (this.#slots[commitment].record(slot, askedAt, now)) this.pace.record(commitment, slot, now);
    this.#slots[commitment].answeredAt = now;
    this.lastAnsweredAt = now;
    if (commitment !== "processed") this.raise(commitment, slot, now);
  }

  /** Records a slot that was reached. Confirmed implies processed, and finalized both, except where blocks are final at once. */
  raise(commitment: Commitment, slot: number, now: number): void {
    this.#slots[commitment].raise(slot, now);
    if (this.pace.isInstant) return;
    if (commitment === "finalized") this.#slots.confirmed.raise(slot, now);
    if (commitment !== "processed") this.#slots.processed.raise(slot, now);
  }

  raiseTo(answered: ShownSlots, now: number): void {
    let higher = 0;
    for (const commitment of ["finalized", "confirmed", "processed"] as const) {
      const slot = answered[commitment];
      // A lower commitment matters only if its slot is newer than that of the higher one.
      if (slot > higher) this.raise(commitment, slot, now);
      higher = Math.max(slot, higher);
    }
  }

  /** When the request was sent whose answer first showed the slot. */
  reachedAt(commitment: Commitment): number {
    return this.#slots[commitment].reachedAt;
  }

  /** When an answer or a notification last showed the slot, or that it is no lower. */
  knownAt(commitment: Commitment): number {
    const { answeredAt, reachedAt } = this.#slots[commitment];
    return Math.max(answeredAt, reachedAt);
  }

  /** When the newest answer arrived that showed the slot at this commitment itself. */
  answeredAt(commitment: Commitment): number {
    return this.#slots[commitment].answeredAt;
  }
}

class SlotAtCommitment {
  slot: number | undefined = undefined;
  answeredAt = Number.NEGATIVE_INFINITY;
  reachedAt = Number.NEGATIVE_INFINITY;
  #recordedAt = Number.NEGATIVE_INFINITY;

  /**
   * Records the slot of an answer to a request sent at `askedAt`; returns whether it did. Ignores a lower slot than the last one if its
   * request was sent before the last one was recorded: answers overtake each other.
   */
  record(slot: number, askedAt: number, now: number): boolean {
    if (this.slot !== undefined && slot < this.slot && askedAt <= this.#recordedAt) return false;
    // It may have had the slot since the request was sent.
    if (this.slot === undefined || slot > this.slot) this.reachedAt = askedAt;
    this.slot = slot;
    this.#recordedAt = now;
    return true;
  }

  raise(slot: number, now: number): void {
    if (this.slot === undefined || slot > this.slot) this.record(slot, now, now);
  }
}
