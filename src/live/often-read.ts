import { ownText } from "../text/own-text.ts";
import type { ReadItem } from "./item-batch.ts";

/** Most items that stay counted; the least read ones are forgotten. */
export const maxCounted = 2000;
/** Most items that are counted between two rankings. */
const maxBetween = 1.25 * maxCounted;
/** An item with a lower count is forgotten. */
const forgottenBelow = 0.16;
/** Shortest time between two rankings; items that are counted for longer are ranked less often. */
const leastRankEveryMs = 1000;
const rankingsPerLife = 20;

/** Ranks the items of one kind by how often they are read. */
export class OftenRead {
  readonly #items = new Map<string, ReadItem>();
  /** Factor by which counts fall each second. */
  readonly #keptPerSecond: number;
  readonly #rankEveryMs: number;
  #ranked: ReadItem[] = [];
  #sorted = 0;
  #rankedAt = Number.NEGATIVE_INFINITY;

  /** An item that was read once counts for that many seconds. */
  constructor(seconds: number) {
    this.#keptPerSecond = forgottenBelow ** (1 / seconds);
    this.#rankEveryMs = Math.max(leastRankEveryMs, (seconds * 1000) / rankingsPerLife);
  }

  /** An item that was read lately. */
  get(item: string): ReadItem | undefined {
    return this.#items.get(item);
  }

  /** Number of counted items. */
  get size(): number {
    return this.#items.size;
  }

  /** Records a read of an item; returns undefined if there is no room to count it. */
  enter(item: string): ReadItem | undefined {
    const known = this.#items.get(item);
    if (known !== undefined || this.#items.size >= maxBetween) return known;
    const own = ownText(item);
    const entered: ReadItem = { item: own, reads: 0, bytes: 0, batch: undefined, place: 0 };
    this.#items.set(own, entered);
    return entered;
  }

  /** Records an answered read of an item; `bytes` if they are known. */
  record(item: string, bytes: number): void {
    const read = this.enter(item);
    if (read === undefined) return;
    if (read.bytes === 0) read.bytes = bytes;
    this.count(read);
  }

  /** Records a read of a known item. */
  count(read: ReadItem): void {
    // Until the next ranking a new item comes last.
    if (read.reads < forgottenBelow) this.#ranked.push(read);
    read.reads += 1;
  }

  /** How many of the ranked items are in order; those behind them are newer. */
  get sorted(): number {
    return this.#sorted;
  }

  /** The count of an item that is read this often per millisecond. */
  readsFor(rate: number): number {
    return (rate * 1000) / -Math.log(this.#keptPerSecond);
  }

  /** The frequently read items, the most read first. */
  ranked(now: number): readonly ReadItem[] {
    const elapsedMs = now - this.#rankedAt;
    if (elapsedMs < this.#rankEveryMs) return this.#ranked;
    const kept = Number.isFinite(elapsedMs) ? this.#keptPerSecond ** (elapsedMs / 1000) : 1;
    this.#rankedAt = now;
    for (const each of this.#items.values()) {
      each.reads *= kept;
      if (each.reads < forgottenBelow && !isInUse(each)) this.#items.delete(each.item);
    }
    // An almost sorted list sorts faster.
    const ranked = this.#ranked.filter(({ reads }) => reads >= forgottenBelow);
    ranked.sort((a, b) => b.reads - a.reads);
    for (const each of ranked.splice(maxCounted)) this.#items.delete(each.item);
    this.#ranked = ranked;
    this.#sorted = ranked.length;
    return ranked;
  }
}

/** Whether an item is in flight, or its answer kept. */
function isInUse({ batch }: ReadItem): boolean {
  return batch !== undefined && (batch.isUnderWay || batch.list !== undefined);
}
