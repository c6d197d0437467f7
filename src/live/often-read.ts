import { ownText } from "../text/own-text.ts";

/** Items whose reads are counted; those that are read least are forgotten. */
export const maxCounted = 1000;
/** An item that was read once counts as read often for some three seconds, one that was read twice for about ten. */
const leastReads = 0.7;
/** What was read counts this much less after each second. */
const keptPerSecond = 0.9;
const forgottenBelow = 0.5;
const rankEveryMs = 200;

/** An item with how often it was read lately. */
export interface ReadItem {
  readonly item: string;
  reads: number;
  /** As the last answer showed. */
  bytes: number;
}

/** Which items of one kind are read often. */
export class OftenRead {
  readonly #items = new Map<string, ReadItem>();
  #ranked: readonly ReadItem[] = [];
  #rankedAt = Number.NEGATIVE_INFINITY;

  /** An item was read and answered; `bytes` as far as they can be told. */
  record(item: string, bytes: number): void {
    const known = this.#items.get(item);
    if (known !== undefined) {
      known.reads += 1;
    } else if (this.#items.size < maxCounted) {
      const own = ownText(item);
      this.#items.set(own, { item: own, reads: 1, bytes });
    }
  }

  /** An answer showed how long an item is. */
  measure(item: string, bytes: number): void {
    const known = this.#items.get(item);
    if (known !== undefined) known.bytes = bytes;
  }

  /** Those that are read often, first the one that is read most. */
  ranked(now: number): readonly ReadItem[] {
    const elapsedMs = now - this.#rankedAt;
    if (elapsedMs < rankEveryMs) return this.#ranked;
    const isFirst = this.#rankedAt === Number.NEGATIVE_INFINITY;
    this.#rankedAt = now;
    const kept = isFirst ? 1 : keptPerSecond ** (elapsedMs / 1000);
    for (const each of this.#items.values()) {
      each.reads *= kept;
      if (each.reads < forgottenBelow) this.#items.delete(each.item);
    }
    this.#ranked = [...this.#items.values()]
      .filter(({ reads }) => reads >= leastReads)
      .sort((a, b) => b.reads - a.reads);
    return this.#ranked;
  }
}
