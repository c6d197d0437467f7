import type { Item, TextVersion } from "./item.ts";
import type { MemoryBudget } from "./memory-budget.ts";
import type { ResponseItems } from "./response-items.ts";

/** Estimated memory of a version besides its text. */
const versionBytes = 60;
/** Most slots between confirmed and finalized whose texts are kept. */
const maxSlots = 200;

/**
 * Texts of items at confirmed slots that are not finalized yet. Confirmed state is not rolled back, so finalized reads can be answered
 * from it once its slot is finalized. The texts are in `Item.unfinalized`.
 */
export class UnfinalizedTexts {
  readonly #budget: MemoryBudget;
  /** The newest slot first. */
  #slots: Pick<ResponseItems, "slot" | "context">[] = [];

  constructor(budget: MemoryBudget) {
    this.#budget = budget;
  }

  /** The newest slot at or below `ceiling`; -1 if there is none. */
  newestSlot(ceiling: number): number {
    return this.#slots.find(({ slot }) => slot <= ceiling)?.slot ?? -1;
  }

  /** The oldest slot; infinity if there is none. */
  get oldestSlot(): number {
    return this.#slots.at(-1)?.slot ?? Number.POSITIVE_INFINITY;
  }

  /** Byte text of the context of a response at a slot; undefined if none is kept. */
  contextAt(slot: number): string | undefined {
    return this.#slots.find((other) => other.slot === slot)?.context;
  }

  /** Keeps a confirmed response. `finalized` is the newest finalized slot. A text that did not change takes no further memory. */
  keep({ slot, context, items, texts }: ResponseItems, finalized: number): void {
    const slots = this.#slots;
    const newest = slots[0]?.slot ?? -1;
    // Ignore late responses: versions must be added in the order of slots, even after all slots were dropped as finalized.
    if (slot < Math.max(newest, finalized - 1)) return;
    if (slot > newest) slots.unshift({ slot, context });
    const before = slots[1]?.slot;
    for (let index = 0; index < items.length; index += 1) {
      const item = items[index] as Item;
      const last = item.unfinalized;
      // Another response at this slot has set it already.
      if (last?.to === slot || item.share === undefined || this.#budget.isScarce(item.share)) continue;
      const text = texts.item(index);
      if (last !== undefined && last.to === before && last.text === text) last.to = slot;
      else if (this.#budget.take(item.share, versionBytes + text.length))
        item.unfinalized = { from: slot, to: slot, text, before: last };
    }
  }

  /** Drops slots that are too old for any read. */
  dropOld(finalized: number): void {
    while (this.#slots.length > maxSlots || this.oldestSlot < finalized - 1) this.#slots.pop();
  }

  /** Drops all slots. Texts must be dropped for each item, with `dropTexts`. */
  clear(): void {
    this.#slots = [];
  }

  /** Drops versions of an item that end before a slot. */
  dropTexts(item: Item, before: number): void {
    let last: TextVersion | undefined;
    let version = item.unfinalized;
    for (; version !== undefined && version.to >= before; version = version.before) last = version;
    if (last === undefined) item.unfinalized = undefined;
    else last.before = undefined;
    for (; version !== undefined && item.share !== undefined; version = version.before)
      this.#budget.release(item.share, versionBytes + version.text.length);
  }
}

/** The newest unfinalized version that begins at `slot` or before. */
export function versionUpTo(item: Item, slot: number): TextVersion | undefined {
  let version = item.unfinalized;
  while (version !== undefined && version.from > slot) version = version.before;
  return version;
}

/** An item's confirmed text at a slot; undefined unless it is kept. */
export function unfinalizedText(item: Item, slot: number): string | undefined {
  const version = versionUpTo(item, slot);
  return version !== undefined && version.to >= slot ? version.text : undefined;
}
