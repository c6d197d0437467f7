import type { ContextList } from "../json/cut-context-list.ts";
import type { RawJson } from "../json/raw-json.ts";
import type { Load } from "../upstream/merging/carrier.ts";
import type { HeadQuestion } from "./head-truth.ts";

/** An item with how often it was read lately, and what is known of it. */
export interface ReadItem {
  readonly item: string;
  reads: number;
  /** As the last answer showed. */
  bytes: number;
  /** The call that asks for it, or whose answer shows it until the head moves, and its place there. */
  batch: ItemBatch | undefined;
  place: number;
}

/** Who carries items, and keeps what is known of them. */
export interface BatchKeeper {
  get(item: string): ReadItem | undefined;
  /** Whether no newer slot is known since a question was asked. */
  isCurrent(question: HeadQuestion, now: number): boolean;
  keep(batch: ItemBatch, result: RawJson, list: ContextList): void;
  /** What is carried by a call that was not answered is looked at again. */
  lookAgain(): void;
  /** Carries nothing for a while: a batch made its call fail. */
  blame(batch: ItemBatch, now: number): void;
}

/** The items of one call, and what its answer says of them until the head moves. */
export class ItemBatch implements Load {
  readonly question: HeadQuestion;
  items: string[] = [];
  /** The items as they are counted; undefined where there is no room to count one. */
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

  /** Its answer is true no more. */
  end(): void {
    this.list = undefined;
    this.items = [];
    this.reads = [];
  }
}
