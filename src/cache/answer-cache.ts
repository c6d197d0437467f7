import { LRUCache } from "lru-cache";
import type { RawJson } from "../json/raw-json.ts";
import { ownText } from "../text/own-text.ts";

/** Bounds of an AnswerCache. */
export interface AnswerCacheOptions {
  readonly maxBytes: number;
  readonly maxEntries: number;
  readonly maxEntryBytes: number;
}

/** How long an answer stays true. Absent fields do not bound it. */
export interface Validity {
  /** It holds in this epoch only. */
  readonly epoch?: number;
}

/** A cached answer. */
export interface KeptAnswer extends Validity {
  readonly result: RawJson;
}

/** Bytes of an entry besides its answer and key. */
const entryOverheadBytes = 200;

/** Answers in memory, bounded by number and bytes; the least recently used go first. */
export class AnswerCache {
  /** Grows with its answers; with its own `max` it would allocate room for all of them at the start. */
  readonly #entries: LRUCache<string, KeptAnswer>;
  readonly #maxEntries: number;
  readonly #maxEntryBytes: number;

  constructor({ maxBytes, maxEntries, maxEntryBytes }: AnswerCacheOptions) {
    this.#maxEntries = maxEntries;
    this.#maxEntryBytes = Math.min(maxEntryBytes, maxBytes);
    this.#entries = new LRUCache({
      maxSize: Math.max(maxBytes, 1),
      sizeCalculation: ({ result }, key) => result.byteLength + 2 * key.length + entryOverheadBytes,
    });
  }

  get size(): number {
    return this.#entries.size;
  }

  get byteLength(): number {
    return this.#entries.calculatedSize;
  }

  get(key: string): KeptAnswer | undefined {
    return this.#entries.get(key);
  }

  /** Keeps a copy of an answer and gives it; undefined when it is too long to be kept. */
  keep(key: string, result: RawJson, validity: Validity): RawJson | undefined {
    if (result.byteLength > this.#maxEntryBytes) return undefined;
    const copy = result.copy();
    this.#entries.set(ownText(key), { ...validity, result: copy });
    if (this.#entries.size > this.#maxEntries) this.#entries.pop();
    return copy;
  }
}
