import { LRUCache } from "lru-cache";
import type { RawJson } from "../json/raw-json.ts";
import { ownText } from "../text/own-text.ts";

/** Bounds of an AnswerCache. */
export interface AnswerCacheOptions {
  readonly maxBytes: number;
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

/** A longer answer is not kept. The same for all gateways: one on the same Redis deletes longer entries. */
export const usualMaxEntryBytes = 4 * 1024 * 1024;
/** Bytes of an entry besides its answer and key. */
const entryOverheadBytes = 200;

/** Answers in memory, bounded by their bytes; the least recently used go first. */
export class AnswerCache {
  /** Grows with its answers; with its own `max` it would allocate room for all of them at the start. */
  readonly #entries: LRUCache<string, KeptAnswer>;
  readonly #maxEntryBytes: number;

  constructor({ maxBytes, maxEntryBytes }: AnswerCacheOptions) {
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
    return copy;
  }
}
