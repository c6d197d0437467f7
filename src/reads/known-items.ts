import { type Commitment, commitments } from "../contract/method-description.ts";
import { ownText } from "../text/own-text.ts";
import type { Head } from "./head.ts";
import type { Room, Share } from "./room.ts";

/** Memory that an item takes, and what is known of it at one slot, besides texts. */
const itemBytes = 400;
const entryBytes = 60;
/** An item whose count of reads fell below this is forgotten. */
const forgottenBelow = 0.16;
/** Time between two rankings. */
const rankEveryMs = 1000;
/** Most answers of one commitment whose items are kept: more than there are slots between confirmed and finalized. */
const maxPages = 200;
/** Most items of one kind, and most of them that one caller asked for first. */
const maxItems = { ofAll: 50_000, ofOne: 5000 };

/** What an item was by the newest answer of one commitment. */
interface Newest {
  slot: number;
  /** Byte text. */
  text: string | undefined;
}

/** An item that was read lately. */
export interface Item {
  readonly key: string;
  /** Reads, of which older ones count less. */
  reads: number;
  /** Bytes of its text; undefined until one was shown. */
  bytes: number | undefined;
  /** Bytes of its data if it is an account; undefined until an answer told. */
  size: number | undefined;
  readonly newest: Readonly<Record<Commitment, Newest>>;
  /** Of the caller who asked for it first; undefined if there is no room to know it. */
  readonly share: Share | undefined;
}

/** What items were at a slot. */
export interface Known {
  readonly slot: number;
  /** Byte text of the context of an answer that showed them. */
  readonly context: string;
  /** Byte texts. */
  readonly texts: readonly string[];
}

/** What answers of one slot showed. What is processed may be of a fork, so there it is what one answer showed. */
class Page {
  readonly slot: number;
  readonly context: string;
  readonly texts = new Map<Item, string>();
  /** What it takes of each caller's share. */
  readonly bytes = new Map<Share, number>();

  constructor(slot: number, context: string) {
    this.slot = slot;
    this.context = context;
  }

  /** What the items were, also by another page of this slot; undefined unless all are known. */
  find(items: readonly Item[], other?: Page): Known | undefined {
    const texts: string[] = [];
    for (const item of items) {
      const text = this.texts.get(item) ?? other?.texts.get(item);
      if (text === undefined) return undefined;
      texts.push(text);
    }
    return { slot: this.slot, context: this.context, texts };
  }
}

/** The items of one kind: how often each is read, and what it was at the slots at which answers showed it. */
export class KnownItems {
  readonly #head: Head;
  readonly #room: Room;
  readonly #keptPerSecond: number;
  readonly #items = new Map<string, Item>();
  /** The newest slot first. */
  readonly #pages: Readonly<Record<Commitment, Page[]>> = { processed: [], confirmed: [], finalized: [] };
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
    const { confirmed } = this.#pages;
    // What was confirmed is what is processed at that slot on all forks that go on, and what is finalized once finality has reached it.
    const others = commitment === "finalized" ? confirmed : [];
    const own = find(this.#pages[commitment], items, floor, Number.POSITIVE_INFINITY, others);
    if (own !== undefined || commitment === "confirmed") return own;
    if (commitment === "finalized") this.#finalizedReadAt = now;
    const ceiling = commitment === "finalized" ? this.#head.at("finalized") : Number.POSITIVE_INFINITY;
    return find(confirmed, items, floor, ceiling);
  }

