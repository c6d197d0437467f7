import type { Commitment } from "../../contract/method-description.ts";
import type { ItemsAtSlot } from "../items/item-text.ts";
import { type Item, stateOf } from "./item.ts";

/** Byte texts of items, by their indexes in an answer. */
interface ItemTexts {
  item(index: number): string;
  byteLength(index: number): number;
  /** The bytes of an answer that they are cut from; undefined if they share no memory with one. */
  readonly bytes?: Buffer;
  /** Cuts them from a copy of `bytes` in other memory. */
  copyTo?(memory: Buffer): ItemTexts;
}

/** Texts that share no memory with an answer. */
export function detachedTexts(texts: readonly string[]): ItemTexts {
  const item = (index: number) => texts[index] ?? "";
  return { item, byteLength: (index) => item(index).length };
}

/** The items that an answer showed. Their texts are cut from the answer only when they are read: of a hundred, few are. */
export class AnswerItems {
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
    const { indexInCall } = stateOf(item, this.commitment);
    // It may have been asked for again since.
    const index = this.items[indexInCall] === item ? indexInCall : this.items.indexOf(item);
    return index < 0 ? undefined : index;
  }
}
