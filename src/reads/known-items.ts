import type { Commitment } from "../contract/method-description.ts";
import { ownText } from "../text/own-text.ts";
import type { Head } from "./head.ts";
import type { Room, Share } from "./room.ts";

/** Memory that an item, and one of its values, take besides their text. */
const itemBytes = 300;
const valueBytes = 80;
/** An item whose count of reads fell below this is forgotten. */
const forgottenBelow = 0.16;
/** Time between two rankings. */
const rankEveryMs = 1000;
/** Values of one item: as many as lie between confirmed and finalized, and some more. */
const maxValues = 64;
/** Items that are entered between two rankings, at most. */
const maxNew = 10_000;

/** The answer that showed a value. */
export interface ShownAnswer {
  readonly slot: number;
  /** Byte text of its context. */
  readonly context: string;
}

/** What an item was at a slot. */
export interface Value {
  readonly answer: ShownAnswer;
  /** Byte text. */
  readonly text: string;
  /** Bytes that it takes of the room. */
  bytes: number;
}

/** An item that was read lately. */
export interface Item {
  readonly key: string;
  /** Reads, of which older ones count less. */
  reads: number;
  /** Bytes of its newest value; undefined until one was shown. */
  bytes: number | undefined;
  /** The newest slot first. */
  readonly values: Value[];
  share: Share;
}

/** The items of one kind at one commitment: how often each is read, and what it was at the slots at which answers showed it. */
export class KnownItems {
  readonly #commitment: Commitment;
  readonly #head: Head;
  readonly #room: Room;
  /** Those of the same kind that are confirmed, where these are finalized: what they were at a slot that is finalized by now holds. */
  readonly #confirmed: KnownItems | undefined;
  readonly #keptPerSecond: number;
  readonly #items = new Map<string, Item>();
  #ranked: Item[] = [];
  #rankedAt = Number.NEGATIVE_INFINITY;
  /** When values were last looked up that finality has reached. */
  #finalizedReadAt = Number.NEGATIVE_INFINITY;

  /** An item that was read once is remembered for `seconds`. */
  constructor(
    { commitment, seconds }: { commitment: Commitment; seconds: number },
    head: Head,
    room: Room,
    confirmed?: KnownItems,
  ) {
    this.#commitment = commitment;
    this.#keptPerSecond = forgottenBelow ** (1 / seconds);
    this.#head = head;
    this.#room = room;
    this.#confirmed = confirmed;
  }

  get size(): number {
    return this.#items.size;
  }

  get(key: string): Item | undefined {
    return this.#items.get(key);
  }

  /** Counts a read; undefined if there is no room for the item. */
  read(key: string, client: string | undefined): Item | undefined {
    const item = this.#items.get(key) ?? this.#enter(key, client);
    if (item === undefined) return undefined;
    // Until the next ranking a new item comes last.
    if (item.reads === 0) this.#ranked.push(item);
    item.reads += 1;
    return item;
  }

