/** Bytes that a string may hold unescaped: all but quotes, backslashes and control characters. */
const plain = new Uint8Array(256).fill(1, 0x20);
plain[0x22] = 0;
plain[0x5c] = 0;

/** Most strings end within this many bytes; longer ones are worth reading four bytes at a time. */
const nearBytes = 16;
/** With fewer bytes left, a word view of the chunk costs more than it saves. */
const minBytesForWords = 512;

/** Finds the end of plain text in a chunk quickly: account data is one string of many kilobytes. */
export class PlainText {
  readonly #bytes: Uint8Array;
  /** Offset of the chunk in an aligned word. */
  readonly #shift: number;
  #words: Int32Array | undefined;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#shift = bytes.byteOffset & 3;
  }

  /** Index of the first byte from `from` on that is not plain; the chunk's length if there is none. */
  findEnd(from: number): number {
    const bytes = this.#bytes;
    const { length } = bytes;
    const shift = this.#shift;
    // Byte by byte up to a word boundary, then word by word, then byte by byte in the word that may hold the end.
    const near = Math.min(length, ((from + nearBytes + shift + 3) & ~3) - shift);
    let index = from;
    while (index < near && plain[bytes[index] as number] === 1) index += 1;
    if (index < near || index === length) return index;
    if (length - index >= minBytesForWords) index = this.#skipWords(index);
    while (index < length && plain[bytes[index] as number] === 1) index += 1;
    return index;
  }

  /** From a word boundary, finds the next word that may hold a byte that is not plain, or the end of the last whole word. */
  #skipWords(from: number): number {
    const { byteOffset, buffer, length } = this.#bytes;
    const shift = this.#shift;
    this.#words ??= new Int32Array(buffer, byteOffset - shift, (length + shift) >> 2);
    const words = this.#words;
    let at = (from + shift) >> 2;
    while (at < words.length && !mayEnd(words[at] as number)) at += 1;
    return (at << 2) - shift;
  }
}

/** True if any of four bytes may be below 0x20, a quote or a backslash: each difference borrows from the top bit of such a byte. */
function mayEnd(word: number): boolean {
  const quotes = word ^ 0x22222222;
  const backslashes = word ^ 0x5c5c5c5c;
  const control = (word - 0x20202020) & ~word;
  const found = control | ((quotes - 0x01010101) & ~quotes) | ((backslashes - 0x01010101) & ~backslashes);
  return (found & 0x80808080) !== 0;
}
