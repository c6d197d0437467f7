import type { ShownSlots } from "../../call/shown-slots.ts";
import type { Commitment } from "../../contract/method-description.ts";
import { UpstreamPace } from "../../ledger-clock/upstream-pace.ts";

/** A slot of the ledger, and the `performance.now()` by which it was reached. */
export interface ReachedSlot {
  readonly slot: number;
  readonly at: number;
}

/** An upstream's newest known slot at each commitment. Times are `performance.now()`. */
export class UpstreamSlots {
  readonly #slots: Record<Commitment, SlotAtCommitment> = {
    processed: new SlotAtCommitment(),
    confirmed: new SlotAtCommitment(),
    finalized: new SlotAtCommitment(),
  };

  readonly pace = new UpstreamPace();
  /** When the newest response with a slot arrived. */
  lastRespondedAt = Number.NEGATIVE_INFINITY;

  newest(commitment: Commitment): number | undefined {
    return this.#slots[commitment].slot;
  }

  /** Records the slot in the response to a request sent at `sentAt`. */
  record(commitment: Commitment, slot: number, sentAt: number, now: number): void {
    if (this.#slots[commitment].record(slot, sentAt, now)) this.pace.record(commitment, slot, now);
    this.#slots[commitment].respondedAt = now;
    this.lastRespondedAt = now;
    if (commitment !== "processed") this.raise(commitment, slot, now);
  }

  /** Records a slot that was reached. Confirmed implies processed, and finalized both, unless blocks are final at once. */
  raise(commitment: Commitment, slot: number, now: number): void {
    this.#slots[commitment].raise(slot, now);
    if (this.pace.isInstant) return;
    if (commitment === "finalized") this.#slots.confirmed.raise(slot, now);
    if (commitment !== "processed") this.#slots.processed.raise(slot, now);
  }

  raiseTo(shown: ShownSlots, now: number): void {
    let higher = 0;
    for (const commitment of ["finalized", "confirmed", "processed"] as const) {
      const slot = shown[commitment];
      // A lower commitment matters only if its slot is newer than that of the higher one.
      if (slot > higher) this.raise(commitment, slot, now);
      higher = Math.max(slot, higher);
    }
  }

  /** When the request was sent whose response first had the slot. */
  reachedAt(commitment: Commitment): number {
    return this.#slots[commitment].reachedAt;
  }

  /** When a response or a notification last confirmed the slot. */
  knownAt(commitment: Commitment): number {
    const { respondedAt, reachedAt } = this.#slots[commitment];
    return Math.max(respondedAt, reachedAt);
  }

  /** When the newest response with the slot at this very commitment arrived. */
  respondedAt(commitment: Commitment): number {
    return this.#slots[commitment].respondedAt;
  }
}

class SlotAtCommitment {
  slot: number | undefined = undefined;
  respondedAt = Number.NEGATIVE_INFINITY;
  reachedAt = Number.NEGATIVE_INFINITY;
  #recordedAt = Number.NEGATIVE_INFINITY;

  /**
   * Records the slot in the response to a request sent at `sentAt`; returns whether it did. Ignores a lower slot from a request that was
   * sent before the last slot was recorded, because responses overtake each other.
   */
  record(slot: number, sentAt: number, now: number): boolean {
    if (this.slot !== undefined && slot < this.slot && sentAt <= this.#recordedAt) return false;
    // The upstream may have had the slot since the request was sent.
    if (this.slot === undefined || slot > this.slot) this.reachedAt = sentAt;
    this.slot = slot;
    this.#recordedAt = now;
    return true;
  }

  raise(slot: number, now: number): void {
    if (this.slot === undefined || slot > this.slot) this.record(slot, now, now);
  }
}
