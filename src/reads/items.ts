import type { Deadlines } from "../call/deadlines.ts";
import { type Send, UpstreamCall } from "../call/upstream-call.ts";
import type { Commitment, MethodDescription } from "../contract/method-description.ts";
import type { RawJson } from "../json/raw-json.ts";
import { SharedCall, SharedWait } from "../upstream/sharing/shared-call.ts";
import type { AskedItems } from "./asked-items.ts";
import type { Share } from "./room.ts";

const none = { processed: undefined, confirmed: undefined, finalized: undefined };

/** An item that was read lately. */
export class Item {
  readonly key: string;
  /** Of the caller who asked for it first; undefined if there is no room to know it. */
  readonly share: Share | undefined;
  /** Reads, of which older ones count less. */
  reads = 0;
  /** Bytes of its text; undefined until an answer told. */
  bytes: number | undefined = undefined;
  /** Whether it is a token account of which amounts are derived. */
  hasAmount = false;
  /** The newest answer that shows it. */
  readonly newest: Record<Commitment, ShownItems | undefined> = { ...none };
  /** The call that asks for it now. */
  readonly asked: Record<Commitment, SharedRead | undefined> = { ...none };

  constructor(key: string, share: Share | undefined) {
    this.key = key;
    this.share = share;
  }
}

/** What items were at a slot. */
export interface Known {
  readonly slot: number;
  /** Byte text of the context of an answer that showed them. */
  readonly context: string;
  /** Byte texts. */
  readonly texts: readonly string[];
}

/** Byte texts of items, by their places. */
export interface ItemTexts {
  /** Bytes of memory that they keep in use. */
  readonly heldBytes: number;
  item(place: number): string;
  byteLength(place: number): number;
}

/** What an answer of one slot showed of items. Their texts stay where they are in the answer until they are read: of a hundred, few are. */
export class ShownItems {
  readonly slot: number;
  /** Byte text of the answer's context. */
  readonly context: string;
  readonly places: ReadonlyMap<Item, number>;
  readonly texts: ItemTexts;

  constructor(slot: number, context: string, places: ReadonlyMap<Item, number>, texts: ItemTexts) {
    this.slot = slot;
    this.context = context;
    this.places = places;
    this.texts = texts;
  }

  /** With texts of their own. */
  static of(
    slot: number,
    context: string,
    shown: readonly (readonly [item: Item, text: string])[],
  ): ShownItems {
    const places = new Map(shown.map(([item], place) => [item, place]));
    const text = (place: number) => shown[place]?.[1] ?? "";
    return new ShownItems(slot, context, places, {
      heldBytes: 0,
      item: text,
      byteLength: (place) => text(place).length,
    });
  }

  /** Some of them, without the rest of the answer. */
  only(items: readonly Item[]): ShownItems {
    return ShownItems.of(
      this.slot,
      this.context,
      items.map((item) => [item, this.text(item) ?? ""]),
    );
  }

  text(item: Item): string | undefined {
    const place = this.places.get(item);
    return place === undefined ? undefined : this.texts.item(place);
  }

  /** What the items were; undefined unless all are shown. */
  find(items: readonly Item[]): Known | undefined {
    const { slot, context, places, texts } = this;
    if (!items.every((item) => places.has(item))) return undefined;
    return { slot, context, texts: items.map((item) => texts.item(places.get(item) ?? -1)) };
  }
}

/** The lowest slots that a read accepts. */
export interface Floors {
  /** From an upstream that was asked for it: as its caller says, or was shown before. */
  readonly asked: number;
  /** From what is known already. */
  readonly known: number;
}

/** A caller's read that waits for its items. */
export class WaitingRead extends SharedWait {
  readonly asked: AskedItems;
  readonly items: readonly Item[];
  readonly floors: Floors;
  /** The lowest slot of the calls that were answered. */
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

  /** Sends it by itself; it keeps its own deadline from then on. */
  sendAlone(next: Send): Promise<RawJson> {
    const sent = next(this.call);
    this.resolve(sent);
    return sent;
  }
}

/** One upstream call for the items of several reads. */
export class SharedRead extends SharedCall {
  readonly reads: WaitingRead[] = [];
  /** The items with their places in the answer: those that its reads ask for, then those that are likely to be read. */
  readonly places = new Map<Item, number>();
  /** How many of the items its reads ask for. */
  asked = 0;
  /** `performance.now()` at which it was sent; infinity before. */
  sentAt = Number.POSITIVE_INFINITY;
  /** It was neither answered nor has it failed. */
  isUnderWay = true;
  /** The newest slot that any of its callers was shown. */
  #shownSlot = 0;
  /** The highest slot that any of its callers asks for. */
  #minContextSlot = 0;

  /** Adds a read that waits for it. After it was sent it serves only callers who accept what it was sent for. */
  serve(read: WaitingRead): void {
    this.reads.push(read);
    read.waitFor(this);
    this.#shownSlot = Math.max(this.#shownSlot, read.floors.asked);
    this.#minContextSlot = Math.max(this.#minContextSlot, read.asked.minContextSlot);
  }

  /** Whether its answer, sent for others, is as new as a read asks for. */
  isAsNewAs({ asked, floors }: WaitingRead): boolean {
    return this.#minContextSlot >= asked.minContextSlot && this.#shownSlot >= floors.asked;
  }

  /** The call that is sent now. `form`: members of the config, without `minContextSlot`. */
  seal(method: MethodDescription, form: string, now: number): UpstreamCall {
    this.sentAt = now;
    const minContextSlot = this.#minContextSlot === 0 ? "" : `"minContextSlot":${this.#minContextSlot}`;
    const given = [form, minContextSlot].filter((members) => members !== "");
    // Older nodes refuse an object without these.
    const always = Object.entries(given.length === 0 ? {} : (method.config?.always ?? {}))
      .filter(([name]) => !form.includes(`"${name}":`))
      .map(([name, preset]) => `${JSON.stringify(name)}:${JSON.stringify(preset)}`);
    const config = [...given, ...always].join(",");
    const keys = Array.from(this.places.keys(), ({ key }) => key).join(",");
    const calls = this.reads.map(({ call }) => call);
    const [first] = calls;
    if (first === undefined) throw new Error("a shared read has no reads");
    return UpstreamCall.merge(calls, {
      network: first.network,
      method,
      upstreamMethod: method.upstreamNames[0] ?? method.name,
      params: config === "" ? `[[${keys}]]` : `[[${keys}],{${config}}]`,
      cancellation: this,
      deadline: Math.max(...calls.map(({ deadline }) => deadline)),
      notes: {},
      shownSlot: this.#shownSlot,
      // The bound is for the answer to one of them.
      maxValues: undefined,
      span: undefined,
    });
  }
}
