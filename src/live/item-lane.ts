import type { Commitment } from "../contract/method-description.ts";
import { contextSlot } from "../json/context-slot.ts";
import type { ContextList } from "../json/cut-context-list.ts";
import type { RawJson } from "../json/raw-json.ts";
import type { Load, Places } from "../upstream/merging/carrier.ts";
import type { MergeableRead } from "../upstream/merging/mergeable-read.ts";
import type { ByteBudget } from "./byte-budget.ts";
import type { HeadQuestion, HeadTruth } from "./head-truth.ts";
import type { Batch } from "./item-batch.ts";
import { OftenRead, type ReadItem } from "./often-read.ts";

/** Items of one call at most, those that were asked for included: what the ledger allows. */
const maxItems = 100;
/** An item of more bytes is not carried, and not kept as an item. */
const maxItemBytes = 4096;
/** Bytes of what one call carries, as far as they are known. */
const maxCarriedBytes = 128 * 1024;
/** A larger answer is not kept as items. */
const maxKeptBytes = 512 * 1024;
/** What an item takes beside its bytes. */
const entryOverheadBytes = 150;
/** After a call that failed for what it carried. */
const pauseMs = 10_000;

/** The items of one network that are read with one config: which are read often, and what is known of them until the head moves. */
export class ItemLane {
  readonly commitment: Commitment;
  readonly #head: HeadTruth;
  readonly #budget: ByteBudget;
  readonly #often: OftenRead;
  #keptBytes = 0;
  /** Items ranked before this one need not be looked at: they are known, or on their way. */
  #nextRank = 0;
  /** The order that it counts in, and the question since which it does. */
  #rankedItems: readonly ReadItem[] = [];
  #rankedFor: HeadQuestion | undefined;
  #hasEnded = false;
  #pausedUntil = Number.NEGATIVE_INFINITY;

  /** An item that was read once is carried for that many seconds. */
  constructor(commitment: Commitment, seconds: number, head: HeadTruth, budget: ByteBudget) {
    this.commitment = commitment;
    this.#often = new OftenRead(seconds);
    this.#head = head;
    this.#budget = budget;
  }

