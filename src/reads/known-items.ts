import { type Commitment, commitments } from "../contract/method-description.ts";
import { ownText } from "../text/own-text.ts";
import type { Head } from "./head.ts";
import { maxItemText } from "./item-text.ts";
import { Item, type ItemsAtSlot, ownTexts, ShownItems } from "./items.ts";
import type { Room, Share } from "./room.ts";

/** Memory of an item, and of its entry for one slot, besides texts. */
const itemBytes = 400;
const entryBytes = 60;
/** An item whose count of reads fell below this is forgotten. */
const forgottenBelow = 0.16;
/** Time between two rankings. */
const rankEveryMs = 1000;
/** Confirmed items are kept until they are finalized if finalized items were read within this time. */
const laterMs = 10_000;
/** Answers with a longer context are not kept. */
const maxContext = 1000;
/** Most slots between confirmed and finalized whose items are kept. */
const maxPast = 200;
/** Most items of one kind: of all callers, and of one, who asked for them first. */
const maxItems = { ofAll: 50_000, ofOne: 5000 };

/** The items of one kind: how often each is read, and what answers showed it to be, slot by slot. */
export class KnownItems {
  readonly #head: Head;
  readonly #room: Room;
  readonly #keptPerSecond: number;
  readonly #items = new Map<string, Item>();
  /** The newest slot first. */
  readonly #shown: Readonly<Record<Commitment, ShownItems[]>> = {
    processed: [],
    confirmed: [],
    finalized: [],
  };
  /** Confirmed slots that are not finalized yet, if finalized items are read: items have what they were there. The newest slot first. */
  #pastSlots: Pick<ShownItems, "slot" | "context">[] = [];
  readonly #counts = new Map<Share, number>();
  #ranked: Item[] = [];
  #rankedAt = Number.NEGATIVE_INFINITY;
  /** When finalized items were last read. */
  #finalizedReadAt = Number.NEGATIVE_INFINITY;

  /** `seconds`: how long an item that was read once is remembered. */
  constructor(seconds: number, head: Head, room: Room) {
    this.#keptPerSecond = forgottenBelow ** (1 / seconds);
    this.#head = head;
    this.#room = room;
  }

  get(key: string): Item | undefined {
    return this.#items.get(key);
  }

  /** Counts a read of an item. A new item that there is no room for is returned, but not kept. */
  read(key: string, client: string | undefined): Item {
    const item = this.#items.get(key) ?? this.#add(key, client);
    item.reads += 1;
    return item;
  }

  /** The items, most read first. Sorted once a second, when older reads lose weight; until then new items are last. */
  ranked(now: number): readonly Item[] {
    const elapsedMs = now - this.#rankedAt;
    if (elapsedMs < rankEveryMs) return this.#ranked;
    const kept = Number.isFinite(elapsedMs) ? this.#keptPerSecond ** (elapsedMs / 1000) : 1;
    this.#rankedAt = now;
    for (const item of this.#ranked) {
      item.reads *= kept;
      this.#dropPast(item);
      if (item.reads < forgottenBelow) this.#forget(item);
    }
    this.#ranked = this.#ranked
      .filter(({ reads }) => reads >= forgottenBelow)
      .sort((a, b) => b.reads - a.reads);
    this.#dropOld(now);
    return this.#ranked;
  }

  /** What the items were at the highest slot, `floor` or above, at which all are known; undefined if there is none. */
  find(commitment: Commitment, items: readonly Item[], floor: number, now: number): ItemsAtSlot | undefined {
    if (commitment === "finalized") this.#finalizedReadAt = now;
    if (commitment === "processed") {
      // A processed slot may be on a fork: only a single answer is sure to show one state.
      for (const shown of this.#shown.processed) {
        if (shown.slot < floor) break;
        const known = shown.find(items);
        if (known !== undefined) return known;
      }
    }
    // Confirmed state is not undone, so it is also what is processed, and later finalized, at its slot.
    const { confirmed, finalized } = this.#shown;
    const level = commitment === "finalized" ? "finalized" : "confirmed";
    const lists = level === "finalized" ? [finalized, confirmed] : [confirmed];
    const past = level === "finalized" ? this.#pastSlots : [];
    for (
      let slot = newestSlot([...lists, past], this.#ceiling(commitment));
      slot >= floor;
      slot = newestSlot([...lists, past], slot - 1)
    ) {
      const known = findAt(slot, items, level, lists, past);
      if (known !== undefined) return known;
    }
    return undefined;
  }

  /**
   * Returns a test for whether an item is known at `floor` or above. What was confirmed at `floor` counts as finalized: it is, once an
   * answer has shown that this slot is.
   */
  knows(commitment: Commitment, floor: number): (item: Item) => boolean {
    const ceiling = Math.max(this.#ceiling(commitment), floor);
    const isInRange = ({ slot }: ShownItems) => slot >= floor && slot <= ceiling;
    const shown = commitment === "finalized" ? this.#shown.confirmed.filter(isInRange) : [];
    return (item) => {
      const { confirmed, [commitment]: own, past } = item;
      if (own.newest !== undefined && own.newest.slot >= floor) return true;
      if (confirmed.newest !== undefined && isInRange(confirmed.newest)) return true;
      if (commitment !== "finalized") return false;
      return (
        past.some(({ from, to }) => to >= floor && from <= ceiling) || shown.some((other) => other.has(item))
      );
    };
  }

  /** Keeps what an answer showed of items, as far as there is room. */
  keep(answer: ShownItems, now: number): void {
    this.#dropOld(now);
    const { commitment, slot, context, items, texts } = answer;
    if (slot < this.#head.at(commitment) - 1 || context.length > maxContext) return;
    let keptBytes = 0;
    const kept = items.filter((item, place) => {
      const bytes = texts.byteLength(place);
      // Items may have been forgotten since they were asked for, and then no one looks for what is kept of them.
      if (item.reads === 0 || bytes > maxItemText || !this.#takeRoom(item, bytes)) return false;
      keptBytes += entryBytes + bytes;
      return true;
    });
    if (kept.length === 0) return;
    // The items' texts share the answer's memory: a large one that is not kept must not stay there.
    const isWhole = kept.length === items.length && texts.heldBytes <= 2 * keptBytes;
    const copied = isWhole ? [] : kept.map((item) => answer.text(item));
    const shown = isWhole ? answer : new ShownItems(commitment, slot, context, kept, ownTexts(copied));
    for (const { [commitment]: own } of kept) if ((own.newest?.slot ?? -1) < slot) own.newest = shown;
    const list = this.#shown[commitment];
    const at = list.findIndex((other) => other.slot <= slot);
    list.splice(at < 0 ? list.length : at, 0, shown);
  }

  /** Forgets what the items were, but not how often they are read. */
  drop(): void {
    for (const commitment of commitments)
      for (const shown of this.#shown[commitment].splice(0)) this.#dropShown(shown);
    this.#pastSlots = [];
    for (const item of this.#items.values()) this.#dropPast(item);
  }

  /** Forgets all items. */
  clear(): void {
    this.drop();
    for (const item of this.#items.values()) this.#forget(item);
    this.#ranked = [];
  }

  #ceiling(commitment: Commitment): number {
    return commitment === "finalized" ? this.#head.at(commitment) : Number.POSITIVE_INFINITY;
  }

  /** Drops answers that are too old for any read. */
  #dropOld(now: number): void {
    for (const commitment of commitments) {
      const list = this.#shown[commitment];
      const oldest = this.#head.at(commitment) - 1;
      for (let last = list.at(-1); last !== undefined && last.slot < oldest; last = list.at(-1)) {
        const { slot } = last;
        const ofSlot = list.splice(list.findIndex((shown) => shown.slot === slot));
        const isLater = commitment === "confirmed" && now - this.#finalizedReadAt < laterMs;
        if (isLater) this.#keepForLater(ofSlot);
        for (const shown of ofSlot) this.#dropShown(shown);
      }
    }
    const oldest = this.#head.at("finalized") - 1;
    while (this.#pastSlots.length > maxPast || (this.#pastSlots.at(-1)?.slot ?? oldest) < oldest)
      this.#pastSlots.pop();
  }

  /** Keeps what was confirmed at a slot until the slot is finalized. What is unchanged since the slot before takes no further room. */
  #keepForLater(ofSlot: readonly ShownItems[]): void {
    const before = this.#pastSlots[0]?.slot;
    const [{ slot, context } = { slot: 0, context: "" }] = ofSlot;
    this.#pastSlots.unshift({ slot, context });
    for (const shown of ofSlot) {
      for (const [place, item] of shown.items.entries()) {
        const last = item.past.at(-1);
        // Current slots have precedence, and an item that was forgotten is not read any more.
        if (last?.to === slot || item.reads === 0) continue;
        if (item.share === undefined || this.#room.isScarce(item.share)) continue;
        const text = shown.texts.item(place);
        if (last !== undefined && last.to === before && last.text === text) last.to = slot;
        else if (this.#takeRoom(item, text.length)) item.past.push({ from: slot, to: slot, text });
        this.#dropPast(item);
      }
    }
  }

  /** Drops what an item was before the oldest slot whose items are kept. */
  #dropPast(item: Item): void {
    const oldest = this.#pastSlots.at(-1)?.slot ?? Number.POSITIVE_INFINITY;
    const { past } = item;
    for (let [first] = past; first !== undefined && first.to < oldest; [first] = past) {
      past.shift();
      this.#giveRoomBack(item, first.text.length);
    }
  }

  #takeRoom({ share }: Item, bytes: number): boolean {
    return share !== undefined && this.#room.take(share, entryBytes + bytes);
  }

  #dropShown(shown: ShownItems): void {
    const { commitment, items, texts } = shown;
    items.forEach((item, place) => {
      this.#giveRoomBack(item, texts.byteLength(place));
      const own = item[commitment];
      if (own.newest === shown) own.newest = undefined;
    });
  }

  #giveRoomBack({ share }: Item, bytes: number): void {
    if (share !== undefined) this.#room.giveBack(share, entryBytes + bytes);
  }

  #add(key: string, client: string | undefined): Item {
    const share = this.#room.shareOf(client);
    const count = this.#counts.get(share) ?? 0;
    const isFull = this.#items.size >= maxItems.ofAll || count >= maxItems.ofOne;
    const hasRoom = !isFull && this.#room.take(share, itemBytes);
    const item = new Item(ownText(key), hasRoom ? share : undefined);
    if (!hasRoom) return item;
    this.#counts.set(share, count + 1);
    this.#items.set(item.key, item);
    this.#ranked.push(item);
    return item;
  }

  #forget(item: Item): void {
    const { share, key, past } = item;
    if (share === undefined) return;
    item.reads = 0;
    for (const { text } of past.splice(0)) this.#giveRoomBack(item, text.length);
    this.#room.giveBack(share, itemBytes);
    this.#items.delete(key);
    const count = (this.#counts.get(share) ?? 0) - 1;
    if (count > 0) this.#counts.set(share, count);
    else this.#counts.delete(share);
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

/** What items were at a slot, by their newest answer at `level`, those in `lists`, or what was kept for later; undefined unless all are known. */
function findAt(
  slot: number,
  items: readonly Item[],
  level: Commitment,
  lists: readonly (readonly ShownItems[])[],
  past: readonly Pick<ShownItems, "slot" | "context">[],
): ItemsAtSlot | undefined {
  const sources: (ShownItems | string)[] = [];
  const kept = past.find((each) => each.slot === slot);
  let context = kept?.context;
  for (const item of items) {
    let source = item[level].newest;
    // Confirmed answers that are kept besides its newest are older.
    if (level === "confirmed" && (source?.slot ?? -1) < slot) return undefined;
    for (let at = 0; source?.slot !== slot && at < lists.length; at += 1)
      source = lists[at]?.find((shown) => shown.slot === slot && shown.has(item));
    const isShown = source?.slot === slot;
    if (isShown) context ??= source?.context;
    const known = isShown ? source : kept && pastText(item, slot);
    if (known === undefined) return undefined;
    sources.push(known);
  }
  const texts = items.map((item, index) => {
    const source = sources[index];
    return (typeof source === "string" ? source : source?.text(item)) ?? "";
  });
  return { slot, context: context ?? "", texts };
}

/** What an item was at a slot whose items were kept for later; undefined if that is unknown. */
function pastText({ past }: Item, slot: number): string | undefined {
  return past.find(({ from, to }) => from <= slot && slot <= to)?.text;
}
