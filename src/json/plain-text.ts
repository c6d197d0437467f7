/** What may stand in a string as it is: everything but quotes, backslashes and control characters. */
const plain = new Uint8Array(256).fill(1, 0x20);
plain[0x22] = 0;
plain[0x5c] = 0;

/** Most strings end within so many bytes; for the others it pays to look at four bytes at a time. */
const nearBytes = 16;
/** A chunk with less than this left is not worth a view of its words. */
const worthWords = 64;

/** Finds where plain text in one chunk of bytes ends: account data is one string of many kilobytes. */
export class PlainText {
  readonly #bytes: Uint8Array;
  #words: Int32Array | undefined;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Where the first byte stands, from `from` on, that is not plain; the chunk's length when there is none. */
  endFrom(from: number): number {
    const bytes = this.#bytes;
    const { length } = bytes;
    const near = Math.min(length, from + nearBytes);
    let index = from;
    while (index < near && plain[bytes[index] as number] === 1) index += 1;
    if (index < near || index === length) return index;
    if (length - index >= worthWords) index = this.#skipWords(index);
    while (index < length && plain[bytes[index] as number] === 1) index += 1;
    return index;
  }

  /** Goes on to a word that may hold a byte that is not plain; one that only borrows from its neighbour is looked at for nothing. */
  #skipWords(from: number): number {
    const { byteOffset, buffer, length } = this.#bytes;
    const shift = byteOffset & 3;
    this.#words ??= new Int32Array(buffer, byteOffset - shift, (length + shift) >> 2);
    const words = this.#words;
    const first = (from + shift + 3) >> 2;
    for (let index = from; index < (first << 2) - shift; index += 1)
      if (plain[this.#bytes[index] as number] !== 1) return index;
    let at = first;
    while (at < words.length && !mayEnd(words[at] as number)) at += 1;
    return (at << 2) - shift;
  }
}

/** Whether one of four bytes is below 0x20, a quote or a backslash: each difference borrows from the top bit of such a byte. */
function mayEnd(word: number): boolean {
  const quotes = word ^ 0x22222222;
  const backslashes = word ^ 0x5c5c5c5c;
  const control = (word - 0x20202020) & ~word;
  const found = control | ((quotes - 0x01010101) & ~quotes) | ((backslashes - 0x01010101) & ~backslashes);
  return (found & 0x80808080) !== 0;
}
