import type { CallKey } from "./call-key.ts";

/** Buckets, a power of two: more than calls run at once in most gateways. */
const bucketCount = 1024;

/** What a FlightTable holds: a link of its own list. */
export interface TableEntry<Entry> {
  readonly key: CallKey;
  /** Slot below which it is not answered. */
  readonly floor: number | undefined;
  next: Entry | undefined;
}

/**
 * Calls in flight by key. A Map would do, but it moves to a new table every few hundred calls; the old ones, once they lie in
 * the collector's old space, keep alive all that they last held, which costs a call a good part of its time in
 * collecting garbage. Here nothing is ever moved.
 */
export class FlightTable<Entry extends TableEntry<Entry>> {
  readonly #buckets: (Entry | undefined)[] = new Array<Entry | undefined>(bucketCount).fill(undefined);

  /** A call of this key that is answered from no slot below the floor. */
  get(key: CallKey, floor: number): Entry | undefined {
    let entry = this.#buckets[key.hash & (bucketCount - 1)];
    while (entry !== undefined && !(entry.key.equals(key) && (entry.floor ?? 0) >= floor)) entry = entry.next;
    return entry;
  }

  add(entry: Entry): void {
    const bucket = entry.key.hash & (bucketCount - 1);
    entry.next = this.#buckets[bucket];
    this.#buckets[bucket] = entry;
  }

  /** Takes out this very entry; nothing happens when it is not in. */
  remove(entry: Entry): void {
    const bucket = entry.key.hash & (bucketCount - 1);
    let before: Entry | undefined;
    let at = this.#buckets[bucket];
    while (at !== undefined && at !== entry) {
      before = at;
      at = at.next;
    }
    if (at === undefined) return;
    if (before === undefined) this.#buckets[bucket] = entry.next;
    else before.next = entry.next;
    entry.next = undefined;
  }
}
