import { type Commitment, commitments } from "../../contract/method-description.ts";
import { detachText } from "../../text/detached-text.ts";
import type { ItemsAtSlot } from "../items/item-text.ts";
import type { Head } from "./head.ts";
import { Item, stateOf } from "./item.ts";
import type { MemoryBudget, MemoryShare } from "./memory-budget.ts";
import { type RecentResponse, RecentResponses, textIn } from "./recent-responses.ts";
import type { ResponseItems } from "./response-items.ts";
import { UnfinalizedTexts, unfinalizedText, versionUpTo } from "./unfinalized-texts.ts";

/** Estimated memory of an item without its texts. */
const itemBytes = 400;
/** Items whose decayed count of reads is below this are evicted. */
const minReads = 0.16;
const rankIntervalMs = 2000;
/** Confirmed texts are kept until they are finalized if there was a finalized read within this time. */
const finalizedReadsWithinMs = 10_000;
/** Most items of one kind: in total, and per caller who was first to read them. */
const maxItems = { total: 50_000, perClient: 5000 };

/** The items of one kind: how often each is read, and its texts by slot. */
export class ItemStore {
  readonly #head: Head;
  readonly #budget: MemoryBudget;
  readonly #decayPerSecond: number;
  readonly #items = new Map<string, Item>();
  readonly #recent: RecentResponses;
  /** Empty unless there are finalized reads. */
  readonly #unfinalized: UnfinalizedTexts;
  readonly #itemCounts = new Map<MemoryShare, number>();
  #ranking: Item[] = [];
  #rankedAt = Number.NEGATIVE_INFINITY;
  #finalizedReadAt = Number.NEGATIVE_INFINITY;

  /** `seconds`: how long an item that was read once is kept. */
  constructor(seconds: number, head: Head, budget: MemoryBudget) {
    this.#decayPerSecond = minReads ** (1 / seconds);
    this.#head = head;
    this.#budget = budget;
    this.#recent = new RecentResponses(head, budget);
    this.#unfinalized = new UnfinalizedTexts(budget);
  }

  get(key: string): Item | undefined {
    return this.#items.get(key);
  }

  /** Counts a read of an item. A new item without memory for it is returned, but not kept. */
  countRead(key: string, client: string | undefined): Item {
    const item = this.#items.get(key) ?? this.#add(key, client);
    item.popularity += 1;
    return item;
  }

  /** The items, most read first. Sorted every two seconds, when older reads decay; new items are last until then. */
  rank(now: number): readonly Item[] {
    const elapsedMs = now - this.#rankedAt;
    if (elapsedMs < rankIntervalMs) return this.#ranking;
    const decay = Number.isFinite(elapsedMs) ? this.#decayPerSecond ** (elapsedMs / 1000) : 1;
    this.#rankedAt = now;
    const oldest = this.#unfinalized.oldestSlot;
    for (const item of this.#ranking) {
      item.popularity *= decay;
      this.#unfinalized.dropTexts(item, oldest);
      if (item.popularity < minReads) this.#evict(item);
    }
    this.#ranking = this.#ranking
      .filter(({ popularity }) => popularity >= minReads)
      .sort((a, b) => b.popularity - a.popularity);
    this.#dropOld();
    return this.#ranking;
  }