  /** Reads per millisecond of an item with this count. */
  rateOf({ reads }: Item): number {
    return (reads * -Math.log(this.#keptPerSecond)) / 1000;
  }

  /** The items in order of their reads. Sorted once a second, when old reads come to count less. */
  ranked(now: number): readonly Item[] {
    const elapsedMs = now - this.#rankedAt;
    if (elapsedMs < rankEveryMs) return this.#ranked;
    const kept = Number.isFinite(elapsedMs) ? this.#keptPerSecond ** (elapsedMs / 1000) : 1;
    this.#rankedAt = now;
    for (const item of this.#items.values()) {
      item.reads *= kept;
      this.#dropBelow(item, this.#oldestOfUse(item, now));
      if (item.reads < forgottenBelow) this.#forget(item);
    }
    const ranked = this.#ranked.filter(({ reads }) => reads >= forgottenBelow);
    for (const item of this.#items.values()) if (item.reads < forgottenBelow) item.reads = 0;
    this.#ranked = ranked.sort((a, b) => b.reads - a.reads);
    return this.#ranked;
  }

  /** The values of items at one slot, the highest at or above `floor`; undefined if they are not all known at one. */
  find(keys: readonly string[], floor: number, now: number): readonly Value[] | undefined {
    const [first = ""] = keys;
    const own = this.#find(first, keys, floor, Number.POSITIVE_INFINITY);
    if (own !== undefined || this.#confirmed === undefined) return own;
    this.#confirmed.#finalizedReadAt = now;
    return this.#confirmed.#find(first, keys, floor, this.#head.at("finalized"));
  }

  /** Keeps what an answer showed. */
  keep(item: Item, answer: ShownAnswer, text: string, now: number): void {
    if (this.#items.get(item.key) !== item) return;
    const { values } = item;
    let at = 0;
    while (at < values.length && (values[at]?.answer.slot ?? 0) > answer.slot) at += 1;
    const older = values[at];
    // Of several answers that show one processed slot, each may be of another fork.
    if (older?.answer.slot === answer.slot && this.#commitment !== "processed") return;
    // Most items are what they were a slot ago: they share the text.
    const isSame = older?.text === text;
    const bytes = valueBytes + (isSame ? 0 : text.length);
    this.#dropBelow(item, this.#oldestOfUse(item, now));
    if (!this.#room.take(item.share, bytes)) return;
    values.splice(at, 0, { answer, text: isSame ? older.text : text, bytes });
    if (values.length > maxValues) this.#dropOldest(item);
  }

  /** Forgets all values. */
  drop(): void {
    for (const item of this.#items.values()) this.#dropBelow(item, Number.POSITIVE_INFINITY);
  }

  /** Forgets all items. */
  clear(): void {
    for (const item of this.#items.values()) this.#forget(item);
    this.#ranked = [];
  }

  #find(
    first: string,
    keys: readonly string[],
    floor: number,
    ceiling: number,
  ): readonly Value[] | undefined {
    for (const value of this.#items.get(first)?.values ?? []) {
      const { slot } = value.answer;
      if (slot < floor) return undefined;
      const found = slot > ceiling ? undefined : this.#allAt(value, keys);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** The values of all items that belong to one state. What is processed may be of a fork: only one answer shows one state. */
  #allAt(first: Value, keys: readonly string[]): readonly Value[] | undefined {
    if (keys.length === 1) return [first];
    const { answer } = first;
    const isOneAnswer = this.#commitment === "processed";
    const found: Value[] = [];
    for (const key of keys) {
      const value = this.#items
        .get(key)
        ?.values.find((each) => (isOneAnswer ? each.answer === answer : each.answer.slot === answer.slot));
      if (value === undefined) return undefined;
      found.push(value);
    }
    return found;
  }

  /** Older values answer no read. Those that are confirmed are kept until they are finalized, if finalized ones are read. */
  #oldestOfUse({ share }: Item, now: number): number {
    const keepsForLater = now - this.#finalizedReadAt < 10 * rankEveryMs && !this.#room.isScarce(share);
    const oldest = this.#head.at(keepsForLater ? "finalized" : this.#commitment);
    return oldest - 1;
  }

  #enter(key: string, client: string | undefined): Item | undefined {
    if (this.#items.size >= this.#ranked.length + maxNew) return undefined;
    const share = this.#room.shareOf(client);
    if (!this.#room.take(share, itemBytes)) return undefined;
    const own = ownText(key);
    const item: Item = { key: own, reads: 0, bytes: undefined, values: [], share };
    this.#items.set(own, item);
    return item;
  }

  #dropBelow(item: Item, slot: number): void {
    const { values } = item;
    for (let last = values.at(-1); last !== undefined && last.answer.slot < slot; last = values.at(-1))
      this.#dropOldest(item);
  }

  #dropOldest({ values, share }: Item): void {
    const oldest = values.pop();
    if (oldest === undefined) return;
    const newer = values.at(-1);
    let { bytes } = oldest;
    if (newer?.text === oldest.text) {
      // The text stays: from now on it counts for the newer one.
      newer.bytes += bytes - valueBytes;
      bytes = valueBytes;
    }
    this.#room.giveBack(share, bytes);
  }

  #forget(item: Item): void {
    this.#dropBelow(item, Number.POSITIVE_INFINITY);
    this.#room.giveBack(item.share, itemBytes);
    this.#items.delete(item.key);
  }
}
