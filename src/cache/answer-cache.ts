import { LRUCache } from "lru-cache";
import type { RawJson } from "../json/raw-json.ts";
import { detachText } from "../text/detached-text.ts";

/** How long an answer stays true: always, or in one epoch. */
export interface Validity {
  /** The only epoch in which it is true. */
  readonly epoch?: number;
}

export interface CachedAnswer extends Validity {
  readonly result: RawJson;
}

/** Longer answers are not kept. All gateways of one Redis must have the same bound: each deletes longer entries there. */
export const maxEntryBytes = 4 * 1024 * 1024;
/** Bytes of an entry besides its answer and key. */
const entryOverheadBytes = 200;

/** Answers in memory, bounded by their bytes; the least recently used are dropped first. */
export class AnswerCache {
  /** Has no `max`: with one it would allocate room for all entries at the start. */
  readonly #entries: LRUCache<string, CachedAnswer>;
  readonly #maxResultBytes: number;

  constructor(maxBytes: number) {
    this.#maxResultBytes = Math.min(maxEntryBytes, maxBytes);
    this.#entries = new LRUCache({
      maxSize: Math.max(maxBytes, 1),
      sizeCalculation: ({ result }, key) => result.byteLength + 2 * key.length + entryOverheadBytes,
    });
  }

  get byteLength(): number {
    return this.#entries.calculatedSize;
  }

  get(key: string): CachedAnswer | undefined {
    return this.#entries.get(key);
  }

  /** Keeps a copy of an answer and returns the copy; undefined if the answer is too long. */
  keep(key: string, result: RawJson, validity: Validity): RawJson | undefined {
    if (result.byteLength > this.#maxResultBytes) return undefined;
    const copy = result.copy();
    this.#entries.set(detachText(key), { ...validity, result: copy });
    return copy;
  }
}
