import { type Commitment, commitments } from "../../contract/method-description.ts";
import { maxItemBytes } from "../items/item-text.ts";
import type { Head } from "./head.ts";
import { type Item, stateOf } from "./item.ts";
import type { MemoryBudget, MemoryReservation } from "./memory-budget.ts";
import { detachedTexts, ResponseItems } from "./response-items.ts";

/** Estimated memory of an item in a response, without its text. */
const entryBytes = 60;
/** Responses with a longer context are not kept. */
const maxContextLength = 1000;

/** A kept response. */
export interface RecentResponse {
  readonly id: number;
  readonly shown: ResponseItems;
  /** Buffer that its texts are cut from; undefined if they are strings. */
  readonly memory: Buffer | undefined;
  readonly reservations: readonly MemoryReservation[];
}

/** The newest responses with items of one kind, kept while reads may be answered from their slots. */
export class RecentResponses {
  readonly #head: Head;
  readonly #budget: MemoryBudget;
  /** The newest slot first. */
  readonly #bySlot: Readonly<Record<Commitment, RecentResponse[]>> = {
    processed: [],
    confirmed: [],
    finalized: [],
  };
  readonly #byId = new Map<number, RecentResponse>();
  #lastId = 0;

  constructor(head: Head, budget: MemoryBudget) {
    this.#head = head;
    this.#budget = budget;
  }

  answersAt(commitment: Commitment): readonly RecentResponse[] {
    return this.#bySlot[commitment];
  }

  /** The newest slot of a response at or below `ceiling`; -1 if there is none. */
  newestSlot(commitment: Commitment, ceiling: number): number {
    return this.#bySlot[commitment].find(({ shown }) => shown.slot <= ceiling)?.shown.slot ?? -1;
  }

  /** The response that showed an item at a slot. */
  find(slot: number, item: Item, commitment: Commitment): RecentResponse | undefined {
    const state = stateOf(item, commitment);
    if (state.slot === slot) return this.#byId.get(state.responseId);
    // `state.slot` is the newest slot at which it was shown.
    if (state.slot < slot) return undefined;
    return this.#bySlot[commitment].find(({ shown }) => shown.slot === slot && shown.has(item));
  }

  /** Text of an item in the newest response that showed it at a commitment. */
  newestText(item: Item, commitment: Commitment): string | undefined {
    const { responseId, indexInResponse } = stateOf(item, commitment);
    return this.#byId.get(responseId)?.shown.texts.item(indexInResponse);
  }

  /** Keeps the items of a response that there is memory for, and returns them. */
  keep(answer: ResponseItems): ResponseItems | undefined {
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
    const shown = new ResponseItems(commitment, slot, context, kept, keptTexts);
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

  #add(answer: RecentResponse): void {
    const { id, shown } = answer;
    const { commitment, slot, items } = shown;
    this.#byId.set(id, answer);
    for (let index = 0; index < items.length; index += 1) {
      const state = stateOf(items[index] as Item, commitment);
      if (state.slot >= slot) continue;
      state.slot = slot;
      state.responseId = id;
      state.indexInResponse = index;
    }
    const answers = this.#bySlot[commitment];
    const at = answers.findIndex((other) => other.shown.slot <= slot);
    answers.splice(at < 0 ? answers.length : at, 0, answer);
  }

  #drop({ id, memory, reservations }: RecentResponse): void {
    this.#byId.delete(id);
    if (memory !== undefined) this.#budget.reused.release(memory);
    for (const { share, bytes } of reservations) this.#budget.release(share, bytes);
  }
}

/** Text of an item in a kept response. */
export function textIn({ id, shown }: RecentResponse, item: Item): string {
  const { responseId, indexInResponse } = stateOf(item, shown.commitment);
  return responseId === id ? shown.texts.item(indexInResponse) : shown.text(item);
}
