import type { Commitment } from "../contract/method-description.ts";
import { contextSlot } from "../json/context-slot.ts";
import type { ContextList } from "../json/cut-context-list.ts";
import type { RawJson } from "../json/raw-json.ts";
import type { Leaving, Load } from "../upstream/merging/carrier.ts";
import type { ByteBudget } from "./byte-budget.ts";
import type { HeadQuestion, HeadTruth } from "./head-truth.ts";
import { type BatchKeeper, ItemBatch, type ReadItem } from "./item-batch.ts";
import { OftenRead } from "./often-read.ts";

/** Most items of one call, those that it asks for included: the ledger's limit. */
const maxItems = 100;
/** An item of more bytes is not carried. */
const maxItemBytes = 4096;
/** Most known bytes that one call carries. */
const maxCarriedBytes = 128 * 1024;
/** An item is carried if this many reads of it are likely until the head moves. */
const leastReadsAhead = 0.01;
/** A larger answer is not kept as items. */
const maxKeptBytes = 512 * 1024;
/** Memory that an item takes besides its bytes. */
const entryOverheadBytes = 150;
/** How long nothing is carried after a call that failed because of carried items. */
const pauseMs = 10_000;

/** The items of one network that are read with one config: which are read often, and their values until the head moves. */
export class ItemLane implements BatchKeeper {
  readonly config: string;
  readonly commitment: Commitment;
  /** When it was last read. */
  readAt = 0;
  readonly #head: HeadTruth;
  readonly #budget: ByteBudget;
  readonly #often: OftenRead;
  /** Batches whose answers are kept, and the bytes that they take. */
  #kept: ItemBatch[] = [];
  #keptBytes = 0;
  /** Items ranked before this one can be skipped: they are known or in flight. */
  #nextRank = 0;
  /** The ranking that it refers to, and the head since which it applies. */
  #rankedItems: readonly ReadItem[] = [];
  #rankedFor: HeadQuestion | undefined;
  #hasEnded = false;
  #pausedUntil = Number.NEGATIVE_INFINITY;

  /** An item that was read once is carried for that many seconds. */
  constructor(
    { config, commitment, seconds }: { config: string; commitment: Commitment; seconds: number },
    head: HeadTruth,
    budget: ByteBudget,
  ) {
    this.config = config;
    this.commitment = commitment;
    this.#often = new OftenRead(seconds);
    this.#head = head;
    this.#budget = budget;
  }