  /** Whether an item is known at or above `floor`. */
  isKnown(commitment: Commitment, item: Item, floor: number): boolean {
    if (item.newest[commitment].slot >= floor) return true;
    if (commitment === "confirmed") return false;
    const ceiling = commitment === "finalized" ? this.#head.at("finalized") : Number.POSITIVE_INFINITY;
    return find(this.#pages.confirmed, [item], floor, ceiling) !== undefined;
  }

  /** Keeps what an answer showed of items: byte texts, undefined where they are too long. */
  keep(
    commitment: Commitment,
    { slot, context }: Pick<Known, "slot" | "context">,
    shown: Iterable<readonly [item: Item, text: string]>,
    now: number,
  ): void {
    this.#dropOld(now);
    if (slot < this.#oldestOfUse(commitment, now)) return;
    const page = this.#pageAt(commitment, slot, context);
    for (const [item, text] of shown)
      if (item.share !== undefined) this.#enterText(page, commitment, item, text);
  }

  /** Forgets what the items were. */
  drop(): void {
    for (const pages of Object.values(this.#pages)) this.#dropPages(pages, pages.length);
    for (const item of this.#items.values()) this.#forgetTexts(item);
  }

  /** Forgets all items. */
  clear(): void {
    this.drop();
    for (const item of this.#items.values()) this.#forget(item);
    this.#ranked = [];
  }

  #pageAt(commitment: Commitment, slot: number, context: string): Page {
    const pages = this.#pages[commitment];
    const at = pages.findIndex((page) => page.slot <= slot);
    const before = pages[at];
    if (before?.slot === slot && commitment !== "processed") return before;
    const page = new Page(slot, context);
    pages.splice(at < 0 ? pages.length : at, 0, page);
    if (pages.length > maxPages) this.#dropPages(pages, 1);
    return page;
  }

  /** Most items are what they were a slot ago: they share the text. A page pays for the texts that are used no more once it goes. */
  #enterText(page: Page, commitment: Commitment, item: Item, text: string): void {
    const newest = item.newest[commitment];
    const { share } = item;
    if (share === undefined || page.texts.has(item)) return;
    const isSame = newest.text === text;
    const bytes = entryBytes + (isSame ? 0 : text.length);
    if (!this.#room.take(share, bytes)) return;
    const isNewest = page.slot > newest.slot;
    page.texts.set(item, newest.text === text ? newest.text : text);
    const own = isNewest && !isSame ? entryBytes + (newest.text?.length ?? 0) : bytes;
    page.bytes.set(share, (page.bytes.get(share) ?? 0) + own);
    if (!isNewest) return;
    newest.slot = page.slot;
    if (!isSame) newest.text = text;
  }

  /** Older pages answer no read. What is confirmed is kept until it is finalized, if finalized items are read. */
  #oldestOfUse(commitment: Commitment, now: number): number {
    const keepsForLater = commitment === "confirmed" && now - this.#finalizedReadAt < 10 * rankEveryMs;
    return this.#head.at(keepsForLater ? "finalized" : commitment) - 1;
  }

  #dropOld(now: number): void {
    for (const commitment of commitments) {
      const pages = this.#pages[commitment];
      const oldest = this.#oldestOfUse(commitment, now);
      let count = 0;
      while (count < pages.length && (pages.at(-1 - count)?.slot ?? 0) < oldest) count += 1;
      this.#dropPages(pages, count);
    }
    // What may be of use later makes room for what is of use now.
    const { confirmed } = this.#pages;
    while (confirmed.length > 2 && this.#isScarce(confirmed.at(-1))) this.#dropPages(confirmed, 1);
  }

  #isScarce(page: Page | undefined): boolean {
    for (const share of page?.bytes.keys() ?? []) if (this.#room.isScarce(share)) return true;
    return false;
  }

  #dropPages(pages: Page[], count: number): void {
    if (count === 0) return;
    for (const { bytes } of pages.splice(pages.length - count))
      for (const [share, taken] of bytes) this.#room.giveBack(share, taken);
  }

  #enter(key: string, client: string | undefined): Item {
    const share = this.#room.shareOf(client);
    const count = this.#counts.get(share) ?? 0;
    const isFull = this.#items.size >= maxItems.ofAll || count >= maxItems.ofOne;
    const hasRoom = !isFull && this.#room.take(share, itemBytes);
    const item: Item = {
      key: ownText(key),
      reads: 0,
      bytes: undefined,
      size: undefined,
      newest: { processed: unknown(), confirmed: unknown(), finalized: unknown() },
      share: hasRoom ? share : undefined,
    };
    if (!hasRoom) return item;
    this.#counts.set(share, count + 1);
    this.#items.set(item.key, item);
    this.#ranked.push(item);
    return item;
  }

  #forgetTexts({ newest, share }: Item): void {
    for (const each of Object.values(newest)) {
      if (share !== undefined) this.#room.giveBack(share, each.text?.length ?? 0);
      Object.assign(each, unknown());
    }
  }

  #forget(item: Item): void {
    const { share, key } = item;
    if (share === undefined) return;
    this.#forgetTexts(item);
    this.#room.giveBack(share, itemBytes);
    this.#items.delete(key);
    const count = (this.#counts.get(share) ?? 0) - 1;
    if (count > 0) this.#counts.set(share, count);
    else this.#counts.delete(share);
  }
}

/** What an item was by a new answer of some commitment. */
export function newestText({ newest: { confirmed, processed, finalized } }: Item): string | undefined {
  return confirmed.text ?? processed.text ?? finalized.text;
}

function find(
  pages: readonly Page[],
  items: readonly Item[],
  floor: number,
  ceiling: number,
  others: readonly Page[] = [],
): Known | undefined {
  for (const page of pages) {
    if (page.slot < floor) return undefined;
    const other = others.find(({ slot }) => slot === page.slot);
    const known = page.slot > ceiling ? undefined : page.find(items, other);
    if (known !== undefined) return known;
  }
  return undefined;
}

function unknown(): Newest {
  return { slot: -1, text: undefined };
}
