declare const claims: unique symbol;

/**
 * JSON text that claims to be a `T`, as bytes in one or more parts, exactly as they were written.
 * Parts are joined only when they are sent, so a result of many megabytes is never copied to be wrapped.
 */
export class RawJson<T = unknown> {
  declare readonly [claims]: T;
  readonly parts: readonly Buffer[];
  readonly byteLength: number;

  constructor(parts: readonly Buffer[], byteLength: number) {
    this.parts = parts;
    this.byteLength = byteLength;
  }

  /** Text that the gateway itself wrote. */
  static fromText<T>(text: string): RawJson<T> {
    const bytes = Buffer.from(text);
    return new RawJson<T>([bytes], bytes.length);
  }

  /** One piece of bytes, not copied. */
  static fromBytes<T>(bytes: Buffer): RawJson<T> {
    return new RawJson<T>([bytes], bytes.length);
  }

  /** It is `null`. What stands around a value, whitespace, is no part of raw JSON. */
  get isNull(): boolean {
    return this.#firstByte === 0x6e;
  }

  /** It is an object. */
  get isObject(): boolean {
    return this.#firstByte === 0x7b;
  }

  get #firstByte(): number | undefined {
    return this.parts[0]?.[0];
  }

  /** The bytes in one piece; free when there is one part. */
  toBuffer(): Buffer {
    const [first] = this.parts;
    return this.parts.length === 1 && first !== undefined
      ? first
      : Buffer.concat(this.parts, this.byteLength);
  }

  /** The text. */
  toString(): string {
    return this.toBuffer().toString("utf8");
  }

  /** The parsed value, for a handler that must look inside. Numbers beyond 2^53 lose digits: never send it on. */
  parse(): T {
    return JSON.parse(this.toString()) as T;
  }
}