  /** Number of kept items. */
  get size(): number {
    let size = 0;
    for (const { items } of this.#kept) size += items.length;
    return size;
  }

  /** An item that was read lately. */
  get(item: string): ReadItem | undefined {
    return this.#often.get(item);
  }

  /** The values of items, if they are still true, of one state, and of no slot below the floor. */
  known(items: readonly string[], floor: number, now: number): readonly ReadItem[] | undefined {
    const found: ReadItem[] = [];
    let first: ItemBatch | undefined;
    let last: ItemBatch | undefined;
    for (const item of items) {
      const read = this.#often.get(item);
      const batch = read?.batch;
      if (read === undefined || batch?.list === undefined) return undefined;
      first ??= batch;
      if (batch !== last && !this.#agrees(batch, first, floor, now)) return undefined;
      last = batch;
      found.push(read);
    }
    return found;
  }

  /** Records a read of items. `bytes` of each, if they are known; 0 if not. */
  record(items: readonly string[], bytes: number, now: number): void {
    this.readAt = now;
    for (const item of items) this.#often.record(item, bytes);
  }

  /** Records a read of known items. */
  count(reads: readonly ReadItem[], now: number): void {
    this.readAt = now;
    for (const read of reads) this.#often.count(read);
  }

  /** Whether one of the items is known to be too large to be carried. */
  hasLarge(items: readonly string[]): boolean {
    return items.some((item) => (this.#often.get(item)?.bytes ?? 0) > maxItemBytes);
  }

  /** Adds recently sent signatures, then frequently read items, to those that a call asks for. */
  load(
    asked: Iterable<string>,
    {
      max,
      sent,
      hasUncounted,
    }: Pick<Leaving, "hasUncounted"> & { readonly max: number; readonly sent: readonly string[] },
    now: number,
  ): Load | undefined {
    if (now < this.#pausedUntil) return undefined;
    const question = this.#head.question(this.commitment, now);
    const batch = new ItemBatch(this, question);
    for (const item of asked) batch.add(item, this.#often.enter(item));
    batch.asked = batch.items.length;
    // Items that the call asks for are in flight: they are not carried too.
    for (const [place, read] of batch.reads.entries())
      if (read !== undefined && !this.#isKnown(read, question, now)) put(read, batch, place);
    const most = Math.min(max, maxItems);
    for (const item of sent) {
      const read = batch.items.length < most ? this.#often.enter(item) : undefined;
      if (read !== undefined && !this.#isKnown(read, question, now)) carry(read, batch);
    }
    const ranked = this.#rank(question, now);
    const leastReads = hasUncounted ? 0 : this.#often.readsFor(leastReadsAhead / this.#head.msLeft(now));
    let bytes = 0;
    for (; this.#nextRank < ranked.length && batch.items.length < most; this.#nextRank += 1) {
      const read = ranked[this.#nextRank];
      if (read === undefined || bytes + read.bytes > maxCarriedBytes) break;
      if (read.reads < leastReads) {
        // All items ranked behind it are read less often, except new ones.
        this.#nextRank = Math.max(this.#nextRank, this.#often.sorted - 1);
        continue;
      }
      // An item of unknown size may be large: it is carried only after a call that asked for it was answered.
      const isSmall = read.bytes > 0 && read.bytes <= maxItemBytes;
      if (!isSmall || this.#isKnown(read, question, now)) continue;
      carry(read, batch);
      bytes += read.bytes;
    }
    return batch;
  }

  /** Starts over if the head has moved or the ranking changed. */
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

  lookAgain(): void {
    this.#rankedFor = undefined;
  }

  isCurrent(question: HeadQuestion, now: number): boolean {
    return this.#head.isCurrent(question, now);
  }

  /** Keeps the items of a call's answer until the head moves. */
  keep(batch: ItemBatch, result: RawJson, list: ContextList): void {
    const { question, reads } = batch;
    for (let place = 0; place < reads.length; place += 1) {
      const read = reads[place];
      if (read !== undefined) read.bytes = list.byteLength(place);
    }
    const slot = contextSlot(result);
    const mayKeep = slot !== undefined && !this.#hasEnded && this.#head.mayKeep(question, slot);
    const bytes = result.byteLength + reads.length * entryOverheadBytes;
    if (!mayKeep || result.byteLength > maxKeptBytes || !this.#budget.take(bytes)) {
      batch.end();
      return;
    }
    this.#keptBytes += bytes;
    this.#kept.push(batch);
    batch.slot = slot;
    batch.list = list;
    // Carried items already refer to this batch; those that were asked for may refer to another.
    for (let place = 0; place < batch.asked; place += 1) {
      const read = reads[place];
      if (read !== undefined) put(read, batch, place);
    }
  }

  blame({ reads }: ItemBatch, now: number): void {
    // Items of unknown size may have made the answer too large.
    for (const read of reads) if (read?.bytes === 0) read.bytes = Number.POSITIVE_INFINITY;
    this.#pausedUntil = now + pauseMs;
  }

  /** Drops the kept items. */
  drop(): void {
    for (const batch of this.#kept) batch.end();
    this.#kept = [];
    this.#budget.giveBack(this.#keptBytes);
    this.#keptBytes = 0;
  }

  /** Drops the kept items, and keeps no more. */
  end(): void {
    this.#hasEnded = true;
    this.drop();
  }

  /** Whether an answer is true and of the same state as the first: upstreams may differ in processed state. */
  #agrees(batch: ItemBatch, first: ItemBatch, floor: number, now: number): boolean {
    const { question, slot } = batch;
    const isOfOneState = batch === first || (this.commitment !== "processed" && slot === first.slot);
    return isOfOneState && slot >= floor && this.#head.isTrue(question, slot, now);
  }

  #isKnown({ batch }: ReadItem, question: HeadQuestion, now: number): boolean {
    if (batch === undefined) return false;
    if (batch.isUnderWay) return batch.question.processedSlot === question.processedSlot;
    return batch.list !== undefined && this.#head.isTrue(batch.question, batch.slot, now);
  }
}

function carry(read: ReadItem, batch: ItemBatch): void {
  put(read, batch, batch.items.length);
  batch.add(read.item, read);
}

function put(read: ReadItem, batch: ItemBatch, place: number): void {
  read.batch = batch;
  read.place = place;
}
