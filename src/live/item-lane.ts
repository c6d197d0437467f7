import type { Commitment } from "../contract/method-description.ts";
import { contextSlot } from "../json/context-slot.ts";
import type { ContextList } from "../json/cut-context-list.ts";
import { RawJson } from "../json/raw-json.ts";
import { answerOfItems } from "../upstream/merging/answer-of-items.ts";
import type { Load, Places } from "../upstream/merging/carrier.ts";
import type { MergeableRead } from "../upstream/merging/mergeable-read.ts";
import type { ByteBudget } from "./byte-budget.ts";
import type { HeadQuestion, HeadTruth } from "./head-truth.ts";
import { OftenRead } from "./often-read.ts";

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

/** What one answer said. */
interface Batch {
  readonly question: HeadQuestion;
  readonly slot: number;
  readonly context: RawJson;
}

interface KeptItem {
  readonly text: string;
  readonly batch: Batch;
}

/** The items of one network that are read with one config: which are read often, and what is known of them until the head moves. */
export class ItemLane {
  readonly commitment: Commitment;
  readonly #head: HeadTruth;
  readonly #budget: ByteBudget;
  readonly #often = new OftenRead();
  readonly #kept = new Map<string, KeptItem>();
  #keptBytes = 0;
  /** Items of calls that have not come back, with what they ask. */
  readonly #underWay = new Map<string, HeadQuestion>();
  #hasEnded = false;
  #pausedUntil = Number.NEGATIVE_INFINITY;

  constructor(commitment: Commitment, head: HeadTruth, budget: ByteBudget) {
    this.commitment = commitment;
    this.#head = head;
    this.#budget = budget;
  }

  /** Items that are kept. */
  get size(): number {
    return this.#kept.size;
  }

  /** The answer to a read that is still true and not of a slot below the floor; undefined where an upstream is asked. */
  find(read: MergeableRead, floor: number, now: number): RawJson | undefined {
    const texts: string[] = [];
    let first: Batch | undefined;
    let last: Batch | undefined;
    for (const item of read.items) {
      const kept = this.#kept.get(item);
      if (kept === undefined) return undefined;
      const { batch } = kept;
      first ??= batch;
      if (batch !== last && !this.#agrees(batch, first, floor, now)) return undefined;
      last = batch;
      texts.push(kept.text);
    }
    return first && answerOfItems(read, first.context, texts);
  }

  /** A read was answered: its items are read once more. */
  record(read: MergeableRead, result: RawJson): void {
    const bytes = result.byteLength / read.items.length;
    for (const item of read.items) this.#often.record(item, bytes);
    const [only] = read.items;
    if (read.items.length === 1 && only !== undefined && read.rule.cut === undefined)
      this.#often.measure(only, bytes);
  }

  /** Adds what was sent lately, then what is read often, to the items that a call asks for. */
  load(
    places: Places,
    { max, sent }: { readonly max: number; readonly sent: readonly string[] },
    now: number,
  ): Load | undefined {
    if (now < this.#pausedUntil) return undefined;
    const question = this.#head.question(this.commitment, now);
    const asked = places.size;
    const most = Math.min(max, maxItems);
    for (const item of sent) {
      if (places.size >= most) break;
      if (!places.has(item) && !this.#isKnown(item, question, now)) places.set(item, places.size);
    }
    let bytes = 0;
    for (const each of this.#often.ranked(now)) {
      if (places.size >= most) break;
      if (bytes + each.bytes > maxCarriedBytes || each.bytes > maxItemBytes) continue;
      if (places.has(each.item) || this.#isKnown(each.item, question, now)) continue;
      places.set(each.item, places.size);
      bytes += each.bytes;
    }
    for (const item of places.keys()) this.#underWay.set(item, question);
    return new LaneLoad(this, question, places, places.size - asked);
  }

  /** Whether no newer slot is known since. */
  isCurrent(question: HeadQuestion, now: number): boolean {
    return this.#head.isCurrent(question, now);
  }

  /** Keeps the items of an answer until the head moves. */
  keep(question: HeadQuestion, result: RawJson, { context, items }: ContextList, places: Places): void {
    const slot = contextSlot(result);
    if (slot === undefined || this.#hasEnded || !this.#head.mayKeep(question, slot)) return;
    const bytes = result.byteLength + places.size * entryOverheadBytes;
    if (result.byteLength > maxKeptBytes || !this.#budget.take(bytes)) return;
    this.#keptBytes += bytes;
    const batch = { question, slot, context: RawJson.fromByteText(context.toByteText()) };
    for (const [item, place] of places) {
      const text = items[place] ?? "null";
      this.#often.measure(item, text.length);
      if (text.length <= maxItemBytes) this.#kept.set(item, { text, batch });
    }
  }

  /** Calls that have come back are no longer under way. */
  settle(question: HeadQuestion, places: Places): void {
    for (const item of places.keys()) if (this.#underWay.get(item) === question) this.#underWay.delete(item);
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
    this.#kept.clear();
    this.#budget.giveBack(this.#keptBytes);
    this.#keptBytes = 0;
  }

  /** Whether an answer is true and of one state with the first: two upstreams may differ in what is only processed. */
  #agrees(batch: Batch, first: Batch, floor: number, now: number): boolean {
    const { question, slot } = batch;
    const isOfOneState = batch === first || (this.commitment !== "processed" && slot === first.slot);
    return isOfOneState && slot >= floor && this.#head.isTrue(question, slot, now);
  }

  #isKnown(item: string, question: HeadQuestion, now: number): boolean {
    const underWay = this.#underWay.get(item);
    if (underWay !== undefined && underWay.processedSlot === question.processedSlot) return true;
    const batch = this.#kept.get(item)?.batch;
    return batch !== undefined && this.#head.isTrue(batch.question, batch.slot, now);
  }
}

class LaneLoad implements Load {
  readonly carried: number;
  readonly #lane: ItemLane;
  readonly #question: HeadQuestion;
  readonly #places: Places;

  constructor(lane: ItemLane, question: HeadQuestion, places: Places, carried: number) {
    this.#lane = lane;
    this.#question = question;
    this.#places = places;
    this.carried = carried;
  }

  isCurrent(now: number): boolean {
    return this.#lane.isCurrent(this.#question, now);
  }

  keep(result: RawJson, list: ContextList): void {
    this.drop();
    this.#lane.keep(this.#question, result, list, this.#places);
  }

  drop(): void {
    this.#lane.settle(this.#question, this.#places);
  }

  blame(now: number): void {
    this.#lane.pause(now);
  }
}
