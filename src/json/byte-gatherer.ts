/** Chunks from this size on are kept as they came. */
const largeChunkBytes = 4096;
/** The first buffer that small chunks are gathered in; each further one is twice as long, up to the last size. */
const firstBufferBytes = 4096;
const lastBufferBytes = 64 * 1024;

/**
 * Keeps the chunks of a body. Large ones are kept as they are; small ones, each of which would keep a hundred bytes of its own
 * and the memory that it is a piece of, are copied into buffers that grow. What is kept is at most twice what came.
 */
export class ByteGatherer {
  readonly #parts: Buffer[] = [];
  #buffer: Buffer | undefined;
  #filled = 0;
  #nextBufferBytes = firstBufferBytes;

  /** Takes the next chunk. The first one is never copied: nearly all bodies have no other. */
  push(chunk: Buffer): void {
    if (chunk.length >= largeChunkBytes || (this.#parts.length === 0 && this.#buffer === undefined)) {
      this.#flush();
      this.#parts.push(chunk);
      return;
    }
    let copied = 0;
    while (copied < chunk.length) {
      this.#buffer ??= this.#newBuffer();
      const count = chunk.copy(this.#buffer, this.#filled, copied);
      copied += count;
      this.#filled += count;
      if (this.#filled === this.#buffer.length) this.#flush();
    }
  }

  /** What came, in order; to be asked for when all of it is there. */
  get parts(): readonly Buffer[] {
    this.#flush();
    return this.#parts;
  }

  #newBuffer(): Buffer {
    const buffer = Buffer.allocUnsafeSlow(this.#nextBufferBytes);
    this.#nextBufferBytes = Math.min(2 * this.#nextBufferBytes, lastBufferBytes);
    return buffer;
  }

  #flush(): void {
    if (this.#buffer === undefined) return;
    this.#parts.push(this.#buffer.subarray(0, this.#filled));
    this.#buffer = undefined;
    this.#filled = 0;
  }
}
