import { type Commitment, commitments } from "../../contract/method-description.ts";
import { maxItemBytes } from "../items/item-text.ts";
import { AnswerItems, detachedTexts } from "./answer-items.ts";
import type { Head } from "./head.ts";
import { type Item, stateOf } from "./item.ts";
import type { MemoryBudget, MemoryReservation } from "./memory-budget.ts";

/** Estimated memory of an item's entry in an answer, without its text. */
const entryBytes = 60;
/** Answers with a longer context are not kept. */
const maxContext = 1000;

/** An answer that is kept. */
export interface RecentAnswer {
  readonly number: number;
  readonly shown: AnswerItems;
  /** What its texts are cut from; undefined if they are strings. */
  readonly memory: Buffer | undefined;
  /** Whose shares of the budget it takes. */
  readonly charges: readonly MemoryReservation[];
}

/** The newest answers that showed items of one kind, for as long as a read may be answered from their slots. */
export class RecentAnswers {
  readonly #head: Head;
  readonly #budget: MemoryBudget;
  /** The newest slot first. */
  readonly #bySlot: Readonly<Record<Commitment, RecentAnswer[]>> = {
    processed: [],
    confirmed: [],
    finalized: [],
  };
  readonly #byNumber = new Map<number, RecentAnswer>();
  #lastNumber = 0;

  constructor(head: Head, budget: MemoryBudget) {
    this.#head = head;
    this.#budget = budget;
  }

  answersAt(commitment: Commitment): readonly RecentAnswer[] {
    return this.#bySlot[commitment];
  }

  /** The newest slot of an answer at or below `ceiling`; -1 if there is none. */
  newestSlot(commitment: Commitment, ceiling: number): number {
    return this.#bySlot[commitment].find(({ shown }) => shown.slot <= ceiling)?.shown.slot ?? -1;
  }

  /** The answer that showed an item at a slot. */
  find(slot: number, item: Item, commitment: Commitment): RecentAnswer | undefined {
    const state = stateOf(item, commitment);
    if (state.slot === slot) return this.#byNumber.get(state.answerNumber);
    // An item's other answers are older than its newest.
    if (state.slot < slot) return undefined;
    return this.#bySlot[commitment].find(({ shown }) => shown.slot === slot && shown.has(item));
  }

  /** An item's text in the newest answer that showed it at a commitment. */
  newestText(item: Item, commitment: Commitment): string | undefined {
    const { answerNumber, indexInAnswer } = stateOf(item, commitment);
    return this.#byNumber.get(answerNumber)?.shown.texts.item(indexInAnswer);
  }

  /** Keeps what an answer showed, as far as there is memory; returns what is kept. */
  keep(answer: AnswerItems): AnswerItems | undefined {
    const { commitment, slot, context, items, texts } = answer;
    if (slot < this.#head.newest(commitment) - 1 || context.length > maxContext) return undefined;
    const charges: MemoryReservation[] = [];
    let charge: MemoryReservation | undefined;
    let keptBytes = 0;
    const kept = items.filter((item, index) => {
      const { share } = item;
      const bytes = entryBytes + texts.byteLength(index);
      // An item without reads was forgotten since it was asked for, and will not be looked up again.
      if (item.reads === 0 || share === undefined || bytes > entryBytes + maxItemBytes) return false;
      if (!this.#budget.take(share, bytes)) return false;
      if (charge?.share !== share) {
        charge = { share, bytes: 0 };
        charges.push(charge);
      }
      charge.bytes += bytes;
      keptBytes += bytes;
      return true;
    });
    if (kept.length === 0) return undefined;
    // Texts are copied one by one if most of the answer would be kept for nothing.
    const whole = kept.length === items.length ? texts.bytes : undefined;
    const memory = whole && this.#budget.reused.take(whole.length, 2 * keptBytes);
    const copied = memory && texts.copyTo?.(memory);
    const keptTexts = copied ?? detachedTexts(kept.map((item) => answer.text(item)));
    const shown = new AnswerItems(commitment, slot, context, kept, keptTexts);
    this.#lastNumber += 1;
    this.#add({ number: this.#lastNumber, shown, memory, charges });
    return shown;
  }

  /** Drops answers that are too old for any read. */
  dropOld(): void {
    for (const commitment of commitments) {
      const answers = this.#bySlot[commitment];
      const oldest = this.#head.newest(commitment) - 1;
      for (let last = answers.at(-1); last !== undefined && last.shown.slot < oldest; last = answers.at(-1)) {
        answers.pop();
        this.#drop(last);
      }
    }
  }

  clear(): void {
    for (const commitment of commitments)
      for (const answer of this.#bySlot[commitment].splice(0)) this.#drop(answer);
  }

  #add(answer: RecentAnswer): void {
    const { number, shown } = answer;
    const { commitment, slot, items } = shown;
    this.#byNumber.set(number, answer);
    for (let index = 0; index < items.length; index += 1) {
      const state = stateOf(items[index] as Item, commitment);
      if (state.slot >= slot) continue;
      state.slot = slot;
      state.answerNumber = number;
      state.indexInAnswer = index;
    }
    const answers = this.#bySlot[commitment];
    const at = answers.findIndex((other) => other.shown.slot <= slot);
    answers.splice(at < 0 ? answers.length : at, 0, answer);
  }

  #drop({ number, memory, charges }: RecentAnswer): void {
    this.#byNumber.delete(number);
    if (memory !== undefined) this.#budget.reused.release(memory);
    for (const { share, bytes } of charges) this.#budget.release(share, bytes);
  }
}

/** The text of an item that an answer showed. */
export function textIn({ number, shown }: RecentAnswer, item: Item): string {
  const { answerNumber, indexInAnswer } = stateOf(item, shown.commitment);
  return answerNumber === number ? shown.texts.item(indexInAnswer) : shown.text(item);
}
