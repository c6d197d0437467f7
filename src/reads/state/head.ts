import { type Commitment, commitments } from "../../contract/method-description.ts";
import type { ReadonlyLedgerClock } from "../../ledger-clock/ledger-clock.ts";
import { impossibleJump } from "../../ledger-clock/ledger-lengths.ts";

/** The head is unknown once no newer slot was reported or shown for this long. */
const silentMs = 2000;
/** An answer counts as current for at most this many slot times. */
const maxSlotsWithoutAnswer = 1.5;

/** Whether a slot that an upstream claims at a commitment is believed. */
export type IsBelievedAt = (commitment: Commitment, slot: number, now: number) => boolean;

interface HeadOptions {
  readonly isBelieved: IsBelievedAt;
  /** Called when a newer processed slot becomes known. */
  readonly onMove: () => void;
  /** Called when what is known may no longer be true: the ledger is another one, was started again, or is no longer followed. */
  readonly onForget: () => void;
}

/** The newest slot known at a commitment. */
interface Newest {
  readonly slot: number;
  /** When the newest answer that showed it was asked for. */
  readonly askedAt: number;
  /** The newest processed slot at that time; 0 if that is no longer known. */
  readonly processed: number;
}

const unknown: Newest = { slot: 0, askedAt: Number.NEGATIVE_INFINITY, processed: 0 };

/**
 * The newest slots of a network, as reports and answers show them. Confirmed and finalized slots advance with processed ones, so
 * a known one is the newest only if an answer to a later request than the last processed slot showed it. Times are
 * `performance.now()`.
 */
export class Head {
  readonly #time: Pick<ReadonlyLedgerClock, "slotMs" | "cautiousSlotMs">;
  readonly #acceptedLagSlots: number;
  readonly #options: HeadOptions;
  readonly #newest = { processed: unknown, confirmed: unknown, finalized: unknown };
  #reportedSlot = 0;
  #reportedAt = Number.NEGATIVE_INFINITY;
  /** When the newest processed slot became known. */
  #movedAt = Number.NEGATIVE_INFINITY;
  #previousMoveAt = Number.NEGATIVE_INFINITY;
  #previousProcessed = 0;

  /** `acceptedLagSlots`: an answer may be this many slots old until the next slot is due. */
  constructor(
    time: Pick<ReadonlyLedgerClock, "slotMs" | "cautiousSlotMs">,
    acceptedLagSlots: number,
    options: HeadOptions,
  ) {
    this.#time = time;
    this.#acceptedLagSlots = acceptedLagSlots;
    this.#options = options;
  }

  /** Whether slots are reported. Newer slots in answers count too, since the upstream that reports may be behind. */
  isKnown(now: number): boolean {
    return this.#reportedSlot > 0 && now - Math.max(this.#reportedAt, this.#movedAt) < silentMs;
  }

  /** The newest slot known at a commitment; 0 before the first. */
  newest(commitment: Commitment): number {
    return this.#newest[commitment].slot;
  }

  /** The lowest slot that an answer asked for now is likely to come from; infinity while the head is unknown. */
  expectedSlot(commitment: Commitment, now: number): number {
    if (!this.isKnown(now)) return Number.POSITIVE_INFINITY;
    const { slot, askedAt, processed } = this.#newest[commitment];
    const isNewest = commitment === "processed" || askedAt >= this.#movedAt;
    if (isNewest && now - askedAt < this.#maxMsWithoutAnswer) return slot;
    // The commitments are about as far apart as they were.
    return commitment === "processed" ? slot + 1 : slot + Math.max(this.newest("processed") - processed, 1);
  }

  /** Lowest slot of an answer from memory. */
  floor(commitment: Commitment, now: number): number {
    return this.expectedSlot(commitment, now) - this.#acceptedLag(now);
  }

  /** Whether an answer without a slot, asked for at `askedAt`, is as good as a new one. */
  isCurrent(askedAt: number, now: number): boolean {
    if (!this.isKnown(now)) return false;
    const accepted = this.#acceptedLag(now);
    return (
      askedAt >= (accepted > 0 ? this.#previousMoveAt : this.#movedAt) &&
      now - askedAt < this.#maxMsWithoutAnswer * (1 + accepted)
    );
  }

  /** Whether an answer asked for at `askedAt` is as good as a new one; `slot` is undefined if it shows none. */
  accepts(slot: number | undefined, commitment: Commitment, askedAt: number, now: number): boolean {
    return slot === undefined ? this.isCurrent(askedAt, now) : slot >= this.floor(commitment, now);
  }

  /** Records that a slot has begun. `processed`: the newest slot whose state upstreams answer from. */
  recordSlot(slot: number, processed: number, now: number): void {
    if (slot < this.#reportedSlot - impossibleJump) this.forget();
    if (slot <= this.#reportedSlot || !this.#options.isBelieved("processed", processed, now)) return;
    this.#endSilence(now);
    this.#reportedSlot = slot;
    this.#reportedAt = now;
    this.#record("processed", processed, now, now);
  }

  /** Records the slot of a notification, if it is newer than what is known: others are late. */
  recordNotification(commitment: Commitment, slot: number, now: number): void {
    if (slot > this.newest(commitment)) this.recordAnswer(commitment, slot, now, now);
  }

  /** Records the slot of an answer that was asked for at `askedAt`. */
  recordAnswer(commitment: Commitment, slot: number, askedAt: number, now: number): void {
    // A wrong slot far ahead would make every right answer look old.
    if (this.#options.isBelieved(commitment, slot, now)) this.#record(commitment, slot, askedAt, now);
  }

  #record(commitment: Commitment, slot: number, askedAt: number, now: number): void {
    const known = this.#newest[commitment];
    if (slot < known.slot || (slot === known.slot && askedAt <= known.askedAt)) return;
    this.#newest[commitment] = { slot, askedAt, processed: this.#processedAt(askedAt) };
    if (commitment !== "processed") {
      // Reports may be late: a confirmed or finalized slot was processed, too.
      if (slot > this.#newest.processed.slot) this.#record("processed", slot, askedAt, now);
    } else if (slot > known.slot) {
      this.#endSilence(now);
      this.#previousMoveAt = this.#movedAt;
      this.#previousProcessed = known.slot;
      this.#movedAt = now;
      this.#options.onMove();
    }
  }

  forget(): void {
    for (const commitment of commitments) this.#newest[commitment] = unknown;
    this.#reportedSlot = 0;
    this.#options.onForget();
  }

  /** Called before a newer slot is recorded. After a silence the ledger may have been restarted, with other blocks at the same slots. */
  #endSilence(now: number): void {
    if (this.#reportedSlot > 0 && !this.isKnown(now)) this.#options.onForget();
  }

  #processedAt(askedAt: number): number {
    if (askedAt >= this.#movedAt) return this.newest("processed");
    return askedAt >= this.#previousMoveAt ? this.#previousProcessed : 0;
  }

  get #maxMsWithoutAnswer(): number {
    return maxSlotsWithoutAnswer * this.#time.cautiousSlotMs;
  }

  #acceptedLag(now: number): number {
    return now - this.#movedAt < this.#time.slotMs ? this.#acceptedLagSlots : 0;
  }
}
