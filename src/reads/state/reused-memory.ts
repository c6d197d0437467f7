/** Sizes are multiples of this, so that answers of about the same length fit into the same memory. */
const stepBytes = 4096;
/** Most bytes that wait to be used again. */
const maxFreeBytes = 8 * 1024 * 1024;

/**
 * Memory of answers that are kept for a few slots, used again and again. A buffer that outlives two collections of young objects is freed
 * only when the whole heap is collected, and for hundreds of them a second, V8 does so every few seconds.
 */
export class ReusedMemory {
  readonly #free = new Map<number, Buffer[]>();
  #freeBytes = 0;

  /** Memory for at least `bytes` bytes; undefined if it would have more than `maxBytes`. */
  take(bytes: number, maxBytes: number): Buffer | undefined {
    const size = Math.ceil(bytes / stepBytes) * stepBytes;
    if (size > maxBytes) return undefined;
    const free = this.#free.get(size)?.pop();
    if (free === undefined) return Buffer.allocUnsafeSlow(size);
    this.#freeBytes -= size;
    return free;
  }

  /** Takes memory back that nothing reads any more. */
  release(memory: Buffer): void {
    const size = memory.length;
    if (this.#freeBytes + size > maxFreeBytes) return;
    const free = this.#free.get(size);
    if (free === undefined) this.#free.set(size, [memory]);
    else free.push(memory);
    this.#freeBytes += size;
  }
}
