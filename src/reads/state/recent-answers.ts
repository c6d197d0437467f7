import { type Commitment, commitments } from "../../contract/method-description.ts";
import { maxItemBytes } from "../items/item-text.ts";
import { AnswerItems, detachedTexts } from "./answer-items.ts";
import type { Head } from "./head.ts";
import { type Item, stateOf } from "./item.ts";
import type { MemoryBudget, MemoryReservation } from "./memory-budget.ts";

/** Estimated memory of an item in a response, without its text. */
const entryBytes = 60;
/** Responses with a longer context are not kept. */
const maxContextLength = 1000;

/** A kept response. */
export interface RecentAnswer {
  readonly id: number;
  readonly shown: AnswerItems;
  /** Buffer that its texts are cut from; undefined if they are strings. */
  readonly memory: Buffer | undefined;
  readonly reservations: readonly MemoryReservation[];
}

/** The newest responses with items of one kind, kept while reads may be answered from their slots. */
export class RecentAnswers {
  readonly #head: Head;
  readonly #budget: MemoryBudget;
  /** The newest slot first. */
  readonly #bySlot: Readonly<Record<Commitment, RecentAnswer[]>> = {
    processed: [],
    confirmed: [],
    finalized: [],
  };
  readonly #byId = new Map<number, RecentAnswer>();
  #lastId = 0;

  constructor(head: Head, budget: MemoryBudget) {
    this.#head = head;
    this.#budget = budget;
  }

  answersAt(commitment: Commitment): readonly RecentAnswer[] {
    return this.#bySlot[commitment];
  }

  /** The newest slot of a response at or below `ceiling`; -1 if there is none. */
  newestSlot(commitment: Commitment, ceiling: number): number {
    return this.#bySlot[commitment].find(({ shown }) => shown.slot <= ceiling)?.shown.slot ?? -1;
  }

  /** The response that showed an item at a slot. */
  find(slot: number, item: Item, commitment: Commitment): RecentAnswer | undefined {
    const state = stateOf(item, commitment);
    if (state.slot === slot) return this.#byId.get(state.answerId);
    // `state.slot` is the newest slot at which it was shown.
    if (state.slot < slot) return undefined;
    return this.#bySlot[commitment].find(({ shown }) => shown.slot === slot && shown.has(item));
  }

  /** Text of an item in the newest response that showed it at a commitment. */
  newestText(item: Item, commitment: Commitment): string | undefined {
    const { answerId, indexInAnswer } = stateOf(item, commitment);
    return this.#byId.get(answerId)?.shown.texts.item(indexInAnswer);
  }

  /** Keeps the items of a response that there is memory for, and returns them. */
  keep(answer: AnswerItems): AnswerItems | undefined {
    const { commitment, slot, context, items, texts } = answer;
    if (slot < this.#head.newest(commitment) - 1 || context.length > maxContextLength) return undefined;
    const reservations: MemoryReservation[] = [];
    let reservation: MemoryReservation | undefined;
    let keptBytes = 0;
    const kept = items.filter((item, index) => {
      const { share } = item;
      const bytes = entryBytes + texts.byteLength(index);
      // An item without reads was evicted while the call was in flight, and will not be looked up again.
      if (item.reads === 0 || share === undefined || bytes > entryBytes + maxItemBytes) return false;
      if (!this.#budget.take(share, bytes)) return false;
      if (reservation?.share !== share) {
        reservation = { share, bytes: 0 };
        reservations.push(reservation);
      }
      reservation.bytes += bytes;
      keptBytes += bytes;
      return true;
    });
    if (kept.length === 0) return undefined;
    // Copy texts one by one if most of the response would be kept for nothing.
    const whole = kept.length === items.length ? texts.bytes : undefined;
    const memory = whole && this.#budget.reused.take(whole.length, 2 * keptBytes);
    const copied = memory && texts.copyTo?.(memory);
    const keptTexts = copied ?? detachedTexts(kept.map((item) => answer.text(item)));
    const shown = new AnswerItems(commitment, slot, context, kept, keptTexts);
    this.#lastId += 1;
    this.#add({ id: this.#lastId, shown, memory, reservations });
    return shown;
  }

  /** Drops responses that are too old for any read. */
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
    const { id, shown } = answer;
    const { commitment, slot, items } = shown;
    this.#byId.set(id, answer);
    for (let index = 0; index < items.length; index += 1) {
      const state = stateOf(items[index] as Item, commitment);
      if (state.slot >= slot) continue;
      state.slot = slot;
      state.answerId = id;
      state.indexInAnswer = index;
    }
    const answers = this.#bySlot[commitment];
    const at = answers.findIndex((other) => other.shown.slot <= slot);
    answers.splice(at < 0 ? answers.length : at, 0, answer);
  }

  #drop({ id, memory, reservations }: RecentAnswer): void {
    this.#byId.delete(id);
    if (memory !== undefined) this.#budget.reused.release(memory);
    for (const { share, bytes } of reservations) this.#budget.release(share, bytes);
  }
}

/** Text of an item in a kept response. */
export function textIn({ id, shown }: RecentAnswer, item: Item): string {
  const { answerId, indexInAnswer } = stateOf(item, shown.commitment);
  return answerId === id ? shown.texts.item(indexInAnswer) : shown.text(item);
}
