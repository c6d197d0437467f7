import { type LosslessValue, stringifyLossless } from "./lossless.ts";
import { assertFewValues } from "./scan/value-count.ts";
import { parseWholeNumber } from "./whole-number.ts";

/** Values up to this size are joined into one string: one write is cheaper than two. */
export const maxTextBytes = 16_384;
/** Digits of the largest whole number that a double can hold exactly. */
const maxNumberBytes = 16;

declare const claimedType: unique symbol;

/**
 * JSON text of type `T` (unchecked), exactly as written: bytes in one or more parts, joined only when sent. Short text is byte text,
 * a string with one character per byte, sent as is.
 */
export class RawJson<T = unknown> {
  declare readonly [claimedType]: T;
  readonly byteLength: number;
  /** Byte text, until parts are needed. */
  #content: readonly Buffer[] | string;

  constructor(content: readonly Buffer[] | string, byteLength: number) {
    this.#content = content;
    this.byteLength = byteLength;
  }

  static fromText<T>(text: string): RawJson<T> {
    return RawJson.fromByteText<T>(byteTextOf(text));
  }

  /** Writes a value made by the gateway. Its type is checked by the compiler, unlike that of forwarded text. */
  static write<T>(value: T): RawJson<T> {
    return RawJson.fromText<T>(stringifyLossless(value as LosslessValue));
  }

  /** From byte text: one character per byte. */
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

  /** True for `null`. Raw JSON has no surrounding whitespace. */
  get isNull(): boolean {
    return this.#firstByte === 0x6e;
  }

  get isObject(): boolean {
    return this.#firstByte === 0x7b;
  }

  get #firstByte(): number | undefined {
    return typeof this.#content === "string" ? this.#content.charCodeAt(0) : this.#content[0]?.[0];
  }

  /** The first bytes as byte text. A small value is converted for good, since it will be sent that way. */
  leadingText(maxBytes: number): string {
    if (this.byteLength <= maxTextBytes) this.#content = this.toByteText();
    if (typeof this.#content === "string") return this.#content.slice(0, maxBytes);
    let text = "";
    // The first part may be a few bytes: responses arrive in chunks of any size.
    for (const part of this.#content) text += part.toString("latin1", 0, maxBytes - text.length);
    return text;
  }

  /** The bytes in one buffer; free if there is one part. */
  toBuffer(): Buffer {
    const [first] = this.parts;
    return this.parts.length === 1 && first !== undefined
      ? first
      : Buffer.concat(this.parts, this.byteLength);
  }

  /** A copy in one buffer of exactly its size; the parts of a response keep whole network buffers alive. */
  copy(): RawJson<T> {
    const bytes = Buffer.allocUnsafeSlow(this.byteLength);
    let offset = 0;
    for (const part of this.parts) offset += part.copy(bytes, offset);
    return RawJson.fromBytes<T>(bytes);
  }

  /** Byte text, to be written as latin1 or joined with other byte text. */
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
   * The parsed value, for handlers that inspect it. Never forward it, since it loses digits. Throws a JsonError if it has too many
   * values.
   */
  parse(): T {
    const text = this.toString();
    assertFewValues(text);
    return JSON.parse(text) as T;
  }
}

/** The UTF-8 bytes of a string as byte text: for ASCII, which nearly all text is, the string itself. */
export function byteTextOf(text: string): string {
  return Buffer.byteLength(text) === text.length ? text : Buffer.from(text).toString("latin1");
}

/** Reads a raw value like `parseWholeNumber`. A value too long to be one is not copied. */
export function wholeNumber(raw: RawJson | undefined): number | undefined {
  return raw === undefined || raw.byteLength > maxNumberBytes ? undefined : parseWholeNumber(raw.toString());
}

/** Maps the first character of a JSON value to its kind, as in a method's `resultKinds`. */
export function jsonKind(first: string): string {
  if (first === "-" || (first >= "0" && first <= "9")) return "0";
  return first === "f" ? "t" : first;
}
