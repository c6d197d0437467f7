import { getOrAdd } from "../../get-or-add.ts";

/** Sizes are multiples of this, so that responses of similar length fit into the same buffers. */
const stepBytes = 4096;
/** Most bytes in free buffers. */
const maxFreeBytes = 8 * 1024 * 1024;

/**
 * Buffer pool for responses that are kept for a few slots. A buffer that survives two minor collections is freed only by a major one, and
 * hundreds of them a second make V8 run one every few seconds.
 */
export class ReusedMemory {
  readonly #free = new Map<number, Buffer[]>();
  #freeBytes = 0;

  /** Returns a buffer of at least `bytes`; undefined if it would exceed `maxBytes`. */
  take(bytes: number, maxBytes: number): Buffer | undefined {
    const size = Math.ceil(bytes / stepBytes) * stepBytes;
    if (size > maxBytes) return undefined;
    const free = this.#free.get(size)?.pop();
    if (free === undefined) return Buffer.allocUnsafeSlow(size);
    this.#freeBytes -= size;
    return free;
  }

  /** Returns a buffer to the pool. Nothing may read it any more. */
  release(memory: Buffer): void {
    const size = memory.length;
    if (this.#freeBytes + size > maxFreeBytes) return;
    getOrAdd(this.#free, size, () => []).push(memory);
    this.#freeBytes += size;
  }
}
