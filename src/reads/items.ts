import type { Deadlines } from "../call/deadlines.ts";
import { type Send, UpstreamCall } from "../call/upstream-call.ts";
import { type Commitment, type MethodDescription, requiredFields } from "../contract/method-description.ts";
import type { RawJson } from "../json/raw-json.ts";
import { SharedCall, WaitingCaller } from "../upstream/sharing/shared-call.ts";
import type { AskedItems } from "./asked-items.ts";
import type { ClientUsage } from "./memory-budget.ts";

/** A merged call takes further reads, and is filled up, only while its answer is expected to be no longer than this. */
export const maxMergedBytes = 256 * 1024;

/** A range of slots in which an item's text did not change. */
export interface TextSpan {
  readonly from: number;
  to: number;
  readonly text: string;
  /** The range before it. */
  before: TextSpan | undefined;
}

/** An item at one commitment. It names answers and calls by number: a hundred references to each new one would cost much at each collection. */
class ItemState {
  /** The slot of the newest answer that showed it, -1 before the first; that answer's number, though it may be dropped since; its index there. */
  slot = -1;
  answer = 0;
  answerIndex = 0;
  /** The number of the last call that asked for it, and its index there. */
  call = 0;
  callIndex = 0;
}

/** Something that was read lately: an account, a transaction's status, or a part of the head. */
export class Item {
  readonly key: string;
  /** Memory of the caller who asked for it first; undefined if there was no memory to keep it. */
  readonly usage: ClientUsage | undefined;
  /** Number of reads, in which older ones count less. */
  reads = 0;
  /** Bytes of its text; undefined until an answer showed it. */
  bytes: number | undefined = undefined;
  /** Whether it is a token account whose amount can be written from its data. */
  canWriteAmount = false;
  /** Its newest confirmed text, and through it those before, at slots that are not finalized yet. */
  unfinalized: TextSpan | undefined = undefined;
  readonly processed = new ItemState();
  readonly confirmed = new ItemState();
  readonly finalized = new ItemState();

  constructor(key: string, usage: ClientUsage | undefined) {
    this.key = key;
    this.usage = usage;
  }
}

/** An item at a commitment. Written out since a lookup by a name that varies is many times slower, and this is the most frequent one. */
export function stateOf(item: Item, commitment: Commitment): ItemState {
  if (commitment === "confirmed") return item.confirmed;
  return commitment === "processed" ? item.processed : item.finalized;
}

/** What items were at a slot. */
export interface ItemsAtSlot {
  readonly slot: number;
  /** Byte text of the context of an answer that showed them. */
  readonly context: string;
  /** Byte texts of the items, in the order in which they were asked for. */
  readonly texts: readonly string[];
}

/** Byte texts of items, by their indexes in an answer. */
interface ItemTexts {
  /** The answer that they are cut from; undefined if they are strings. */
  readonly bytes?: Buffer;
  item(index: number): string;
  byteLength(index: number): number;
  /** Cuts them from a copy of `bytes` in other memory. */
  copyTo?(memory: Buffer): ItemTexts;
}

/** Texts that share no memory with an answer. */
export function detachedTexts(texts: readonly string[]): ItemTexts {
  const item = (index: number) => texts[index] ?? "";
  return { item, byteLength: (index) => item(index).length };
}

/** The items that an answer showed. Their texts are cut from the answer only when they are read: of a hundred, few are. */
export class ShownItems {
  readonly commitment: Commitment;
  readonly slot: number;
  /** Byte text of the answer's context. */
  readonly context: string;
  readonly items: readonly Item[];
  readonly texts: ItemTexts;

  constructor(
    commitment: Commitment,
    slot: number,
    context: string,
    items: readonly Item[],
    texts: ItemTexts,
  ) {
    this.commitment = commitment;
    this.slot = slot;
    this.context = context;
    this.items = items;
    this.texts = texts;
  }

  has(item: Item): boolean {
    return this.#indexOf(item) !== undefined;
  }

  /** An item's text; empty unless it is shown. */
  text(item: Item): string {
    const index = this.#indexOf(item);
    return index === undefined ? "" : this.texts.item(index);
  }

  /** The bytes of the texts of those items that are shown. */
  byteLengthOf(items: readonly Item[]): number {
    let bytes = 0;
    for (const item of items) {
      const index = this.#indexOf(item);
      if (index !== undefined) bytes += this.texts.byteLength(index);
    }
    return bytes;
  }

