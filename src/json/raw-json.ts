import { type LosslessValue, stringifyLossless } from "./lossless.ts";
import { assertFewValues } from "./scan/value-count.ts";
import { parseWholeNumber } from "./whole-number.ts";

/** Values up to this size are joined into one text: one write is cheaper than two. */
export const maxTextBytes = 16_384;
/** Digits of the largest whole number that a double holds exactly. */
const maxNumberBytes = 16;

declare const claimedType: unique symbol;

/**
 * JSON text that claims to be a `T`, as bytes in one or more parts, exactly as written. Parts are joined only when they are sent; short
 * text is byte text, a string with one character for each byte, which is sent as it is.
 */
export class RawJson<T = unknown> {
  declare readonly [claimedType]: T;
  readonly byteLength: number;
  /** Parts, or byte text until the parts are needed. */
  #content: readonly Buffer[] | string;

  constructor(content: readonly Buffer[] | string, byteLength: number) {
    this.#content = content;
    this.byteLength = byteLength;
  }

  static fromText<T>(text: string): RawJson<T> {
    return RawJson.fromByteText<T>(byteTextOf(text));
  }

  /** Writes a value that the gateway made. The compiler checks its type, unlike that of text that is passed on. */
  static write<T>(value: T): RawJson<T> {
    return RawJson.fromText<T>(stringifyLossless(value as LosslessValue));
  }

  /** Byte text: one character for each byte. */
  static fromByteText<T>(text: string): RawJson<T> {
    return new RawJson<T>(text, text.length);
  }

  static fromBytes<T>(bytes: Buffer): RawJson<T> {
    return new RawJson<T>([bytes], bytes.length);
  }

  get parts(): readonly Buffer[] {
    if (typeof this.#content === "string") this.#content = [Buffer.from(this.#content, "latin1")];
    return this.#content;
  }

  /** Whether it is `null`. Raw JSON has no whitespace around it. */
  get isNull(): boolean {
    return this.#firstByte === 0x6e;
  }

  get isObject(): boolean {
    return this.#firstByte === 0x7b;
  }

  get #firstByte(): number | undefined {
    return typeof this.#content === "string" ? this.#content.charCodeAt(0) : this.#content[0]?.[0];
  }

  /** The first bytes as byte text. A small value becomes byte text, as it will be sent. */
  leadingText(maxBytes: number): string {
    if (this.byteLength <= maxTextBytes) this.#content = this.toByteText();
    if (typeof this.#content === "string") return this.#content.slice(0, maxBytes);
    let text = "";
    // The first part may be a few bytes: an upstream's answer comes in pieces of any size.
    for (const part of this.#content) text += part.toString("latin1", 0, maxBytes - text.length);
    return text;
  }

  /** The bytes in one piece; free when there is one part. */
  toBuffer(): Buffer {
    const [first] = this.parts;
    return this.parts.length === 1 && first !== undefined
      ? first
      : Buffer.concat(this.parts, this.byteLength);
  }

  /** A copy of exactly its size, in one piece: the parts of an answer keep whole network buffers alive. */
  copy(): RawJson<T> {
    const bytes = Buffer.allocUnsafeSlow(this.byteLength);
    let offset = 0;
    for (const part of this.parts) offset += part.copy(bytes, offset);
    return RawJson.fromBytes<T>(bytes);
  }

  /** The bytes as byte text, to be written as latin1 or joined with other byte text. */
  toByteText(): string {
    if (typeof this.#content === "string") return this.#content;
    let text = "";
    for (const part of this.#content) text += part.toString("latin1");
    return text;
  }

  toString(): string {
    return this.toBuffer().toString("utf8");
  }

  /**
   * The parsed value, for a handler that looks inside; never send it on, since it loses digits. Throws a JsonError if it has too many
   * values.
   */
  parse(): T {
    const text = this.toString();
    assertFewValues(text);
    return JSON.parse(text) as T;
  }
}

/** The byte text of a string, in UTF-8. For ASCII, as nearly all text is, that is the string itself. */
export function byteTextOf(text: string): string {
  return Buffer.byteLength(text) === text.length ? text : Buffer.from(text).toString("latin1");
}

/** A raw value as a whole number, as `parseWholeNumber` reads it. A longer one is not copied. */
export function wholeNumber(raw: RawJson | undefined): number | undefined {
  return raw === undefined || raw.byteLength > maxNumberBytes ? undefined : parseWholeNumber(raw.toString());
}

/** The kind of a JSON value by the character that it begins with, in those of a method's `resultKinds`. */
export function jsonKind(first: string): string {
  if (first === "-" || (first >= "0" && first <= "9")) return "0";
  return first === "f" ? "t" : first;
}
