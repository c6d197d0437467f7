import { type Commitment, commitments } from "../contract/method-description.ts";
import { detachText } from "../text/detached-text.ts";
import type { Head } from "./head.ts";
import { maxItemBytes } from "./item-text.ts";
import { detachedTexts, Item, type ItemsAtSlot, ShownItems, stateOf, type TextSpan } from "./items.ts";
import type { Charge, ClientUsage, MemoryBudget } from "./memory-budget.ts";

/** Estimated memory of an item, and of its entry in an answer, without texts. */
const itemBytes = 400;
const entryBytes = 60;
/** An item whose count of reads fell below this is forgotten. */
const forgottenBelow = 0.16;
/** Time between two rankings. */
const rankEveryMs = 2000;
/** Confirmed items are kept until they are finalized if finalized items were read within this time. */
const finalizedReadsWithinMs = 10_000;
/** Answers with a longer context are not kept. */
const maxContext = 1000;
/** Most slots between confirmed and finalized whose items are kept. */
const maxUnfinalizedSlots = 200;
/** Most items of one kind: in total, and of those that one caller was the first to read. */
const maxItems = { total: 50_000, perCaller: 5000 };

/** What an answer that is kept holds: its number, the memory that its texts are in, and whose shares of the budget it takes. */
interface Holds {
  readonly number: number;
  readonly memory: Buffer | undefined;
  readonly charges: readonly Charge[];
}

class KeptItems extends ShownItems {
  readonly holds: Holds;

  constructor(holds: Holds, ...shown: ConstructorParameters<typeof ShownItems>) {
    super(...shown);
    this.holds = holds;
  }
}

