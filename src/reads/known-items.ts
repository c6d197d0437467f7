import { type Commitment, commitments } from "../contract/method-description.ts";
import { detachText } from "../text/detached-text.ts";
import type { Head } from "./head.ts";
import { maxItemBytes } from "./item-text.ts";
import { detachedTexts, Item, type ItemsAtSlot, ShownItems } from "./items.ts";
import type { ClientUsage, MemoryBudget } from "./memory-budget.ts";

/** Estimated memory of an item, and of its entry in an answer, without texts. */
const itemBytes = 400;
const entryBytes = 60;
/** An item whose count of reads fell below this is forgotten. */
const forgottenBelow = 0.16;
/** Time between two rankings. */
const rankEveryMs = 1000;
/** Confirmed items are kept until they are finalized if finalized items were read within this time. */
const finalizedReadsWithinMs = 10_000;
/** Answers with a longer context are not kept. */
const maxContext = 1000;
/** Most slots between confirmed and finalized whose items are kept. */
const maxUnfinalizedSlots = 200;
/** Most items of one kind: in total, and of those that one caller was the first to read. */
const maxItems = { total: 50_000, perCaller: 5000 };

/** The items of one kind: how often each is read, and what answers showed it to be, slot by slot. */
export class KnownItems {
  readonly #head: Head;
  readonly #budget: MemoryBudget;
  readonly #keptPerSecond: number;
  readonly #items = new Map<string, Item>();
  /** The newest slot first. */
  readonly #shownItems: Readonly<Record<Commitment, ShownItems[]>> = {
    processed: [],
    confirmed: [],
    finalized: [],
  };
  /** Confirmed slots before finality, newest first; empty unless finalized items are read. Their texts are in `Item.unfinalized`. */
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

  /** The items, most read first. Sorted once a second, when older reads lose weight; until then new items are last. */
  rank(now: number): readonly Item[] {
    const elapsedMs = now - this.#rankedAt;
    if (elapsedMs < rankEveryMs) return this.#ranking;
    const kept = Number.isFinite(elapsedMs) ? this.#keptPerSecond ** (elapsedMs / 1000) : 1;
    this.#rankedAt = now;
    for (const item of this.#ranking) {
      item.reads *= kept;
      this.#dropOldSpans(item);
      if (item.reads < forgottenBelow) this.#forget(item);
    }
    this.#ranking = this.#ranking
      .filter(({ reads }) => reads >= forgottenBelow)
      .sort((a, b) => b.reads - a.reads);
    this.#dropOld(now);
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
    const { confirmed, finalized } = this.#shownItems;
    const level = commitment === "finalized" ? "finalized" : "confirmed";
    const lists = level === "finalized" ? [finalized, confirmed] : [confirmed];
    const unfinalized = level === "finalized" ? this.#unfinalizedSlots : [];
    for (
      let slot = newestSlot([...lists, unfinalized], this.#highestSlot(commitment));
      slot >= floor;
      slot = newestSlot([...lists, unfinalized], slot - 1)
    ) {
      const known = findAt(slot, items, level, lists, unfinalized);
      if (known !== undefined) return known;
    }
    return undefined;
  }

  /**
   * Returns a function that tells whether an item is known at `floor` or above. For finalized reads, one that was confirmed at `floor`
   * counts: it can be used as soon as an answer shows that this slot is finalized.
   */
  isKnownFrom(commitment: Commitment, floor: number): (item: Item) => boolean {
    const ceiling = Math.max(this.#highestSlot(commitment), floor);
    const isInRange = ({ slot }: ShownItems) => slot >= floor && slot <= ceiling;
    const shown = commitment === "finalized" ? this.#shownItems.confirmed.filter(isInRange) : [];
    return (item) => {
      const { confirmed, [commitment]: state, unfinalized } = item;
      if (state.newest !== undefined && state.newest.slot >= floor) return true;
      if (confirmed.newest !== undefined && isInRange(confirmed.newest)) return true;
      if (commitment !== "finalized") return false;
      return (
        unfinalized.some(({ from, to }) => to >= floor && from <= ceiling) ||
        shown.some((other) => other.has(item))
      );
    };
  }

  /** Keeps what an answer showed of items, as far as there is memory. */
  keep(answer: ShownItems, now: number): void {
    this.#dropOld(now);
    const { commitment, slot, context, items, texts } = answer;
    if (slot < this.#head.at(commitment) - 1 || context.length > maxContext) return;
    let keptBytes = 0;
    const kept = items.filter((item, index) => {
      const bytes = texts.byteLength(index);
      // An item without reads was forgotten since it was asked for, and will not be looked up again.
      if (item.reads === 0 || bytes > maxItemBytes || !this.#takeMemory(item, bytes)) return false;
      keptBytes += entryBytes + bytes;
      return true;
    });
    if (kept.length === 0) return;
    // Texts share the answer's memory. They are copied if most of it would be held for items that are not kept.
    const isWhole = kept.length === items.length && texts.retainedBytes <= 2 * keptBytes;
    const copied = isWhole ? [] : kept.map((item) => answer.text(item));
    const shown = isWhole ? answer : new ShownItems(commitment, slot, context, kept, detachedTexts(copied));
    for (const { [commitment]: state } of kept) if ((state.newest?.slot ?? -1) < slot) state.newest = shown;
    const list = this.#shownItems[commitment];
    const at = list.findIndex((other) => other.slot <= slot);
    list.splice(at < 0 ? list.length : at, 0, shown);
  }

  /** Forgets what the items were, but not how often they are read. */
  dropTexts(): void {
    for (const commitment of commitments)
      for (const shown of this.#shownItems[commitment].splice(0)) this.#releaseAnswer(shown);
    this.#unfinalizedSlots = [];
    for (const item of this.#items.values()) this.#dropOldSpans(item);
  }

  /** Forgets all items. */
  clear(): void {
    this.dropTexts();
    for (const item of this.#items.values()) this.#forget(item);
    this.#ranking = [];
  }

  #highestSlot(commitment: Commitment): number {
    return commitment === "finalized" ? this.#head.at(commitment) : Number.POSITIVE_INFINITY;
  }

  /** Drops answers that are too old for any read. */
  #dropOld(now: number): void {
    for (const commitment of commitments) {
      const list = this.#shownItems[commitment];
      const oldest = this.#head.at(commitment) - 1;
      for (let last = list.at(-1); last !== undefined && last.slot < oldest; last = list.at(-1)) {
        const { slot } = last;
        const ofSlot = list.splice(list.findIndex((shown) => shown.slot === slot));
        const isKeptUntilFinalized =
          commitment === "confirmed" && now - this.#finalizedReadAt < finalizedReadsWithinMs;
        if (isKeptUntilFinalized) this.#keepUntilFinalized(ofSlot);
        for (const shown of ofSlot) this.#releaseAnswer(shown);
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
  #keepUntilFinalized(ofSlot: readonly ShownItems[]): void {
    const before = this.#unfinalizedSlots[0]?.slot;
    const [{ slot, context } = { slot: 0, context: "" }] = ofSlot;
    this.#unfinalizedSlots.unshift({ slot, context });
    for (const shown of ofSlot) {
      for (const [index, item] of shown.items.entries()) {
        const last = item.unfinalized.at(-1);
        // Another answer at this slot has set it already, or the item was forgotten.
        if (last?.to === slot || item.reads === 0) continue;
        if (item.usage === undefined || this.#budget.isScarce(item.usage)) continue;
        const text = shown.texts.item(index);
        if (last !== undefined && last.to === before && last.text === text) last.to = slot;
        else if (this.#takeMemory(item, text.length)) item.unfinalized.push({ from: slot, to: slot, text });
        this.#dropOldSpans(item);
      }
    }
  }

  /** Drops what an item was before the oldest slot whose items are kept. */
  #dropOldSpans(item: Item): void {
    const oldest = this.#unfinalizedSlots.at(-1)?.slot ?? Number.POSITIVE_INFINITY;
    const { unfinalized } = item;
    for (let [first] = unfinalized; first !== undefined && first.to < oldest; [first] = unfinalized) {
      unfinalized.shift();
      this.#returnMemory(item, first.text.length);
    }
  }

  #takeMemory({ usage }: Item, bytes: number): boolean {
    return usage !== undefined && this.#budget.take(usage, entryBytes + bytes);
  }

  /** Gives back the memory of an answer that is no longer kept. */
  #releaseAnswer(shown: ShownItems): void {
    const { commitment, items, texts } = shown;
    items.forEach((item, index) => {
      this.#returnMemory(item, texts.byteLength(index));
      const state = item[commitment];
      if (state.newest === shown) state.newest = undefined;
    });
  }

  #returnMemory({ usage }: Item, bytes: number): void {
    if (usage !== undefined) this.#budget.giveBack(usage, entryBytes + bytes);
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
    const { usage, key, unfinalized } = item;
    if (usage === undefined) return;
    item.reads = 0;
    for (const { text } of unfinalized.splice(0)) this.#returnMemory(item, text.length);
    this.#budget.giveBack(usage, itemBytes);
    this.#items.delete(key);
    const count = (this.#itemCounts.get(usage) ?? 0) - 1;
    if (count > 0) this.#itemCounts.set(usage, count);
    else this.#itemCounts.delete(usage);
  }
}

/** An item's text by the newest confirmed answer, else by the newest processed or finalized one. */
export function newestText(item: Item): string | undefined {
  const { confirmed, processed, finalized } = item;
  return (confirmed.newest ?? processed.newest ?? finalized.newest)?.text(item);
}

/** The newest slot of these lists that is not above `ceiling`; -1 if there is none. */
function newestSlot(lists: readonly (readonly Pick<ShownItems, "slot">[])[], ceiling: number): number {
  let newest = -1;
  for (const list of lists) newest = Math.max(newest, list.find(({ slot }) => slot <= ceiling)?.slot ?? -1);
  return newest;
}

/**
 * What the items were at a slot; undefined unless all are known. Looks first at each item's newest answer at `level`, then at the answers
 * in `lists`, then at what was confirmed in `unfinalized` slots.
 */
function findAt(
  slot: number,
  items: readonly Item[],
  level: Commitment,
  lists: readonly (readonly ShownItems[])[],
  unfinalized: readonly Pick<ShownItems, "slot" | "context">[],
): ItemsAtSlot | undefined {
  const sources: (ShownItems | string)[] = [];
  const kept = unfinalized.find((each) => each.slot === slot);
  let context = kept?.context;
  for (const item of items) {
    let source = item[level].newest;
    // An item's other confirmed answers are older than its newest.
    if (level === "confirmed" && (source?.slot ?? -1) < slot) return undefined;
    for (let at = 0; source?.slot !== slot && at < lists.length; at += 1)
      source = lists[at]?.find((shown) => shown.slot === slot && shown.has(item));
    const isShown = source?.slot === slot;
    if (isShown) context ??= source?.context;
    const known = isShown ? source : kept && unfinalizedText(item, slot);
    if (known === undefined) return undefined;
    sources.push(known);
  }
  const texts = items.map((item, index) => {
    const source = sources[index];
    return (typeof source === "string" ? source : source?.text(item)) ?? "";
  });
  return { slot, context: context ?? "", texts };
}

/** What an item was confirmed to be at a slot that is not finalized yet; undefined if that is unknown. */
function unfinalizedText({ unfinalized }: Item, slot: number): string | undefined {
  return unfinalized.find(({ from, to }) => from <= slot && slot <= to)?.text;
}
