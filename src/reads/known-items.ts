import { type Commitment, commitments } from "../contract/method-description.ts";
import { ownText } from "../text/own-text.ts";
import { maxItemText } from "./account-text.ts";
import type { Head } from "./head.ts";
import { Item, type Known, ShownItems } from "./items.ts";
import type { Room, Share } from "./room.ts";

/** Memory that an item takes, and what is known of it at one slot, besides texts. */
const itemBytes = 400;
const entryBytes = 60;
/** An item whose count of reads fell below this is forgotten. */
const forgottenBelow = 0.16;
/** Time between two rankings. */
const rankEveryMs = 1000;
/** For this long after something finalized was looked up, more is likely to be. */
const laterMs = 10_000;
/** Longest text of a context that is kept. */
const maxContext = 1000;
/** Most slots between confirmed and finalized whose items are kept. */
const maxPast = 200;
/** Most items of one kind, and most of them that one caller asked for first. */
const maxItems = { ofAll: 50_000, ofOne: 5000 };

/** The items of one kind: how often each is read, and what it was at the slots at which answers showed it. */
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
  /** What was confirmed at older slots and is not finalized yet, if finalized items are read. The newest slot first. */
  readonly #past: ShownItems[] = [];
  readonly #counts = new Map<Share, number>();
  #ranked: Item[] = [];
  #rankedAt = Number.NEGATIVE_INFINITY;
  /** When something finalized was last looked up. */
  #finalizedReadAt = Number.NEGATIVE_INFINITY;

  /** An item that was read once is remembered for `seconds`. */
  constructor(seconds: number, head: Head, room: Room) {
    this.#keptPerSecond = forgottenBelow ** (1 / seconds);
    this.#head = head;
    this.#room = room;
  }

  get size(): number {
    return this.#items.size;
  }

  get(key: string): Item | undefined {
    return this.#items.get(key);
  }

  /** Counts a read. Without room for a new item it is one that nothing is kept of. */
  read(key: string, client: string | undefined): Item {
    const item = this.#items.get(key) ?? this.#enter(key, client);
    item.reads += 1;
    return item;
  }

  /** The items in order of their reads at all commitments. Sorted once a second, when old reads come to count less; new ones come last until then. */
  ranked(now: number): readonly Item[] {
    const elapsedMs = now - this.#rankedAt;
    if (elapsedMs < rankEveryMs) return this.#ranked;
    const kept = Number.isFinite(elapsedMs) ? this.#keptPerSecond ** (elapsedMs / 1000) : 1;
    this.#rankedAt = now;
    for (const item of this.#ranked) {
      item.reads *= kept;
      if (item.reads < forgottenBelow) this.#forget(item);
    }
    this.#ranked = this.#ranked
      .filter(({ reads }) => reads >= forgottenBelow)
      .sort((a, b) => b.reads - a.reads);
    this.#dropOld(now);
    return this.#ranked;
  }

  /** What the items were at one slot, the highest at or above `floor`; undefined if they are not all known at one. */
  find(commitment: Commitment, items: readonly Item[], floor: number, now: number): Known | undefined {
    if (commitment === "finalized") this.#finalizedReadAt = now;
    if (commitment === "processed") {
      // It may be of a fork: only one answer shows one state.
      for (const shown of this.#shown.processed) {
        if (shown.slot < floor) break;
        const known = shown.find(items);
        if (known !== undefined) return known;
      }
    }
    const lists = this.#listsOf(commitment);
    const level = commitment === "finalized" ? "finalized" : "confirmed";
    for (
      let slot = newestSlot(lists, this.#ceiling(commitment));
      slot >= floor;
      slot = newestSlot(lists, slot - 1)
    ) {
      const known = findAt(slot, items, level, lists);
      if (known !== undefined) return known;
    }
    return undefined;
  }

  /** Tells whether an item is known at or above `floor`. */
  knows(commitment: Commitment, floor: number): (item: Item) => boolean {
    const ceiling = this.#ceiling(commitment);
    const isInRange = ({ slot }: ShownItems) => slot >= floor && slot <= ceiling;
    const shown =
      commitment === "finalized" ? this.#listsOf(commitment).flatMap((list) => list.filter(isInRange)) : [];
    return (item) => {
      const { confirmed, [commitment]: own } = item.newest;
      return (
        (own !== undefined && own.slot >= floor) ||
        (confirmed !== undefined && isInRange(confirmed)) ||
        shown.some(({ places }) => places.has(item))
      );
    };
  }

  /** Keeps what an answer showed of items, as far as there is room. */
  keep(commitment: Commitment, answer: ShownItems, now: number): void {
    this.#dropOld(now);
    const { slot, context, places, texts } = answer;
    if (slot < this.#head.at(commitment) - 1 || context.length > maxContext) return;
    const kept: Item[] = [];
    let keptBytes = 0;
    for (const [item, place] of places) {
      const bytes = texts.byteLength(place);
      if (bytes > maxItemText || !this.#take(item, bytes)) continue;
      kept.push(item);
      keptBytes += entryBytes + bytes;
    }
    if (kept.length === 0) return;
    // What there is no room for must not stay in memory with the others.
    const isWhole = kept.length === places.size && texts.heldBytes <= 2 * keptBytes;
    const shown = isWhole ? answer : answer.only(kept);
    for (const item of kept)
      if ((item.newest[commitment]?.slot ?? -1) < slot) item.newest[commitment] = shown;
    const list = this.#shown[commitment];
    const at = list.findIndex((other) => other.slot <= slot);
    list.splice(at < 0 ? list.length : at, 0, shown);
  }

  /** Forgets what the items were. */
  drop(): void {
    for (const commitment of commitments)
      for (const shown of this.#shown[commitment].splice(0)) this.#giveBack(shown, commitment);
    while (this.#past.length > 0) this.#dropOldest();
  }

  /** Forgets all items. */
  clear(): void {
    this.drop();
    for (const item of this.#items.values()) this.#forget(item);
    this.#ranked = [];
  }

  /** What was confirmed is what is processed at that slot on all forks that go on, and what is finalized once finality has reached it. */
  #listsOf(commitment: Commitment): readonly (readonly ShownItems[])[] {
    const { confirmed, finalized } = this.#shown;
    return commitment === "finalized" ? [finalized, confirmed, this.#past] : [confirmed];
  }

  #ceiling(commitment: Commitment): number {
    return commitment === "finalized" ? this.#head.at(commitment) : Number.POSITIVE_INFINITY;
  }

  /** Older answers serve no read. */
  #dropOld(now: number): void {
    for (const commitment of commitments) {
      const list = this.#shown[commitment];
      const oldest = this.#head.at(commitment) - 1;
      for (let last = list.at(-1); last !== undefined && last.slot < oldest; last = list.at(-1)) {
        const { slot } = last;
        const ofSlot = list.splice(list.findIndex((shown) => shown.slot === slot));
        const isLater = commitment === "confirmed" && now - this.#finalizedReadAt < laterMs;
        if (isLater) this.#keepForLater(ofSlot);
        for (const shown of ofSlot) this.#giveBack(shown, commitment);
      }
    }
    while (
      this.#past.length > maxPast ||
      (this.#past.at(-1)?.slot ?? Number.POSITIVE_INFINITY) < this.#head.at("finalized") - 1
    )
      this.#dropOldest();
  }

  /** Keeps what was confirmed at a slot until it is finalized. Most items are what they were a slot before, and share the text. */
  #keepForLater(ofSlot: readonly ShownItems[]): void {
    const [before] = this.#past;
    const kept = new Map<Item, string>();
    for (const shown of ofSlot) {
      for (const [item, place] of shown.places) {
        // What may be of use later makes room for what is of use now.
        if (kept.has(item) || item.share === undefined || this.#room.isScarce(item.share)) continue;
        const text = shown.texts.item(place);
        const same = before?.text(item);
        if (this.#take(item, same === text ? 0 : text.length)) kept.set(item, same === text ? same : text);
      }
    }
    const [{ slot, context } = { slot: 0, context: "" }] = ofSlot;
    if (kept.size > 0) this.#past.unshift(ShownItems.of(slot, context, [...kept]));
  }

  /** Drops the oldest slot of what is kept for later. The texts that the next one shares are still kept. */
  #dropOldest(): void {
    const oldest = this.#past.pop();
    const next = this.#past.at(-1);
    for (const [item, place] of oldest?.places ?? []) {
      const text = oldest?.texts.item(place) ?? "";
      this.#give(item, next?.text(item) === text ? 0 : text.length);
    }
  }

  #take({ share }: Item, bytes: number): boolean {
    return share !== undefined && this.#room.take(share, entryBytes + bytes);
  }

  #giveBack(shown: ShownItems, commitment: Commitment): void {
    for (const [item, place] of shown.places) {
      this.#give(item, shown.texts.byteLength(place));
      if (item.newest[commitment] === shown) item.newest[commitment] = undefined;
    }
  }

  #give({ share }: Item, bytes: number): void {
    if (share !== undefined) this.#room.giveBack(share, entryBytes + bytes);
  }

  #enter(key: string, client: string | undefined): Item {
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

  #forget({ share, key }: Item): void {
    if (share === undefined) return;
    this.#room.giveBack(share, itemBytes);
    this.#items.delete(key);
    const count = (this.#counts.get(share) ?? 0) - 1;
    if (count > 0) this.#counts.set(share, count);
    else this.#counts.delete(share);
  }
}

/** What an item was by a new answer of some commitment. */
export function newestText(item: Item): string | undefined {
  const { confirmed, processed, finalized } = item.newest;
  return (confirmed ?? processed ?? finalized)?.text(item);
}

/** The newest slot of these lists that is not above `ceiling`; -1 if there is none. */
function newestSlot(lists: readonly (readonly ShownItems[])[], ceiling: number): number {
  let newest = -1;
  for (const list of lists) newest = Math.max(newest, list.find(({ slot }) => slot <= ceiling)?.slot ?? -1);
  return newest;
}

/** What items were by the answers of one slot, those at `level` and in the lists; undefined unless each is shown. */
function findAt(
  slot: number,
  items: readonly Item[],
  level: Commitment,
  lists: readonly (readonly ShownItems[])[],
): Known | undefined {
  const sources: ShownItems[] = [];
  for (const item of items) {
    let source = item.newest[level];
    for (let at = 0; source?.slot !== slot && at < lists.length; at += 1)
      source = lists[at]?.find((shown) => shown.slot === slot && shown.places.has(item));
    if (source?.slot !== slot) return undefined;
    sources.push(source);
  }
  const [{ context } = { context: "" }] = sources;
  return { slot, context, texts: items.map((item, index) => sources[index]?.text(item) ?? "") };
}
