/** The bytes ended before what they must hold. */
export class EndOfBytes extends Error {
  override readonly name = "EndOfBytes";
}

/** Reads numbers and pieces from bytes, first to last; throws EndOfBytes where there are too few. */
export class ByteCursor {
  readonly #bytes: Buffer;
  #at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#at = at;
  }

  /** Offset of the next byte. */
  get at(): number {
    return this.#at;
  }

  /** The next bytes, sharing their memory. */
  take(count: number): Buffer {
    const end = this.#at + count;
    if (end > this.#bytes.length) throw new EndOfBytes();
    const taken = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return taken;
  }

  uint8(): number {
    return this.take(1).readUInt8();
  }

  uint16(): number {
    return this.take(2).readUInt16LE();
  }

  uint32(): number {
    return this.take(4).readUInt32LE();
  }

  uint64(): bigint {
    return this.take(8).readBigUInt64LE();
  }

  /** A length in the ledger's short form: seven bits a byte, three bytes at most. */
  shortLength(): number {
    let length = 0;
    for (let shift = 0; shift <= 14; shift += 7) {
      const byte = this.uint8();
      length |= (byte & 0x7f) << shift;
      if (byte < 0x80) return length;
    }
    throw new EndOfBytes();
  }
}
