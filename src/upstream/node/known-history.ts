import type { UpstreamEntry } from "../../../generated/config.ts";

/** Upstreams drop old blocks as they go: what was learned about the oldest one holds for this long. */
const learnedMs = 10 * 60_000;

/** How far back the ledger of one upstream goes, by its settings or by what its answers showed. Times are `performance.now()`. */
export class KnownHistory {
  readonly #configured: UpstreamEntry["history"];
  /** It has this slot and those after it; some before it are missing. */
  #firstSlot = 0;
  #learnedAt = Number.NEGATIVE_INFINITY;

  constructor(configured: UpstreamEntry["history"]) {
    this.#configured = configured;
  }

  /** Whether its settings say that it has all of the ledger. */
  get isFull(): boolean {
    return this.#configured === "full";
  }

  /** Whether a slot is older than what it has, as far as is known; `head` is its newest slot. */
  lacks(slot: number, head: number, now: number): boolean {
    if (typeof this.#configured === "number") return slot < head - this.#configured;
    return this.#configured === undefined && slot < this.#firstSlot && now - this.#learnedAt < learnedMs;
  }

  /** It reported its first slot. */
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

  /** Forgets what was learned: its address leads to another ledger. */
  clear(): void {
    this.#firstSlot = 0;
  }
}