/** The items of one kind: how often each is read, and what answers showed it to be, slot by slot. */
export class KnownItems {
  readonly #head: Head;
  readonly #budget: MemoryBudget;
  readonly #keptPerSecond: number;
  readonly #items = new Map<string, Item>();
  /** The newest slot first. */
  readonly #shownItems: Readonly<Record<Commitment, KeptItems[]>> = {
    processed: [],
    confirmed: [],
    finalized: [],
  };
  /** The same by number. */
  readonly #answers = new Map<number, KeptItems>();
  #lastNumber = 0;
  /** Confirmed slots, newest first, until they are finalized; empty unless finalized items are read. Texts are in `Item.unfinalized`. */
  #unfinalizedSlots: Pick<ShownItems, "slot" | "context">[] = [];
  readonly #itemCounts = new Map<ClientUsage, number>();
  #ranking: Item[] = [];
  #rankedAt = Number.NEGATIVE_INFINITY;
  /** When finalized items were last read. */
  #finalizedReadAt = Number.NEGATIVE_INFINITY;

  /** `seconds`: how long an item that was read once is remembered. */
  constructor(seconds: number, head: Head, budget: MemoryBudget) {
    this.#keptPerSecond = forgottenBelow ** (1 / seconds);
    this.#head = head;
    this.#budget = budget;
  }

  get(key: string): Item | undefined {
    return this.#items.get(key);
  }

  /** Counts a read of an item. A new item that there is no memory for is returned, but not kept. */
  countRead(key: string, client: string | undefined): Item {
    const item = this.#items.get(key) ?? this.#add(key, client);
    item.reads += 1;
    return item;
  }

  /** The items, most read first. Sorted every two seconds, when older reads lose weight; until then new items are last. */
  rank(now: number): readonly Item[] {
    const elapsedMs = now - this.#rankedAt;
    if (elapsedMs < rankEveryMs) return this.#ranking;
    const kept = Number.isFinite(elapsedMs) ? this.#keptPerSecond ** (elapsedMs / 1000) : 1;
    this.#rankedAt = now;
    const oldest = this.#unfinalizedSlots.at(-1)?.slot ?? Number.POSITIVE_INFINITY;
    for (const item of this.#ranking) {
      item.reads *= kept;
      this.#dropSpans(item, oldest);
      if (item.reads < forgottenBelow) this.#forget(item);
    }
    this.#ranking = this.#ranking
      .filter(({ reads }) => reads >= forgottenBelow)
      .sort((a, b) => b.reads - a.reads);
    this.#dropOld();
    return this.#ranking;
  }

  /** What the items were at the highest slot, `floor` or above, at which all are known; undefined if there is none. */
  find(commitment: Commitment, items: readonly Item[], floor: number, now: number): ItemsAtSlot | undefined {
    if (commitment === "finalized") this.#finalizedReadAt = now;
    if (commitment === "processed") {
      // A processed slot may be on a fork: only a single answer is sure to show one state.
      for (const shown of this.#shownItems.processed) {
        if (shown.slot < floor) break;
        const known = shown.find(items);
        if (known !== undefined) return known;
      }
    }
    // Confirmed state is not undone, so it is also what is processed, and later finalized, at its slot.
    const level = commitment === "finalized" ? "finalized" : "confirmed";
    const shown = this.#shownItems[level];
    const unfinalized = level === "finalized" ? this.#unfinalizedSlots : [];
    for (let slot = this.#highestSlot(commitment, items); slot >= floor; slot -= 1) {
      slot = Math.max(newestSlot(shown, slot), newestSlot(unfinalized, slot));
      const known = slot < floor ? undefined : this.#findAt(slot, items, level);
      if (known !== undefined) return known;
    }
    return undefined;
  }

  /**
   * Returns a function that tells whether an item is known at `floor` or above. For finalized reads, one that was confirmed at `floor`
   * counts: it can be used as soon as an answer shows that this slot is finalized.
   */
  isKnownFrom(commitment: Commitment, floor: number): (item: Item) => boolean {
    const isKnownAt = (item: Item, level: Commitment) => stateOf(item, level).slot >= floor;
    if (commitment === "confirmed") return (item) => isKnownAt(item, commitment);
    if (commitment === "processed")
      return (item) => isKnownAt(item, commitment) || isKnownAt(item, "confirmed");
    const ceiling = Math.max(this.#head.at(commitment), floor);
    return (item) => isKnownAt(item, commitment) || (spanUpTo(item, ceiling)?.to ?? -1) >= floor;
  }

  /** An item's text by the newest confirmed answer, else by the newest processed or finalized one. */
  newestText(item: Item): string | undefined {
    const { confirmed, processed, finalized } = item;
    for (const { answer, answerIndex } of [confirmed, processed, finalized]) {
      const shown = this.#answers.get(answer);
      if (shown !== undefined) return shown.texts.item(answerIndex);
    }
    return undefined;
  }

  /** Keeps what an answer showed of items, as far as there is memory. */
  keep(answer: ShownItems, now: number): void {
    this.#dropOld();
    const { commitment, slot, context, items, texts } = answer;
    if (slot < this.#head.at(commitment) - 1 || context.length > maxContext) return;
    const charges: Charge[] = [];
    let charge: Charge | undefined;
    let keptBytes = 0;
    const kept = items.filter((item, index) => {
      const { usage } = item;
      const bytes = entryBytes + texts.byteLength(index);
      // An item without reads was forgotten since it was asked for, and will not be looked up again.
      if (item.reads === 0 || usage === undefined || bytes > entryBytes + maxItemBytes) return false;
      if (!this.#budget.take(usage, bytes)) return false;
      if (charge?.usage !== usage) {
        charge = { usage, bytes: 0 };
        charges.push(charge);
      }
      charge.bytes += bytes;
      keptBytes += bytes;
      return true;
    });
    if (kept.length === 0) return;
    // Texts are copied one by one if most of the answer would be kept for nothing.
    const isWhole = kept.length === items.length && texts.bytes !== undefined;
    const memory = isWhole ? this.#budget.reused.take(texts.bytes.length, 2 * keptBytes) : undefined;
    const copied = (memory && texts.copyTo?.(memory)) ?? detachedTexts(kept.map((item) => answer.text(item)));
    this.#lastNumber += 1;
    const holds = { number: this.#lastNumber, memory, charges };
    const shown = new KeptItems(holds, commitment, slot, context, kept, copied);
    this.#answers.set(holds.number, shown);
    for (let index = 0; index < kept.length; index += 1) {
      const state = stateOf(kept[index] as Item, commitment);
      if (state.slot >= slot) continue;
      state.slot = slot;
      state.answer = holds.number;
      state.answerIndex = index;
    }
    const list = this.#shownItems[commitment];
    const at = list.findIndex((other) => other.slot <= slot);
    list.splice(at < 0 ? list.length : at, 0, shown);
    const isReadFinalized = now - this.#finalizedReadAt < finalizedReadsWithinMs;
    if (commitment === "confirmed" && isReadFinalized) this.#keepUntilFinalized(shown);
  }

  /** Forgets what the items were, but not how often they are read. */
  dropTexts(): void {
    for (const commitment of commitments)
      for (const shown of this.#shownItems[commitment].splice(0)) this.#drop(shown);
    this.#unfinalizedSlots = [];
    for (const item of this.#items.values()) {
      for (const commitment of commitments) item[commitment].slot = -1;
      this.#dropSpans(item, Number.POSITIVE_INFINITY);
    }
  }

  /** Forgets all items. */
  clear(): void {
    this.dropTexts();
    for (const item of this.#items.values()) this.#forget(item);
    this.#ranking = [];
  }

  /**
   * What the items were at a slot; undefined unless all are known. Looks first at the answers at `level`, then at what was confirmed in
   * slots that were not finalized.
   */
  #findAt(slot: number, items: readonly Item[], level: Commitment): ItemsAtSlot | undefined {
    const sources: (KeptItems | string)[] = [];
    const kept =
      level === "finalized" ? this.#unfinalizedSlots.find((each) => each.slot === slot) : undefined;
    let context = kept?.context;
    for (const item of items) {
      const shown = this.#answerAt(slot, item, level);
      context ??= shown?.context;
      const span = kept && shown === undefined ? spanUpTo(item, slot) : undefined;
      const known = shown ?? (span !== undefined && span.to >= slot ? span.text : undefined);
      if (known === undefined) return undefined;
      sources.push(known);
    }
    const texts = items.map((item, index) => {
      const source = sources[index];
      if (typeof source === "string") return source;
      const { answer, answerIndex } = stateOf(item, level);
      return (source?.holds.number === answer ? source.texts.item(answerIndex) : source?.text(item)) ?? "";
    });
    return { slot, context: context ?? "", texts };
  }

  /** The answer that showed an item at a slot. */
  #answerAt(slot: number, item: Item, level: Commitment): KeptItems | undefined {
    const state = stateOf(item, level);
    if (state.slot === slot) return this.#answers.get(state.answer);
    // An item's other answers are older than its newest.
    if (state.slot < slot) return undefined;
    return this.#shownItems[level].find((shown) => shown.slot === slot && shown.has(item));
  }

  /** The highest slot at which all items may be known; -1 if there is none. */
  #highestSlot(commitment: Commitment, items: readonly Item[]): number {
    if (commitment === "finalized") return this.#head.at(commitment);
    let highest = Number.POSITIVE_INFINITY;
    for (const { confirmed } of items) highest = Math.min(highest, confirmed.slot);
    return highest;
  }

  /** Drops answers that are too old for any read. */
  #dropOld(): void {
    for (const commitment of commitments) {
      const list = this.#shownItems[commitment];
      const oldest = this.#head.at(commitment) - 1;
      for (let last = list.at(-1); last !== undefined && last.slot < oldest; last = list.at(-1)) {
        list.pop();
        this.#drop(last);
      }
    }
    const oldest = this.#head.at("finalized") - 1;
    while (
      this.#unfinalizedSlots.length > maxUnfinalizedSlots ||
      (this.#unfinalizedSlots.at(-1)?.slot ?? oldest) < oldest
    )
      this.#unfinalizedSlots.pop();
  }

  /** Keeps what was confirmed at a slot until the slot is finalized. What is unchanged since the slot before takes no further memory. */
  #keepUntilFinalized({ slot, context, items, texts }: ShownItems): void {
    const slots = this.#unfinalizedSlots;
    const newest = slots[0]?.slot ?? -1;
    // An answer that came late: spans are only added in the order of slots, also after all slots were dropped as finalized.
    if (slot < Math.max(newest, this.#head.at("finalized") - 1)) return;
    if (slot > newest) slots.unshift({ slot, context });
    const before = slots[1]?.slot;
    for (let index = 0; index < items.length; index += 1) {
      const item = items[index] as Item;
      const last = item.unfinalized;
      // Another answer at this slot has set it already.
      if (last?.to === slot || item.usage === undefined || this.#budget.isScarce(item.usage)) continue;
      const text = texts.item(index);
      if (last !== undefined && last.to === before && last.text === text) last.to = slot;
      else if (this.#budget.take(item.usage, entryBytes + text.length))
        item.unfinalized = { from: slot, to: slot, text, before: last };
    }
  }

  /** Drops what an item was before a slot. */
  #dropSpans(item: Item, before: number): void {
    let last: TextSpan | undefined;
    let span = item.unfinalized;
    for (; span !== undefined && span.to >= before; span = span.before) last = span;
    if (last === undefined) item.unfinalized = undefined;
    else last.before = undefined;
    for (; span !== undefined && item.usage !== undefined; span = span.before)
      this.#budget.giveBack(item.usage, entryBytes + span.text.length);
  }

  #drop({ holds: { number, memory, charges } }: KeptItems): void {
    this.#answers.delete(number);
    if (memory !== undefined) this.#budget.reused.giveBack(memory);
    for (const { usage, bytes } of charges) this.#budget.giveBack(usage, bytes);
  }

  #add(key: string, client: string | undefined): Item {
    const usage = this.#budget.usageOf(client);
    const count = this.#itemCounts.get(usage) ?? 0;
    const isFull = this.#items.size >= maxItems.total || count >= maxItems.perCaller;
    const hasRoom = !isFull && this.#budget.take(usage, itemBytes);
    const item = new Item(detachText(key), hasRoom ? usage : undefined);
    if (!hasRoom) return item;
    this.#itemCounts.set(usage, count + 1);
    this.#items.set(item.key, item);
    this.#ranking.push(item);
    return item;
  }

  #forget(item: Item): void {
    const { usage, key } = item;
    if (usage === undefined) return;
    item.reads = 0;
    this.#dropSpans(item, Number.POSITIVE_INFINITY);
    this.#budget.giveBack(usage, itemBytes);
    this.#items.delete(key);
    const count = (this.#itemCounts.get(usage) ?? 0) - 1;
    if (count > 0) this.#itemCounts.set(usage, count);
    else this.#itemCounts.delete(usage);
  }
}

/** The newest slot of a list that is not above `ceiling`; -1 if there is none. */
function newestSlot(list: readonly Pick<ShownItems, "slot">[], ceiling: number): number {
  return list.find(({ slot }) => slot <= ceiling)?.slot ?? -1;
}

/** The newest range of unfinalized slots that begins at `slot` or before. */
function spanUpTo(item: Item, slot: number): TextSpan | undefined {
  let span = item.unfinalized;
  while (span !== undefined && span.from > slot) span = span.before;
  return span;
}
