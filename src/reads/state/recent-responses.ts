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
  readonly response: ResponseItems;
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

  responsesAt(commitment: Commitment): readonly RecentResponse[] {
    return this.#bySlot[commitment];
  }

  /** The newest slot of a response at or below `ceiling`; -1 if there is none. */
  newestSlot(commitment: Commitment, ceiling: number): number {
    return this.#bySlot[commitment].find(({ response }) => response.slot <= ceiling)?.response.slot ?? -1;
  }

  /** The response that showed an item at a slot. */
  find(slot: number, item: Item, commitment: Commitment): RecentResponse | undefined {
    const state = stateOf(item, commitment);
    if (state.slot === slot) return this.#byId.get(state.responseId);
    // `state.slot` is the newest slot at which it was shown.
    if (state.slot < slot) return undefined;
    return this.#bySlot[commitment].find(({ response }) => response.slot === slot && response.has(item));
  }

  /** Text of an item in the newest response that showed it at a commitment. */
  newestText(item: Item, commitment: Commitment): string | undefined {
    const { responseId, indexInResponse } = stateOf(item, commitment);
    return this.#byId.get(responseId)?.response.texts.item(indexInResponse);
  }

  /** Keeps the items of a response that there is memory for, and returns them. */
  keep(response: ResponseItems): ResponseItems | undefined {
    const { commitment, slot, context, items, texts } = response;
    if (slot < this.#head.newest(commitment) - 1 || context.length > maxContextLength) return undefined;
    const reservations: MemoryReservation[] = [];
    let reservation: MemoryReservation | undefined;
    let keptBytes = 0;
    const keptItems = items.filter((item, index) => {
      const { share } = item;
      const bytes = entryBytes + texts.byteLength(index);
      // An item without reads was evicted while the call was in flight, and will not be looked up again.
      if (item.popularity === 0 || share === undefined || bytes > entryBytes + maxItemBytes) return false;
      if (!this.#budget.take(share, bytes)) return false;
      if (reservation?.share !== share) {
        reservation = { share, bytes: 0 };
        reservations.push(reservation);
      }
      reservation.bytes += bytes;
      keptBytes += bytes;
      return true;
    });
    if (keptItems.length === 0) return undefined;
    // Keep the response's bytes whole if all of its items are kept and are at least half of it, else copy the texts one by one.
    const whole = keptItems.length === items.length ? texts.bytes : undefined;
    const memory = whole && this.#budget.reused.take(whole.length, 2 * keptBytes);
    const copied = memory && texts.copyTo?.(memory);
    const keptTexts = copied ?? detachedTexts(keptItems.map((item) => response.text(item)));
    const kept = new ResponseItems(commitment, slot, context, keptItems, keptTexts);
    this.#lastId += 1;
    this.#add({ id: this.#lastId, response: kept, memory, reservations });
    return kept;
  }

  /** Drops responses that are too old for any read. */
  dropOld(): void {
    for (const commitment of commitments) {
      const responses = this.#bySlot[commitment];
      const oldest = this.#head.newest(commitment) - 1;
      for (
        let last = responses.at(-1);
        last !== undefined && last.response.slot < oldest;
        last = responses.at(-1)
      ) {
        responses.pop();
        this.#drop(last);
      }
    }
  }

  clear(): void {
    for (const commitment of commitments)
      for (const recent of this.#bySlot[commitment].splice(0)) this.#drop(recent);
  }

  #add(recent: RecentResponse): void {
    const { id, response } = recent;
    const { commitment, slot, items } = response;
    this.#byId.set(id, recent);
    for (let index = 0; index < items.length; index += 1) {
      const state = stateOf(items[index] as Item, commitment);
      if (state.slot >= slot) continue;
      state.slot = slot;
      state.responseId = id;
      state.indexInResponse = index;
    }
    const responses = this.#bySlot[commitment];
    const at = responses.findIndex((other) => other.response.slot <= slot);
    responses.splice(at < 0 ? responses.length : at, 0, recent);
  }

  #drop({ id, memory, reservations }: RecentResponse): void {
    this.#byId.delete(id);
    if (memory !== undefined) this.#budget.reused.release(memory);
    for (const { share, bytes } of reservations) this.#budget.release(share, bytes);
  }
}

/** Text of an item in a kept response. */
export function textIn({ id, response }: RecentResponse, item: Item): string {
  const { responseId, indexInResponse } = stateOf(item, response.commitment);
  return responseId === id ? response.texts.item(indexInResponse) : response.text(item);
}
