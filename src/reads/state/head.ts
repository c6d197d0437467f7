import { type Commitment, commitments } from "../../contract/method-description.ts";
import type { ReadonlyLedgerClock } from "../../ledger-clock/ledger-clock.ts";
import { impossibleJump } from "../../ledger-clock/ledger-lengths.ts";

/** The head becomes unknown after this long without a newer slot. */
const maxSilenceMs = 2000;
/** A response counts as current for at most this many slot times. */
const maxSlotsWithoutResponse = 1.5;

interface HeadOptions {
  /** Returns true if a slot reported by an upstream is plausible. */
  readonly isBelieved: (commitment: Commitment, slot: number, now: number) => boolean;
  /** Called on each newer processed slot. */
  readonly onMove: () => void;
  /** Called when state in memory may be invalid: the ledger was replaced or restarted, or is no longer followed. */
  readonly onForget: () => void;
}

/** The newest slot known at a commitment. */
interface Newest {
  readonly slot: number;
  /** When the latest request that showed it was sent. */
  readonly sentAt: number;
  /** The newest processed slot at that time; 0 if it is no longer known. */
  readonly processed: number;
}

const unknown: Newest = { slot: 0, sentAt: Number.NEGATIVE_INFINITY, processed: 0 };

/**
 * Tracks the newest slot per commitment, from notifications and responses. All commitments advance together, so a confirmed or finalized
 * slot is current only if its request was sent after the latest processed slot was seen. Times are `performance.now()`.
 */
export class Head {
  readonly #clock: Pick<ReadonlyLedgerClock, "slotMs" | "cautiousSlotMs">;
  readonly #acceptedLagSlots: number;
  readonly #options: HeadOptions;
  readonly #newest = { processed: unknown, confirmed: unknown, finalized: unknown };
  #reportedSlot = 0;
  #reportedAt = Number.NEGATIVE_INFINITY;
  /** When the newest processed slot was first seen. */
  #movedAt = Number.NEGATIVE_INFINITY;
  #previousMoveAt = Number.NEGATIVE_INFINITY;
  #previousProcessed = 0;

  /** `acceptedLagSlots`: how many slots old an answer may be until the next slot is due. */
  constructor(
    clock: Pick<ReadonlyLedgerClock, "slotMs" | "cautiousSlotMs">,
    acceptedLagSlots: number,
    options: HeadOptions,
  ) {
    this.#clock = clock;
    this.#acceptedLagSlots = acceptedLagSlots;
    this.#options = options;
  }

  /** True while new slots arrive. Those in responses count too, because the reporting upstream may lag. */
  isLive(now: number): boolean {
    return this.#reportedSlot > 0 && now - Math.max(this.#reportedAt, this.#movedAt) < maxSilenceMs;
  }

  /** The newest slot at a commitment; 0 before the first. */
  newest(commitment: Commitment): number {
    return this.#newest[commitment].slot;
  }

  /** The lowest slot that a request sent now is likely to be answered from; infinity while the head is unknown. */
  expectedSlot(commitment: Commitment, now: number): number {
    if (!this.isLive(now)) return Number.POSITIVE_INFINITY;
    const { slot, sentAt, processed } = this.#newest[commitment];
    const isNewest = commitment === "processed" || sentAt >= this.#movedAt;
    if (isNewest && now - sentAt < this.#maxMsWithoutResponse) return slot;
    // Assume that the distance between the commitments has not changed.
    return commitment === "processed" ? slot + 1 : slot + Math.max(this.newest("processed") - processed, 1);
  }

  /** Lowest slot for answers from memory. */
  floor(commitment: Commitment, now: number): number {
    return this.expectedSlot(commitment, now) - this.#acceptedLag(now);
  }

  /** True if the result of a request sent at `sentAt` is current, judging by time alone. */
  isCurrent(sentAt: number, now: number): boolean {
    if (!this.isLive(now)) return false;
    const accepted = this.#acceptedLag(now);
    return (
      sentAt >= (accepted > 0 ? this.#previousMoveAt : this.#movedAt) &&
      now - sentAt < this.#maxMsWithoutResponse * (1 + accepted)
    );
  }

  /** True if the result of a request sent at `sentAt` is current. `slot` is undefined if it names none. */
  accepts(slot: number | undefined, commitment: Commitment, sentAt: number, now: number): boolean {
    return slot === undefined ? this.isCurrent(sentAt, now) : slot >= this.floor(commitment, now);
  }

  /** Records that a slot has begun. `processed` is its parent, the newest slot that upstreams have state of. */
  recordSlot(slot: number, processed: number, now: number): void {
    if (slot < this.#reportedSlot - impossibleJump) this.forget();
    if (slot <= this.#reportedSlot || !this.#options.isBelieved("processed", processed, now)) return;
    this.#endSilence(now);
    this.#reportedSlot = slot;
    this.#reportedAt = now;
    this.#record("processed", processed, now, now);
  }

  /** Records the slot of a notification, unless it is late. */
  recordNotification(commitment: Commitment, slot: number, now: number): void {
    if (slot > this.newest(commitment)) this.recordResponse(commitment, slot, now, now);
  }

  /** Records the slot of a response to a request sent at `sentAt`. */
  recordResponse(commitment: Commitment, slot: number, sentAt: number, now: number): void {
    // A bogus slot far ahead would make every correct response look old.
    if (this.#options.isBelieved(commitment, slot, now)) this.#record(commitment, slot, sentAt, now);
  }

  #record(commitment: Commitment, slot: number, sentAt: number, now: number): void {
    const newest = this.#newest[commitment];
    if (slot < newest.slot || (slot === newest.slot && sentAt <= newest.sentAt)) return;
    this.#newest[commitment] = { slot, sentAt, processed: this.#processedAt(sentAt) };
    if (commitment !== "processed") {
      // A confirmed or finalized slot is also processed, even if its own notification is late.
      if (slot > this.#newest.processed.slot) this.#record("processed", slot, sentAt, now);
    } else if (slot > newest.slot) {
      this.#endSilence(now);
      this.#previousMoveAt = this.#movedAt;
      this.#previousProcessed = newest.slot;
      this.#movedAt = now;
      this.#options.onMove();
    }
  }

  forget(): void {
    for (const commitment of commitments) this.#newest[commitment] = unknown;
    this.#reportedSlot = 0;
    this.#options.onForget();
  }

  /** Called before a newer slot is recorded. After a silence the ledger may have been restarted, with new blocks at the same slots. */
  #endSilence(now: number): void {
    if (this.#reportedSlot > 0 && !this.isLive(now)) this.#options.onForget();
  }

  #processedAt(sentAt: number): number {
    if (sentAt >= this.#movedAt) return this.newest("processed");
    return sentAt >= this.#previousMoveAt ? this.#previousProcessed : 0;
  }

  get #maxMsWithoutResponse(): number {
    return maxSlotsWithoutResponse * this.#clock.cautiousSlotMs;
  }

  #acceptedLag(now: number): number {
    return now - this.#movedAt < this.#clock.slotMs ? this.#acceptedLagSlots : 0;
  }
}
