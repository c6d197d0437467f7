import { LRUCache } from "lru-cache";
import type { RawJson } from "../json/raw-json.ts";
import { detachText } from "../text/detached-text.ts";

/** How long a cached result is valid: forever, or during one epoch. */
export interface Validity {
  /** The only epoch in which it is valid. */
  readonly epoch?: number;
}

/** A cached result, and how long it is valid. */
export interface CachedAnswer extends Validity {
  readonly result: RawJson;
}

/** Longer results are not cached. Gateways that share a Redis must agree on this limit: each deletes entries that exceed it. */
export const maxEntryBytes = 4 * 1024 * 1024;
/** Estimated memory of an entry besides its result and key. */
const entryOverheadBytes = 200;

/** In-memory cache of results, bounded in bytes; evicts the least recently used. */
export class AnswerCache {
  /** No `max`: it would preallocate every entry. */
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

  /** Stores a copy of a result and returns the copy; undefined if the result is too long. */
  keep(key: string, result: RawJson, validity: Validity): RawJson | undefined {
    if (result.byteLength > this.#maxResultBytes) return undefined;
    const copy = result.copy();
    this.#entries.set(detachText(key), { ...validity, result: copy });
    return copy;
  }
}
