import { ownText } from "../text/own-text.ts";
import type { HeadQuestion } from "./head-truth.ts";
import type { Batch } from "./item-batch.ts";

/** Items that stay counted; those that are read least are forgotten. */
export const maxCounted = 2000;
/** Items that are counted until the next ranking. */
const maxBetween = 1.25 * maxCounted;
/** An item whose reads count for less is forgotten. */
const forgottenBelow = 0.16;
const rankEveryMs = 1000;

/** An item with how often it was read lately, and what is known of it. */
export interface ReadItem {
  readonly item: string;
  reads: number;
  /** As the last answer showed. */
  bytes: number;
  /** The answer that shows it, until the head moves, and its place there. */
  kept: Batch | undefined;
  place: number;
  /** What a call that has not come back asks about it. */
  underWay: HeadQuestion | undefined;
}

/** Which items of one kind are read often. */
export class OftenRead {
  readonly #items = new Map<string, ReadItem>();
  /** What was read counts this much less after each second. */
  readonly #keptPerSecond: number;
  #ranked: ReadItem[] = [];
  #rankedAt = Number.NEGATIVE_INFINITY;

  /** An item that was read once counts for that many seconds. */
  constructor(seconds: number) {
    this.#keptPerSecond = forgottenBelow ** (1 / seconds);
  }

  /** An item that was read lately. */
  get(item: string): ReadItem | undefined {
    return this.#items.get(item);
  }

  /** Those that were read lately. */
  all(): Iterable<ReadItem> {
    return this.#items.values();
  }

  /** An item is read; undefined where there is no room to count it. */
  enter(item: string): ReadItem | undefined {
    const known = this.#items.get(item);
    if (known !== undefined || this.#items.size >= maxBetween) return known;
    const own = ownText(item);
    const entered: ReadItem = {
      item: own,
      reads: 0,
      bytes: 0,
      kept: undefined,
      place: 0,
      underWay: undefined,
    };
    this.#items.set(own, entered);
    return entered;
  }

  /** An item was read and answered; `bytes` as far as they can be told. */
  record(item: string, bytes: number): void {
    const read = this.enter(item);
    if (read === undefined) return;
    if (read.bytes === 0) read.bytes = bytes;
    // Until the next ranking a new one comes last.
    if (read.reads === 0) this.#ranked.push(read);
    read.reads += 1;
  }

  /** Those that are read often, first the one that is read most. */
  ranked(now: number): readonly ReadItem[] {
    const elapsedMs = now - this.#rankedAt;
    if (elapsedMs < rankEveryMs) return this.#ranked;
    const kept = Number.isFinite(elapsedMs) ? this.#keptPerSecond ** (elapsedMs / 1000) : 1;
    this.#rankedAt = now;
    const ranked: ReadItem[] = [];
    for (const each of this.#items.values()) {
      each.reads *= kept;
      if (each.reads >= forgottenBelow) ranked.push(each);
      else if (each.underWay === undefined && each.kept === undefined) this.#items.delete(each.item);
    }
    ranked.sort((a, b) => b.reads - a.reads);
    for (const each of ranked.splice(maxCounted)) this.#items.delete(each.item);
    this.#ranked = ranked;
    return ranked;
  }
}
