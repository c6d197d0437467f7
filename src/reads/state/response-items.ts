import type { Commitment } from "../../contract/method-description.ts";
import type { ItemsAtSlot } from "../items/item-text.ts";
import { type Item, stateOf } from "./item.ts";

/** Byte texts of items, by index in a response. */
interface ItemTexts {
  item(index: number): string;
  byteLength(index: number): number;
  /** The response that the texts are cut from; undefined if they share no memory with it. */
  readonly bytes?: Buffer;
  /** Copies `bytes` into other memory, and cuts the texts from there. */
  copyTo?(memory: Buffer): ItemTexts;
}

/** Texts that share no memory with a response. */
export function detachedTexts(texts: readonly string[]): ItemTexts {
  const item = (index: number) => texts[index] ?? "";
  return { item, byteLength: (index) => item(index).length };
}

/** The items of one response. Texts are cut from it lazily: of a hundred, few are read. */
export class ResponseItems {
  readonly commitment: Commitment;
  readonly slot: number;
  /** Byte text of the response's context. */
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

  /** Text of an item; empty if it is not in the response. */
  text(item: Item): string {
    const index = this.#indexOf(item);
    return index === undefined ? "" : this.texts.item(index);
  }

  /** Total length of the texts of items that are in the response. */
  byteLengthOf(items: readonly Item[]): number {
    let bytes = 0;
    for (const item of items) {
      const index = this.#indexOf(item);
      if (index !== undefined) bytes += this.texts.byteLength(index);
    }
    return bytes;
  }

  /** Texts of items; undefined unless all are in the response. */
  find(items: readonly Item[]): ItemsAtSlot | undefined {
    if (!items.every((item) => this.has(item))) return undefined;
    return { slot: this.slot, context: this.context, texts: items.map((item) => this.text(item)) };
  }

  #indexOf(item: Item): number | undefined {
    const { indexInCall } = stateOf(item, this.commitment);
    // The index is that of the last call, which may be a later one.
    const index = this.items[indexInCall] === item ? indexInCall : this.items.indexOf(item);
    return index < 0 ? undefined : index;
  }
}
