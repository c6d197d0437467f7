/** The lines of RESP2 and RESP3 that Redis sends gateways: lists and maps, texts with a length, short texts and numbers. */
const lineForm = /^(?:[*~>%$=!](?:\d{1,9}|-1)|[+-][^\r\n]*|:[+-]?\d{1,20}|_|#[tf])\r\n$/;
const nullForm = /^(?:_|.-1\r)/;
/** Longest line. Values of any length come with that length, outside of lines. */
const maxLineLength = 4096;
const newline = 10;
/** Fewest values in a list that reports a message: its kind, its channel and the message. */
const leastOfMessage = 3;

interface Bounds {
  readonly maxBytes: number;
  /** Most values in an answer, also in lists within lists. */
  readonly maxValues: number;
  readonly asked: () => number;
  /** Messages come unasked, as lists. */
  readonly hasMessages: boolean;
}

/**
 * Checks what Redis sends before the client library reads it: the library allocates as many values as a list announces, buffers an
 * answer until its end, and throws on answers to no command.
 */
export class AnswerBounds {
  readonly #bounds: Bounds;
  #bytes = 0;
  #values = 0;
  #valuesLeft = 0;
  /** Bytes left of a text with a length, and of the end of its line. */
  #textLeft = 0;
  #line = "";

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  reset(): void {
    this.#bytes = 0;
    this.#values = 0;
  }

  /** Counts what has arrived. Returns why the connection must end; undefined if it is within the bounds. */
  countChunk(chunk: Buffer): string | undefined {
    const { maxBytes, maxValues, asked, hasMessages } = this.#bounds;
    this.#bytes += chunk.length;
    if (this.#bytes > maxBytes) return `one answer has more than ${maxBytes} bytes`;
    let expected = hasMessages ? Number.POSITIVE_INFINITY : asked();
    for (let at = 0; at < chunk.length; ) {
      if (this.#textLeft > 0) {
        const skipped = Math.min(this.#textLeft, chunk.length - at);
        this.#textLeft -= skipped;
        at += skipped;
      } else {
        const found = chunk.indexOf(newline, at);
        const end = found < 0 ? chunk.length : found + 1;
        if (this.#line.length + end - at > maxLineLength) return "a line is too long for Redis";
        this.#line += chunk.toString("latin1", at, end);
        at = end;
        if (found < 0) break;
        if (!this.#endLine()) return "it does not speak the protocol of Redis";
        if (this.#values > maxValues) return `one answer has more than ${maxValues} values`;
      }
      if (this.#textLeft === 0 && this.#valuesLeft === 0) expected -= 1;
      if (expected < 0) return "it answers what was not asked";
    }
    return undefined;
  }

  /** Counts what a whole line announces; false if Redis sends no such line. */
  #endLine(): boolean {
    const line = this.#line;
    const { hasMessages } = this.#bounds;
    if (!lineForm.test(line) || (hasMessages && nullForm.test(line))) return false;
    const [type = ""] = line;
    const count = Number.parseInt(line.slice(1), 10);
    const isList = "*~>%".includes(type);
    const values = isList && count > 0 ? (type === "%" ? 2 * count : count) : 0;
    if (hasMessages ? this.#valuesLeft === 0 && isList && values < leastOfMessage : type === ">")
      return false;
    if ("$=!".includes(type) && count >= 0) this.#textLeft = count + "\r\n".length;
    this.#valuesLeft = Math.max(0, this.#valuesLeft - 1) + values;
    this.#values += values;
    this.#line = "";
    return true;
  }
}
