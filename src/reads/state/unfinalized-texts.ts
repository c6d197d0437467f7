import type { AnswerItems } from "./answer-items.ts";
import type { Item, TextVersion } from "./item.ts";
import type { MemoryBudget } from "./memory-budget.ts";

/** Estimated memory of a span besides its text. */
const spanBytes = 60;
/** Most slots between confirmed and finalized whose texts are kept. */
const maxSlots = 200;

/**
 * What items were at confirmed slots that are not finalized yet: confirmed state is not undone, so it is also what finalized reads get once
 * their slot is reached. The texts are in `Item.unfinalized`.
 */
export class UnfinalizedTexts {
  readonly #budget: MemoryBudget;
  /** The newest slot first. */
  #slots: Pick<AnswerItems, "slot" | "context">[] = [];

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

  /** Byte text of the context of an answer at a slot; undefined if nothing is kept of it. */
  contextAt(slot: number): string | undefined {
    return this.#slots.find((each) => each.slot === slot)?.context;
  }

  /** Keeps what was confirmed. `finalized`: the newest finalized slot. What is unchanged since the slot before takes no further memory. */
  keep({ slot, context, items, texts }: AnswerItems, finalized: number): void {
    const slots = this.#slots;
    const newest = slots[0]?.slot ?? -1;
    // An answer that came late: spans are only added in the order of slots, also after all slots were dropped as finalized.
    if (slot < Math.max(newest, finalized - 1)) return;
    if (slot > newest) slots.unshift({ slot, context });
    const before = slots[1]?.slot;
    for (let index = 0; index < items.length; index += 1) {
      const item = items[index] as Item;
      const last = item.unfinalized;
      // Another answer at this slot has set it already.
      if (last?.to === slot || item.share === undefined || this.#budget.isScarce(item.share)) continue;
      const text = texts.item(index);
      if (last !== undefined && last.to === before && last.text === text) last.to = slot;
      else if (this.#budget.take(item.share, spanBytes + text.length))
        item.unfinalized = { from: slot, to: slot, text, before: last };
    }
  }

  /** Drops the slots that are too old for any read. */
  dropOld(finalized: number): void {
    while (this.#slots.length > maxSlots || this.oldestSlot < finalized - 1) this.#slots.pop();
  }

  /** Forgets all slots; the texts of each item are dropped with `dropTexts`. */
  clear(): void {
    this.#slots = [];
  }

  /** Drops what an item was before a slot. */
  dropTexts(item: Item, before: number): void {
    let last: TextVersion | undefined;
    let span = item.unfinalized;
    for (; span !== undefined && span.to >= before; span = span.before) last = span;
    if (last === undefined) item.unfinalized = undefined;
    else last.before = undefined;
    for (; span !== undefined && item.share !== undefined; span = span.before)
      this.#budget.release(item.share, spanBytes + span.text.length);
  }
}

/** The newest range of unfinalized slots that begins at `slot` or before. */
export function versionUpTo(item: Item, slot: number): TextVersion | undefined {
  let span = item.unfinalized;
  while (span !== undefined && span.from > slot) span = span.before;
  return span;
}

/** An item's confirmed text at a slot; undefined unless it is kept. */
export function unfinalizedText(item: Item, slot: number): string | undefined {
  const span = versionUpTo(item, slot);
  return span !== undefined && span.to >= slot ? span.text : undefined;
}