  /** Texts of items at the highest slot from `floor` up at which all are known; undefined if there is none. */
  find(commitment: Commitment, items: readonly Item[], floor: number, now: number): ItemsAtSlot | undefined {
    if (commitment === "finalized") this.#finalizedReadAt = now;
    if (commitment === "processed") {
      // A processed slot may be on a fork, so only a single response is sure to show one state.
      for (const { response } of this.#recent.responsesAt("processed")) {
        if (response.slot < floor) break;
        const itemsAtSlot = response.find(items);
        if (itemsAtSlot !== undefined) return itemsAtSlot;
      }
    }
    // Confirmed state is not rolled back, so it is also the processed and the later finalized state of its slot.
    const searched = commitment === "finalized" ? "finalized" : "confirmed";
    let ceiling = this.#highestSlot(commitment, items);
    while (ceiling >= floor) {
      const unfinalized = searched === "finalized" ? this.#unfinalized.newestSlot(ceiling) : -1;
      const slot = Math.max(this.#recent.newestSlot(searched, ceiling), unfinalized);
      const itemsAtSlot = slot < floor ? undefined : this.#findAt(slot, items, searched);
      if (itemsAtSlot !== undefined) return itemsAtSlot;
      ceiling = slot - 1;
    }
    return undefined;
  }

  /**
   * Returns a predicate for items known at `floor` or above. For finalized reads this includes items confirmed at `floor`, which become
   * usable once a response shows that this slot is finalized.
   */
  knownFrom(commitment: Commitment, floor: number): (item: Item) => boolean {
    const isKnownAt = (item: Item, at: Commitment) => stateOf(item, at).slot >= floor;
    if (commitment === "confirmed") return (item) => isKnownAt(item, commitment);
    if (commitment === "processed")
      return (item) => isKnownAt(item, commitment) || isKnownAt(item, "confirmed");
    const ceiling = Math.max(this.#head.newest(commitment), floor);
    return (item) => isKnownAt(item, commitment) || (versionUpTo(item, ceiling)?.to ?? -1) >= floor;
  }

  /** Text of an item in the newest confirmed response, else in the newest processed or finalized one. */
  newestText(item: Item): string | undefined {
    const recent = this.#recent;
    return (
      recent.newestText(item, "confirmed") ??
      recent.newestText(item, "processed") ??
      recent.newestText(item, "finalized")
    );
  }

  /** Keeps the items of a response that there is memory for. */
  keep(response: ResponseItems, now: number): void {
    this.#dropOld();
    const kept = this.#recent.keep(response);
    const isReadFinalized = now - this.#finalizedReadAt < finalizedReadsWithinMs;
    if (kept?.commitment === "confirmed" && isReadFinalized)
      this.#unfinalized.keep(kept, this.#head.newest("finalized"));
  }

  /** Drops the texts of all items, but not their counts of reads. */
  dropTexts(): void {
    this.#recent.clear();
    this.#unfinalized.clear();
    for (const item of this.#items.values()) {
      for (const commitment of commitments) item[commitment].slot = -1;
      this.#unfinalized.dropTexts(item, Number.POSITIVE_INFINITY);
    }
  }

  clear(): void {
    this.dropTexts();
    for (const item of this.#items.values()) this.#evict(item);
    this.#ranking = [];
  }

  /** Texts of items at a slot, from responses at a commitment, else from unfinalized texts; undefined unless all are known. */
  #findAt(slot: number, items: readonly Item[], commitment: Commitment): ItemsAtSlot | undefined {
    let context = commitment === "finalized" ? this.#unfinalized.contextAt(slot) : undefined;
    const hasUnfinalized = context !== undefined;
    const sources: (RecentResponse | string)[] = [];
    for (const item of items) {
      const recent = this.#recent.find(slot, item, commitment);
      context ??= recent?.response.context;
      const source = recent ?? (hasUnfinalized ? unfinalizedText(item, slot) : undefined);
      if (source === undefined) return undefined;
      sources.push(source);
    }
    const texts = sources.map((source, index) =>
      typeof source === "string" ? source : textIn(source, items[index] as Item),
    );
    return { slot, context: context ?? "", texts };
  }

  /** Upper bound of the slots at which all items are known; -1 if there is none. */
  #highestSlot(commitment: Commitment, items: readonly Item[]): number {
    if (commitment === "finalized") return this.#head.newest(commitment);
    let highest = Number.POSITIVE_INFINITY;
    for (const { confirmed } of items) highest = Math.min(highest, confirmed.slot);
    return highest;
  }

  #dropOld(): void {
    this.#recent.dropOld();
    this.#unfinalized.dropOld(this.#head.newest("finalized"));
  }

  #add(key: string, client: string | undefined): Item {
    const share = this.#budget.shareOf(client);
    const count = this.#itemCounts.get(share) ?? 0;
    const isFull = this.#items.size >= maxItems.total || count >= maxItems.perClient;
    const hasRoom = !isFull && this.#budget.take(share, itemBytes);
    const item = new Item(detachText(key), hasRoom ? share : undefined);
    if (!hasRoom) return item;
    this.#itemCounts.set(share, count + 1);
    this.#items.set(item.key, item);
    this.#ranking.push(item);
    return item;
  }

  #evict(item: Item): void {
    const { share, key } = item;
    if (share === undefined) return;
    item.popularity = 0;
    this.#unfinalized.dropTexts(item, Number.POSITIVE_INFINITY);
    this.#budget.release(share, itemBytes);
    this.#items.delete(key);
    const count = (this.#itemCounts.get(share) ?? 0) - 1;
    if (count > 0) this.#itemCounts.set(share, count);
    else this.#itemCounts.delete(share);
  }
}