  /** Items that are kept. */
  get size(): number {
    let size = 0;
    for (const { kept } of this.#often.all()) if (kept !== undefined) size += 1;
    return size;
  }

  /** What is known of items, where that is still true, of one state, and not of a slot below the floor. */
  known(items: readonly string[], floor: number, now: number): readonly ReadItem[] | undefined {
    const found: ReadItem[] = [];
    let first: Batch | undefined;
    let last: Batch | undefined;
    for (const item of items) {
      const read = this.#often.get(item);
      const batch = read?.kept;
      if (read === undefined || batch === undefined) return undefined;
      first ??= batch;
      if (batch !== last && !this.#agrees(batch, first, floor, now)) return undefined;
      last = batch;
      found.push(read);
    }
    return found;
  }

  /** A read was answered: its items are read once more. `bytes` of each, as far as they can be told; 0 where they can't. */
  record(read: MergeableRead, bytes: number): void {
    for (const item of read.items) this.#often.record(item, bytes);
  }

  /** Whether one of the items is known to be too large to be carried. */
  hasLarge(items: readonly string[]): boolean {
    return items.some((item) => (this.#often.get(item)?.bytes ?? 0) > maxItemBytes);
  }

  /** Adds what was sent lately, then what is read often, to the items that a call asks for. */
  load(
    places: Places,
    { max, sent }: { readonly max: number; readonly sent: readonly string[] },
    now: number,
  ): Load | undefined {
    if (now < this.#pausedUntil) return undefined;
    const question = this.#head.question(this.commitment, now);
    const items: (ReadItem | undefined)[] = [];
    for (const item of places.keys()) items.push(this.#often.enter(item));
    const asked = items.length;
    // What is asked for is under way by now: it is not carried too.
    for (const item of items) if (item !== undefined) item.underWay = question;
    const most = Math.min(max, maxItems);
    for (const item of sent) {
      if (items.length >= most) break;
      const each = this.#often.enter(item);
      if (each === undefined || this.#isKnown(each, question, now)) continue;
      places.set(item, items.length);
      items.push(each);
      each.underWay = question;
    }
    const ranked = this.#rank(question, now);
    let bytes = 0;
    for (; this.#nextRank < ranked.length && items.length < most; this.#nextRank += 1) {
      const each = ranked[this.#nextRank];
      if (each === undefined || bytes + each.bytes > maxCarriedBytes) break;
      // One of unknown size may be large: it is carried once a call that asked for it was answered.
      const isSmall = each.bytes > 0 && each.bytes <= maxItemBytes;
      if (!isSmall || this.#isKnown(each, question, now)) continue;
      places.set(each.item, items.length);
      items.push(each);
      each.underWay = question;
      bytes += each.bytes;
    }
    return new LaneLoad(this, question, items, items.length - asked);
  }

  /** Begins again where the head has moved or the order changed. */
  #rank(question: HeadQuestion, now: number): readonly ReadItem[] {
    const ranked = this.#often.ranked(now);
    const since = this.#rankedFor;
    if (ranked === this.#rankedItems && since !== undefined && this.#head.isCurrent(since, now))
      return ranked;
    this.#nextRank = 0;
    this.#rankedItems = ranked;
    this.#rankedFor = question;
    return ranked;
  }

  /** A call was not answered: what it carried is looked at again. */
  lose(): void {
    this.#rankedFor = undefined;
  }

  /** Whether no newer slot is known since. */
  isCurrent(question: HeadQuestion, now: number): boolean {
    return this.#head.isCurrent(question, now);
  }

  /** Keeps what an answer says of the items that a call asked for until the head moves. */
  keep(question: HeadQuestion, result: RawJson, list: ContextList, items: Asked): void {
    for (const [place, item] of items.entries()) if (item !== undefined) item.bytes = list.byteLength(place);
    const slot = contextSlot(result);
    if (slot === undefined || this.#hasEnded || !this.#head.mayKeep(question, slot)) return;
    const bytes = result.byteLength + items.length * entryOverheadBytes;
    if (result.byteLength > maxKeptBytes || !this.#budget.take(bytes)) return;
    this.#keptBytes += bytes;
    const batch = { question, slot, list };
    for (const [place, item] of items.entries()) {
      if (item === undefined || item.bytes > maxItemBytes) continue;
      item.kept = batch;
      item.place = place;
    }
  }

  /** Carries nothing for a while. */
  pause(now: number): void {
    this.#pausedUntil = now + pauseMs;
  }

  /** Drops what is kept, and keeps nothing more. */
  end(): void {
    this.#hasEnded = true;
    this.drop();
  }

  /** Drops what is kept. */
  drop(): void {
    if (this.#keptBytes === 0) return;
    for (const item of this.#often.all()) item.kept = undefined;
    this.#budget.giveBack(this.#keptBytes);
    this.#keptBytes = 0;
  }

  /** Whether an answer is true and of one state with the first: two upstreams may differ in what is only processed. */
  #agrees(batch: Batch, first: Batch, floor: number, now: number): boolean {
    const { question, slot } = batch;
    const isOfOneState = batch === first || (this.commitment !== "processed" && slot === first.slot);
    return isOfOneState && slot >= floor && this.#head.isTrue(question, slot, now);
  }

  #isKnown({ underWay, kept }: ReadItem, question: HeadQuestion, now: number): boolean {
    if (underWay !== undefined && underWay.processedSlot === question.processedSlot) return true;
    return kept !== undefined && this.#head.isTrue(kept.question, kept.slot, now);
  }
}

/** What a call asks for, in its order; undefined for items that there is no room to count. */
type Asked = readonly (ReadItem | undefined)[];

class LaneLoad implements Load {
  readonly carried: number;
  readonly #lane: ItemLane;
  readonly #question: HeadQuestion;
  readonly #items: Asked;

  constructor(lane: ItemLane, question: HeadQuestion, items: Asked, carried: number) {
    this.#lane = lane;
    this.#question = question;
    this.#items = items;
    this.carried = carried;
  }

  isCurrent(now: number): boolean {
    return this.#lane.isCurrent(this.#question, now);
  }

  keep(result: RawJson, list: ContextList): void {
    this.#settle();
    this.#lane.keep(this.#question, result, list, this.#items);
  }

  drop(): void {
    this.#settle();
    if (this.carried > 0) this.#lane.lose();
  }

  #settle(): void {
    for (const item of this.#items)
      if (item !== undefined && item.underWay === this.#question) item.underWay = undefined;
  }

  blame(now: number): void {
    // What is of unknown size may be what made the answer too large.
    for (const item of this.#items)
      if (item !== undefined && item.bytes === 0) item.bytes = Number.POSITIVE_INFINITY;
    this.#lane.pause(now);
  }
}