  /** What the items were; undefined unless all are shown. */
  find(items: readonly Item[]): ItemsAtSlot | undefined {
    if (!items.every((item) => this.has(item))) return undefined;
    return { slot: this.slot, context: this.context, texts: items.map((item) => this.text(item)) };
  }

  #indexOf(item: Item): number | undefined {
    const { callIndex } = stateOf(item, this.commitment);
    // It may have been asked for again since.
    const index = this.items[callIndex] === item ? callIndex : this.items.indexOf(item);
    return index < 0 ? undefined : index;
  }
}

/** The lowest slots that a read accepts. */
export interface Floors {
  /** For an upstream's answer: the newest slot that the caller named or was shown. */
  readonly fromUpstream: number;
  /** For an answer from memory: at least that slot, and the one that an upstream would probably answer from. */
  readonly fromMemory: number;
}

/** A caller's read that waits for its items. */
export class WaitingRead extends WaitingCaller {
  readonly asked: AskedItems;
  readonly items: readonly Item[];
  readonly floors: Floors;
  /** The lowest slot of the answers so far. */
  lowestSlot = Number.POSITIVE_INFINITY;

  constructor(
    deadlines: Deadlines,
    call: UpstreamCall,
    asked: AskedItems,
    items: readonly Item[],
    floors: Floors,
  ) {
    super(deadlines, call, call.deadline);
    this.asked = asked;
    this.items = items;
    this.floors = floors;
  }

  /** Sends it as a call of its own, with its own deadline. */
  sendAlone(next: Send): Promise<RawJson> {
    const sent = next(this.call);
    this.resolve(sent);
    return sent;
  }
}

/** One upstream call for the items of several reads. */
export class MergedCall extends SharedCall {
  /** Its number among the calls of its merger. */
  readonly number: number;
  readonly reads: WaitingRead[] = [];
  /** The items in the order of the answer: those that its reads ask for, then those that are likely to be read. */
  readonly items: Item[] = [];
  /** Number of items that its reads ask for: the first ones of `items`. */
  askedCount = 0;
  /** Bytes of its items, as far as their sizes are known. */
  bytes = 0;
  /** `performance.now()` at which it was sent; infinity before. */
  sentAt = Number.POSITIVE_INFINITY;
  /** False once it was answered or has failed. */
  isUnderWay = true;
  /** The newest slot that any of its callers was shown. */
  #shownSlot = 0;
  /** The highest slot that any of its callers asks for. */
  #minContextSlot = 0;

  constructor(number: number) {
    super();
    this.number = number;
  }

  /** Adds a read. Once the call is sent, check `isNewEnoughFor` before. */
  addRead(read: WaitingRead): void {
    this.reads.push(read);
    read.waitFor(this);
    this.#shownSlot = Math.max(this.#shownSlot, read.floors.fromUpstream);
    this.#minContextSlot = Math.max(this.#minContextSlot, read.asked.minContextSlot);
  }

  /** Whether its answer will be new enough for a read that wants to join after the call was sent. */
  isNewEnoughFor({ asked, floors }: WaitingRead): boolean {
    return this.#minContextSlot >= asked.minContextSlot && this.#shownSlot >= floors.fromUpstream;
  }

  /** Makes the upstream call, which is sent now. `form`: members of its config, without `minContextSlot`. */
  toCall(method: MethodDescription, form: string, now: number): UpstreamCall {
    this.sentAt = now;
    const minContextSlot = this.#minContextSlot === 0 ? "" : `"minContextSlot":${this.#minContextSlot}`;
    const given = [form, minContextSlot].filter((members) => members !== "");
    const required = requiredFields(method, (name) => form.includes(`"${name}":`));
    if (given.length > 0) given.push(...required.map(([name, raw]) => `"${name}":${raw}`));
    const config = given.join(",");
    const keys = this.items.map(({ key }) => key).join(",");
    const calls = this.reads.map(({ call }) => call);
    const [first] = calls;
    if (first === undefined) throw new Error("a merged call has no reads");
    return UpstreamCall.merge(calls, {
      network: first.network,
      method,
      upstreamMethod: method.upstreamNames[0] ?? method.name,
      params: config === "" ? `[[${keys}]]` : `[[${keys}],{${config}}]`,
      cancellation: this,
      deadline: Math.max(...calls.map(({ deadline }) => deadline)),
      notes: {},
      shownSlot: this.#shownSlot,
      // A read's bound is for its own answer, not for this one.
      maxValues: undefined,
      span: undefined,
    });
  }
}
