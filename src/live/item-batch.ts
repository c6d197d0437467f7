import type { ContextList } from "../json/cut-context-list.ts";
import type { RawJson } from "../json/raw-json.ts";
import type { Load } from "../upstream/merging/carrier.ts";
import type { HeadQuestion } from "./head-truth.ts";

/** An item with its recent reads and its size. */
export interface ReadItem {
  readonly item: string;
  reads: number;
  /** As of the last answer. */
  bytes: number;
  /** The call that asks for it, or whose answer shows it until the head moves, and its place there. */
  batch: ItemBatch | undefined;
  place: number;
}

/** The owner of a batch, which keeps its items. */
export interface BatchKeeper {
  get(item: string): ReadItem | undefined;
  /** Whether no newer slot is known since a question was asked. */
  isCurrent(question: HeadQuestion, now: number): boolean;
  keep(batch: ItemBatch, result: RawJson, list: ContextList): void;
  /** A call was not answered: its carried items may be carried by another. */
  lookAgain(): void;
  /** A batch made its call fail: nothing is carried for a while. */
  blame(batch: ItemBatch, now: number): void;
}

/** The items of one call, and their values in its answer until the head moves. */
export class ItemBatch implements Load {
  readonly question: HeadQuestion;
  items: string[] = [];
  /** The counter of each item; undefined if there was no room to count it. */
  reads: (ReadItem | undefined)[] = [];
  /** The first of them, which reads of the call ask for. */
  asked = 0;
  isUnderWay = true;
  /** The slot that the answer names, and its list; undefined before it is there, and once the head has moved. */
  slot = 0;
  list: ContextList | undefined = undefined;
  readonly #keeper: BatchKeeper;

  constructor(keeper: BatchKeeper, question: HeadQuestion) {
    this.#keeper = keeper;
    this.question = question;
  }

  get carried(): number {
    return this.items.length - this.asked;
  }

  /** Adds an item. */
  add(item: string, read: ReadItem | undefined): void {
    this.items.push(item);
    this.reads.push(read);
  }

  isCurrent(now: number): boolean {
    return this.#keeper.isCurrent(this.question, now);
  }

  placeOf(item: string): number | undefined {
    const read = this.#keeper.get(item);
    return read?.batch === this ? read.place : undefined;
  }

  keep(result: RawJson, list: ContextList): void {
    this.isUnderWay = false;
    this.#keeper.keep(this, result, list);
  }

  drop(): void {
    this.isUnderWay = false;
    if (this.carried > 0) this.#keeper.lookAgain();
  }

  blame(now: number): void {
    this.#keeper.blame(this, now);
  }

  /** Its answer is no longer true. */
  end(): void {
    this.list = undefined;
    this.items = [];
    this.reads = [];
  }
}
