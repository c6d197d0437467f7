import type { UpstreamEntry } from "../../../generated/config.ts";

/** Least time between two questions for the first slot: a node may have been restored with older blocks. */
const recheckMs = 60_000;

/** How a node that pruned its ledger says what it has left. */
const firstBlockText = /first available block: (\d{1,15})/i;

/** How far back the ledger of one upstream goes, by its settings or by what its answers showed. Times are `performance.now()`. */
export class UpstreamHistory {
  readonly #configured: UpstreamEntry["history"];
  /** Earlier slots are missing. */
  firstSlot = 0;
  /** Whether it named the slot itself; else another upstream has a slot that it lacks. */
  #isCertain = false;
  #learnedAt = Number.NEGATIVE_INFINITY;
  #wantsRecheck = false;

  constructor(configured: UpstreamEntry["history"]) {
    this.#configured = configured;
  }

  /** Whether its settings say that it has all of the ledger. */
  get isFull(): boolean {
    return this.#configured === "full";
  }

  /** Whether a slot is older than what it has, as far as is known; `head` is its newest slot. */
  lacks(slot: number, head: number): boolean {
    if (typeof this.#configured === "number") return slot < head - this.#configured;
    return this.#configured === undefined && slot < this.firstSlot;
  }

  /** Whether it said that it lacks this slot; it would say so again. */
  reportedMissing(slot: number): boolean {
    return this.#configured === undefined && this.#isCertain && slot < this.firstSlot;
  }

  /** A call went elsewhere because of its history: it is asked for its first slot again once that is due. */
  scheduleRecheck(): void {
    this.#wantsRecheck = true;
  }

  isRecheckDue(now: number): boolean {
    return this.#wantsRecheck && now - this.#learnedAt >= recheckMs;
  }

  recordFirst(slot: number, now: number): void {
    this.#learn(slot, true, now);
  }

  /** It refused a block with a message that names the first one it has, a slot up to `head`. */
  recordRefusal(message: string, head: number, now: number): void {
    const slot = Number(firstBlockText.exec(message)?.[1] ?? 0);
    if (slot > 0 && slot <= head) this.#learn(slot, true, now);
  }

  /** Another upstream has a slot that this one said it does not have. */
  recordMissing(slot: number, now: number): void {
    if (slot >= this.firstSlot) this.#learn(slot + 1, false, now);
  }

  recordFound(slot: number): void {
    this.firstSlot = Math.min(this.firstSlot, slot);
  }

  /** Forgets what was learned: its address leads to another ledger, or it does not say what it has. */
  clear(now = Number.NEGATIVE_INFINITY): void {
    this.#learn(0, false, now);
  }

  #learn(firstSlot: number, isCertain: boolean, now: number): void {
    this.firstSlot = firstSlot;
    this.#isCertain = isCertain;
    this.#learnedAt = now;
    this.#wantsRecheck = false;
  }
}
