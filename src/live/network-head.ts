import type { Commitment } from "../contract/method-description.ts";
import type { RawJson } from "../json/raw-json.ts";
import { ownText } from "../text/own-text.ts";
import type { ByteBudget } from "./byte-budget.ts";
import { HeadItems } from "./head-items.ts";
import type { HeadQuestion, HeadTruth } from "./head-truth.ts";
import { RelatedQuestions } from "./related-questions.ts";
import { RepeatedQuestions } from "./repeated-questions.ts";

/** An answer is reused for at most one slot's time, even if no newer slot is known. */
export const longestUseMs = 400;
/** A slot that should be over may last this much longer. */
const leastMsLeft = 50;
/** Without news for this long, the head is unknown. */
const silentMs = 2000;
/** A ledger this far behind its former slot was restarted; an answer this far ahead of the reported slots is ignored. */
const maxJump = 150;
/** Bytes that a key and its entry take besides the answer. */
const entryOverheadBytes = 200;

/** An upstream's answer. */
export interface GivenAnswer {
  readonly result: RawJson;
  /** The slot that it names. */
  readonly shown: number | undefined;
  /** No upstream below this slot gave it. */
  readonly floor: number | undefined;
}

interface HeadAnswer {
  readonly result: RawJson;
  readonly question: HeadQuestion;
  /** The slot that it names, else the newest known when it was asked. */
  readonly slot: number;
  /** No upstream below this slot gave it. */
  readonly floor: number;
  readonly bytes: number;
}

/**
 * The newest slots of one network at each commitment, and answers that are true until one of them moves. Each new processed
 * slot, from any source, drops all answers: confirmed and finalized state moves with it. Times are `performance.now()`.
 */
export class NetworkHead implements HeadTruth {
  readonly repeated = new RepeatedQuestions(longestUseMs);
  readonly related = new RelatedQuestions();
  /** When a call about it last arrived. */
  askedAt = Number.NEGATIVE_INFINITY;
  /** Items of merged answers, under the same rules. */
  readonly items: HeadItems;
  readonly #budget: ByteBudget;
  readonly #answers = new Map<string, HeadAnswer>();
  #keptBytes = 0;
  /** When the oldest of what is kept was asked for; undefined where nothing is. */
  #keptSince: number | undefined;
  #known: Record<Commitment, number> = { processed: 0, confirmed: 0, finalized: 0 };
  #reportedSlot = 0;
  #reportedAt = Number.NEGATIVE_INFINITY;
  #generation = 0;
  /** When the newest slot became known. */
  #movedAt = Number.NEGATIVE_INFINITY;

  constructor(budget: ByteBudget) {
    this.#budget = budget;
    this.items = new HeadItems(this, budget);
  }

  /** Kept answers and items. */
  get size(): number {
    return this.#answers.size + this.items.size;
  }

  /** The newest slot known at a commitment; 0 before the first. */
  at(commitment: Commitment): number {
    return this.#known[commitment];
  }

  /** Whether its slots are reported and move. */
  isFollowed(now: number): boolean {
    return now - this.#reportedAt < silentMs;
  }

  /** Forgets everything if another ledger is behind the network. */
  setGeneration(generation: number): void {
    if (generation === this.#generation) return;
    this.#generation = generation;
    this.#forget();
  }

  /**
   * A slot has begun, on top of the one that upstreams answer from as processed. The root that they report with it does not affect
   * answers: it is finalized only once most of the ledger's validators have it.
   */
  report(slot: number, processed: number, now: number): void {
    if (slot < this.#reportedSlot - maxJump) this.#forget();
    if (slot <= this.#reportedSlot) return;
    this.#reportedSlot = slot;
    this.#reportedAt = now;
    this.record("processed", processed);
  }

  /** Records the slot that an answer or a notification showed. */
  record(commitment: Commitment, slot: number): void {
    const known = this.#known;
    const isPlausible = this.#reportedSlot === 0 || slot <= this.#reportedSlot + maxJump;
    if (slot <= known[commitment] || !isPlausible) return;
    known[commitment] = slot;
    if (commitment === "finalized" && slot > known.confirmed) known.confirmed = slot;
    if (commitment !== "processed" && slot <= known.processed) return;
    known.processed = slot;
    this.#movedAt = performance.now();
    this.drop();
  }

  /** Records the head as a call is sent. */
  question(commitment: Commitment, askedAt: number): HeadQuestion {
    return { commitment, askedAt, knownSlot: this.#known[commitment], processedSlot: this.#known.processed };
  }

  /** A kept answer that is still true, and comes from no slot below the floor. */
  find(key: string, now: number, floor = 0): RawJson | undefined {
    const kept = this.#answers.get(key);
    if (kept === undefined) return undefined;
    const { result, question, slot } = kept;
    return kept.floor >= floor && this.isTrue(question, slot, now) ? result : undefined;
  }

  msLeft(now: number): number {
    return Math.max(longestUseMs - (now - this.#movedAt), leastMsLeft);
  }

  isTrue({ commitment, askedAt }: HeadQuestion, slot: number, now: number): boolean {
    return slot >= this.#known[commitment] && now - askedAt < longestUseMs;
  }

  isCurrent({ commitment, askedAt, knownSlot, processedSlot }: HeadQuestion, now: number): boolean {
    const { [commitment]: slot, processed } = this.#known;
    return slot === knownSlot && processed === processedSlot && now - askedAt < longestUseMs;
  }

  mayKeep({ commitment, askedAt, processedSlot }: HeadQuestion, slot: number): boolean {
    this.record(commitment, slot);
    if (slot < this.#known[commitment]) return false;
    if (commitment !== "processed" && processedSlot !== this.#known.processed) return false;
    this.#keptSince ??= askedAt;
    return true;
  }

  /** Keeps an answer if nothing newer is known by now; records its slot in any case. */
  keep(
    key: string,
    question: HeadQuestion,
    { result, shown, floor = 0 }: GivenAnswer,
    maxBytes: number,
  ): void {
    const { askedAt, knownSlot } = question;
    const slot = shown ?? knownSlot;
    if (!this.mayKeep(question, slot)) return;
    const before = this.#answers.get(key);
    // Several callers got the same answer at once: it is kept once.
    if (before !== undefined && before.question.askedAt >= askedAt) return;
    const bytes = result.byteLength + 2 * key.length + entryOverheadBytes;
    if (result.byteLength > maxBytes) return;
    if (before !== undefined) this.#remove(key, before.bytes);
    if (!this.#budget.take(bytes)) return;
    this.#keptBytes += bytes;
    this.#answers.set(ownText(key), { result: result.copy(), question, slot, floor: shown ?? floor, bytes });
  }

  #remove(key: string, bytes: number): void {
    this.#answers.delete(key);
    this.#keptBytes -= bytes;
    this.#budget.giveBack(bytes);
  }

  #forget(): void {
    this.#known = { processed: 0, confirmed: 0, finalized: 0 };
    this.#reportedSlot = 0;
    this.#reportedAt = Number.NEGATIVE_INFINITY;
    this.drop();
  }

  /** Drops all answers where some are too old to be used: while the head stands still nothing else does. */
  dropOld(now: number): void {
    if (this.#keptSince !== undefined && now - this.#keptSince >= longestUseMs) this.drop();
  }

  /** Drops all answers. */
  drop(): void {
    this.#keptSince = undefined;
    this.items.drop();
    if (this.#answers.size === 0) return;
    this.#answers.clear();
    this.#budget.giveBack(this.#keptBytes);
    this.#keptBytes = 0;
  }
}
