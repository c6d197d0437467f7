import type { Commitment } from "../contract/method-description.ts";
import type { RawJson } from "../json/raw-json.ts";
import { ownText } from "../text/own-text.ts";
import type { ByteBudget } from "./byte-budget.ts";
import { HeadItems } from "./head-items.ts";
import type { HeadQuestion, HeadTruth } from "./head-truth.ts";
import { RelatedQuestions } from "./related-questions.ts";
import { RepeatedQuestions } from "./repeated-questions.ts";

/** An answer is used for no longer than a slot takes, whatever is known of the head. */
export const longestUseMs = 400;
/** A slot that should be over may last this much longer. */
const leastMsLeft = 50;
/** Without news of the head for this long, nothing is known of it. */
const silentMs = 2000;
/** A ledger this far behind what it was has begun again; an answer this far ahead of the slots that are reported is not believed. */
const maxJump = 150;
/** What a key and the entry around it take beside the answer's bytes. */
const entryOverheadBytes = 200;

/** An answer as an upstream gave it. */
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
 * slot drops all answers, whichever source showed it: what is confirmed or finalized moves with it. Times are `performance.now()`.
 */
export class NetworkHead implements HeadTruth {
  readonly repeated = new RepeatedQuestions(longestUseMs);
  readonly related = new RelatedQuestions();
  /** When it was last asked about. */
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

  /** Answers and items that are kept. */
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

  /** Forgets everything where another ledger stands behind the network. */
  setGeneration(generation: number): void {
    if (generation === this.#generation) return;
    this.#generation = generation;
    this.#forget();
  }

  /**
   * A slot has begun, on top of the one that upstreams answer from as processed. The root that they report with it says nothing about
   * answers: what is finalized follows only when most of the ledger's validators have the same root.
   */
  report(slot: number, processed: number, now: number): void {
    if (slot < this.#reportedSlot - maxJump) this.#forget();
    if (slot <= this.#reportedSlot) return;
    this.#reportedSlot = slot;
    this.#reportedAt = now;
    this.record("processed", processed);
  }

  /** Takes the slot that an answer or a notification showed. */
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

  /** What is known as a question goes out. */
  question(commitment: Commitment, askedAt: number): HeadQuestion {
    return { commitment, askedAt, knownSlot: this.#known[commitment], processedSlot: this.#known.processed };
  }

  /** A kept answer that is still true, and was given from no slot below the floor. */
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

  /** Keeps an answer, as far as nothing newer is known by now; learns from its slot in any case. */
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
    // Several who asked at once got one answer: it is kept once.
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
