import type { UpstreamEntry } from "../../../generated/config.ts";

/** A node forgets as it goes: what was learned of its oldest block counts for this long. */
const learnedMs = 10 * 60_000;

/** How far back the ledger of one upstream goes, as the operator says, or as its answers showed. Times are `performance.now()`. */
export class KnownHistory {
  readonly #told: UpstreamEntry["history"];
  /** It has this slot and those after it; some before it are missing. */
  #firstSlot = 0;
  #learnedAt = Number.NEGATIVE_INFINITY;

  constructor(told: UpstreamEntry["history"]) {
    this.#told = told;
  }

  /** The operator says that it has all of the ledger. */
  get isFull(): boolean {
    return this.#told === "full";
  }

  /** Whether a slot is older than what it has, as far as is known; `head` is its newest slot. */
  lacks(slot: number, head: number, now: number): boolean {
    if (typeof this.#told === "number") return slot < head - this.#told;
    return this.#told === undefined && slot < this.#firstSlot && now - this.#learnedAt < learnedMs;
  }

  /** It said which its first slot is. */
  recordFirst(slot: number, now: number): void {
    this.#firstSlot = slot;
    this.#learnedAt = now;
  }

  /** Another upstream has a slot that this one said it does not have. */
  recordMissing(slot: number, now: number): void {
    this.#firstSlot = Math.max(this.#firstSlot, slot + 1);
    this.#learnedAt = now;
  }

  /** It answered for a slot. */
  recordFound(slot: number): void {
    this.#firstSlot = Math.min(this.#firstSlot, slot);
  }

  /** Another ledger stands behind its address. */
  clear(): void {
    this.#firstSlot = 0;
  }
}
