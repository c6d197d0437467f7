import { type Commitment, commitments } from "../contract/method-description.ts";
import { otherLedgerSlots } from "../ledger-time/ledger-lengths.ts";
import type { LedgerTime } from "../ledger-time/network-clock.ts";

/** Without a report of a slot for this long, the head is unknown. */
const silentMs = 2000;
/** After this many slots' time without a newer slot, an upstream must show that there is none. */
const stillSlots = 1.5;

/** Whether a slot that an upstream claims at a commitment is believed. */
export type IsBelievedAt = (commitment: Commitment, slot: number, now: number) => boolean;

/** The newest slot known at a commitment. */
interface Newest {
  readonly slot: number;
  /** When the answer was asked for that last showed it. */
  readonly askedAt: number;
  /** The newest processed slot at that time; 0 if it is not known any more. */
  readonly processed: number;
}

const unknown: Newest = { slot: 0, askedAt: Number.NEGATIVE_INFINITY, processed: 0 };

/**
 * The newest slots of a network, as reports and answers show them. With each processed slot the other commitments move too, so what is
 * known of them is the newest only once an answer asked for since then has shown it. Times are `performance.now()`.
 */
export class Head {
  readonly #time: Pick<LedgerTime, "slotMs" | "cautiousSlotMs">;
  readonly #behind: number;
  readonly #isBelieved: IsBelievedAt;
  readonly #newest = { processed: unknown, confirmed: unknown, finalized: unknown };
  #reportedSlot = 0;
  #reportedAt = Number.NEGATIVE_INFINITY;
  /** When the newest processed slot became known, and the one before it. */
  #movedAt = Number.NEGATIVE_INFINITY;
  #movedBefore = Number.NEGATIVE_INFINITY;
  #processedBefore = 0;
  /** Called with each newer processed slot. */
  onMove: () => void = () => undefined;
  /** Called when another ledger, or one that was started again, has taken the place of this one. */
  onRestart: () => void = () => undefined;

  /** `behind`: slots below the newest that are accepted until the next is about due. */
  constructor(
    time: Pick<LedgerTime, "slotMs" | "cautiousSlotMs">,
    behind: number,
    isBelieved: IsBelievedAt = () => true,
  ) {
    this.#time = time;
    this.#behind = behind;
    this.#isBelieved = isBelieved;
  }

  /** Milliseconds of a slot. */
  get slotMs(): number {
    return this.#time.slotMs;
  }

  /** Whether slots are reported. */
  isFollowed(now: number): boolean {
    return now - this.#reportedAt < silentMs;
  }

  /** The newest slot known at a commitment; 0 before the first. */
  at(commitment: Commitment): number {
    return this.#newest[commitment].slot;
  }

  /** The lowest slot that an answer asked for now is likely to come from; infinity while the head is unknown. */
  expected(commitment: Commitment, now: number): number {
    if (!this.isFollowed(now)) return Number.POSITIVE_INFINITY;
    const { slot, askedAt, processed } = this.#newest[commitment];
    const isNewest = commitment === "processed" || askedAt >= this.#movedAt;
    if (isNewest && now - askedAt < this.#stillMs) return slot;
    // The commitments are about as far apart as they were.
    return commitment === "processed" ? slot + 1 : slot + Math.max(this.at("processed") - processed, 1);
  }

  /** The lowest slot that a read is answered from without asking an upstream. */
  floor(commitment: Commitment, now: number): number {
    return this.expected(commitment, now) - this.#accepted(now);
  }

  /** Whether an answer without a slot, asked for at `askedAt`, is as good as a new one. */
  isCurrent(askedAt: number, now: number): boolean {
    if (!this.isFollowed(now)) return false;
    const accepted = this.#accepted(now);
    return (
      askedAt >= (accepted > 0 ? this.#movedBefore : this.#movedAt) &&
      now - askedAt < this.#stillMs * (1 + accepted)
    );
  }

  /** A slot has begun, on top of the one that upstreams answer from as processed. */
  report(slot: number, processed: number, now: number): void {
    if (slot < this.#reportedSlot - otherLedgerSlots) this.forget();
    if (slot <= this.#reportedSlot || !this.#isBelieved("processed", processed, now)) return;
    this.#reportedSlot = slot;
    this.#reportedAt = now;
    this.#show("processed", processed, now, now);
  }

  /** A notification came from a slot; a late one says nothing about the newest. */
  raise(commitment: Commitment, slot: number, now: number): void {
    if (slot > this.at(commitment)) this.show(commitment, slot, now, now);
  }

  /** An answer that was asked for at `askedAt` came from a slot. */
  show(commitment: Commitment, slot: number, askedAt: number, now: number): void {
    // A wrong number must not keep every answer from being used.
    if (this.#isBelieved(commitment, slot, now)) this.#show(commitment, slot, askedAt, now);
  }

  #show(commitment: Commitment, slot: number, askedAt: number, now: number): void {
    const known = this.#newest[commitment];
    if (slot < known.slot || (slot === known.slot && askedAt <= known.askedAt)) return;
    this.#newest[commitment] = { slot, askedAt, processed: this.#processedAt(askedAt) };
    if (commitment !== "processed") {
      // Reports may be late: what is confirmed or finalized was processed.
      if (slot > this.#newest.processed.slot) this.#show("processed", slot, askedAt, now);
    } else if (slot > known.slot) {
      this.#movedBefore = this.#movedAt;
      this.#processedBefore = known.slot;
      this.#movedAt = now;
      this.onMove();
    }
  }

  /** Forgets everything. */
  forget(): void {
    for (const commitment of commitments) this.#newest[commitment] = unknown;
    this.#reportedSlot = 0;
    this.#reportedAt = Number.NEGATIVE_INFINITY;
    this.onRestart();
  }

  #processedAt(askedAt: number): number {
    if (askedAt >= this.#movedAt) return this.at("processed");
    return askedAt >= this.#movedBefore ? this.#processedBefore : 0;
  }

  get #stillMs(): number {
    return stillSlots * this.#time.cautiousSlotMs;
  }

  #accepted(now: number): number {
    return now - this.#movedAt < this.#time.slotMs ? this.#behind : 0;
  }
}
