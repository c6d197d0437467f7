import { isBase58, isBase58OfLength } from "../text/base58.ts";

/** A format's check, and what a message says after "must be". */
interface Format<Value> {
  readonly type: Value extends number ? "number" : "string";
  readonly validate: (value: Value) => boolean;
  readonly expected: string;
}

/** The check of each `format` in the document; generated validators call them. */
export const formats = {
  address: text("a base-58 address of 32 bytes", (value) => isBase58OfLength(value, 32)),
  hash: text("a base-58 hash of 32 bytes", (value) => isBase58OfLength(value, 32)),
  signature: text("a base-58 signature of 64 bytes", (value) => isBase58OfLength(value, 64)),
  base58: text("base-58 text", (value) => value === "" || isBase58(value)),
  base64: text("base64 text", (value) => value.length % 4 === 0 && base64Text.test(value)),
  transaction: text("a transaction in base-64 or base-58", isTransactionText),
  uri: text("a URL", (value) => URL.canParse(value)),
  uint8: whole("from 0 to 255", 0, 2 ** 8 - 1),
  uint16: whole("from 0 to 65535", 0, 2 ** 16 - 1),
  uint32: whole("from 0 to 4294967295", 0, 2 ** 32 - 1),
  // A parsed value is only as exact as a double; digits beyond 2^53 are checked in the text.
  uint64: whole("from 0 to 18446744073709551615", 0, 2 ** 64),
  int64: whole("from -9223372036854775808 to 9223372036854775807", -(2 ** 63), 2 ** 63),
  double: { type: "number", validate: Number.isFinite, expected: "a number" },
} as const satisfies Record<string, Format<string> | Format<number>>;

/** A `format` of the document. */
export type FormatName = keyof typeof formats;

/** What a message says after "must be"; undefined for an unknown format. */
export function expectedOfFormat(name: string): string | undefined {
  return Object.hasOwn(formats, name) ? formats[name as FormatName].expected : undefined;
}

function text(expected: string, validate: (value: string) => boolean): Format<string> {
  return { type: "string", validate, expected };
}

function whole(range: string, minimum: number, maximum: number): Format<number> {
  return {
    type: "number",
    validate: (value) => Number.isInteger(value) && value >= minimum && value <= maximum,
    expected: `a whole number ${range}`,
  };
}

const base64Text = /^[A-Za-z0-9+/]*={0,2}$/;

const paddedBase64Text = /^[A-Za-z0-9+/]+={0,2}$/;

/**
 * True if a text may be a transaction. Nodes take 1232 bytes, which are 1683 characters of base-58 or 1644 of base-64. Base-64 text that
 * sorts at or after "gQ" is a transaction of version 1 or later, of which nodes take 4096 bytes.
 */
function isTransactionText(value: string): boolean {
  if (value.slice(0, 2) >= "gQ") return value.length <= 5464 && paddedBase64Text.test(value);
  if (isBase58(value)) return value.length <= 1683;
  return value.length <= 1644 && paddedBase64Text.test(value);
}
