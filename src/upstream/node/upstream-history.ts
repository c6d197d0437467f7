import type { UpstreamEntry } from "../../../generated/config.ts";

/** Minimum time between two queries for the first slot, which changes if a node is restored from a backup. */
const recheckMs = 60_000;

/** How a pruned node reports its first block. */
const firstBlockText = /first available block: (\d{1,15})/i;

/** How far back one upstream's ledger goes, from its settings or its responses. Times are `performance.now()`. */
export class UpstreamHistory {
  readonly #configured: UpstreamEntry["history"];
  /** Slots before this one are missing. */
  firstSlot = 0;
  /** True if the upstream reported `firstSlot`; else it is inferred from another upstream that has a slot which this one lacks. */
  #isCertain = false;
  #learnedAt = Number.NEGATIVE_INFINITY;
  #wantsRecheck = false;

  constructor(configured: UpstreamEntry["history"]) {
    this.#configured = configured;
  }

  /** True if its settings claim the whole ledger. */
  get isFull(): boolean {
    return this.#configured === "full";
  }

  /** Returns true if a slot is probably older than its first one; `head` is its newest slot. */
  lacks(slot: number, head: number): boolean {
    if (typeof this.#configured === "number") return slot < head - this.#configured;
    return this.#configured === undefined && slot < this.firstSlot;
  }

  /** Returns true if the upstream itself has reported this slot as missing. */
  reportedMissing(slot: number): boolean {
    return this.#configured === undefined && this.#isCertain && slot < this.firstSlot;
  }

  /** Asks for the first slot again once that is due, because a call avoided this upstream. */
  scheduleRecheck(): void {
    this.#wantsRecheck = true;
  }

  isRecheckDue(now: number): boolean {
    return this.#wantsRecheck && now - this.#learnedAt >= recheckMs;
  }

  recordFirst(slot: number, now: number): void {
    this.#learn(slot, true, now);
  }

  /** Learns the first block from the message of a refusal, if it is at most `head`. */
  recordRefusal(message: string, head: number, now: number): void {
    const slot = Number(firstBlockText.exec(message)?.[1] ?? 0);
    if (slot > 0 && slot <= head) this.#learn(slot, true, now);
  }

  /** Records a slot that another upstream has and this one does not. */
  recordMissing(slot: number, now: number): void {
    if (slot >= this.firstSlot) this.#learn(slot + 1, false, now);
  }

  recordFound(slot: number): void {
    this.firstSlot = Math.min(this.firstSlot, slot);
  }

  /** Forgets what was learned, because the ledger changed or the upstream does not report its first block. */
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
