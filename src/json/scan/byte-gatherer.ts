const largeChunkBytes = 4096;
/** Size of the first buffer for small chunks; doubles with each one, up to the last size. */
const firstBufferBytes = 4096;
const lastBufferBytes = 64 * 1024;

/**
 * Collects the chunks of a body. Small ones are copied into growing buffers, since each slice would keep a larger buffer alive.
 * Takes at most twice the memory of the bytes.
 */
export class ByteGatherer {
  readonly #parts: Buffer[] = [];
  #buffer: Buffer | undefined;
  #filled = 0;
  #nextBufferBytes = firstBufferBytes;

  /** Adds the next chunk. The first is never copied: nearly all bodies have only one. */
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

  /** All bytes, in order; read it after the last chunk. */
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
