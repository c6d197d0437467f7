import type { CallKey } from "./call-key.ts";

/** A power of two, and more than the usual number of calls in flight. */
const bucketCount = 1024;

/** An entry of a FlightTable, linked to the next one in its bucket. */
export interface TableEntry<Entry> {
  readonly key: CallKey;
  /** Lowest slot that the result may come from. */
  readonly floor: number | undefined;
  next: Entry | undefined;
}

/**
 * Hash table of calls in flight. A Map would need each key as one string, which takes twice as long, and would keep reallocating its table,
 * while old tables keep their entries alive.
 */
export class FlightTable<Entry extends TableEntry<Entry>> {
  readonly #buckets: (Entry | undefined)[] = new Array<Entry | undefined>(bucketCount).fill(undefined);

  /** Finds a call with this key and at least this floor. */
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

  /** Does nothing if the entry is not in the table. */
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
