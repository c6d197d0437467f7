import { ownText } from "../text/own-text.ts";
import type { ReadItem } from "./item-batch.ts";

/** Items that stay counted; those that are read least are forgotten. */
export const maxCounted = 2000;
/** Items that are counted until the next ranking. */
const maxBetween = 1.25 * maxCounted;
/** An item whose reads count for less is forgotten. */
const forgottenBelow = 0.16;
/** The order is made again so often: of items that are counted for a minute not in each second. */
const leastRankEveryMs = 1000;
const rankingsPerLife = 20;

/** Which items of one kind are read often. */
export class OftenRead {
  readonly #items = new Map<string, ReadItem>();
  /** What was read counts this much less after each second. */
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

  /** How many are counted. */
  get size(): number {
    return this.#items.size;
  }

  /** An item is read; undefined where there is no room to count it. */
  enter(item: string): ReadItem | undefined {
    const known = this.#items.get(item);
    if (known !== undefined || this.#items.size >= maxBetween) return known;
    const own = ownText(item);
    const entered: ReadItem = { item: own, reads: 0, bytes: 0, batch: undefined, place: 0 };
    this.#items.set(own, entered);
    return entered;
  }

  /** An item was read and answered; `bytes` as far as they can be told. */
  record(item: string, bytes: number): void {
    const read = this.enter(item);
    if (read === undefined) return;
    if (read.bytes === 0) read.bytes = bytes;
    this.count(read);
  }

  /** An item that is known was read. */
  count(read: ReadItem): void {
    // Until the next ranking a new one comes last.
    if (read.reads < forgottenBelow) this.#ranked.push(read);
    read.reads += 1;
  }

  /** How many of the ranked are in order; those behind them are newer. */
  get sorted(): number {
    return this.#sorted;
  }

  /** What an item that is read so often in each millisecond counts for. */
  readsFor(rate: number): number {
    return (rate * 1000) / -Math.log(this.#keptPerSecond);
  }

  /** Those that are read often, first the one that is read most. */
  ranked(now: number): readonly ReadItem[] {
    const elapsedMs = now - this.#rankedAt;
    if (elapsedMs < this.#rankEveryMs) return this.#ranked;
    const kept = Number.isFinite(elapsedMs) ? this.#keptPerSecond ** (elapsedMs / 1000) : 1;
    this.#rankedAt = now;
    for (const each of this.#items.values()) {
      each.reads *= kept;
      if (each.reads < forgottenBelow && !isInUse(each)) this.#items.delete(each.item);
    }
    // What has an order is put in order faster.
    const ranked = this.#ranked.filter(({ reads }) => reads >= forgottenBelow);
    ranked.sort((a, b) => b.reads - a.reads);
    for (const each of ranked.splice(maxCounted)) this.#items.delete(each.item);
    this.#ranked = ranked;
    this.#sorted = ranked.length;
    return ranked;
  }
}

/** Whether a call asks for it, or its answer is kept. */
function isInUse({ batch }: ReadItem): boolean {
  return batch !== undefined && (batch.isUnderWay || batch.list !== undefined);
}
