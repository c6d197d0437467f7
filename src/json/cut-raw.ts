// Cuts RawJson; cut-text.ts does the same for text.

import { assertEnd, unquote } from "./cut-text.ts";
import { RawJson } from "./raw-json.ts";
import { JsonError } from "./scan/json-error.ts";
import { JsonScanner, type OnMember } from "./scan/json-scanner.ts";
import { charCodeAt, skipSpace, skipValue, unexpected } from "./scan/skip-value.ts";

/** Most members cut out of one object. */
const maxMembers = 1000;
/** Longest form of one character in a key: `\u` and four digits. */
const longestEscape = 6;
const backslash = 0x5c;

/**
 * Members of a raw object in the order written; undefined if it is not an object. Throws a JsonError if there are over a thousand.
 */
export function cutMembers(raw: RawJson): [key: string, value: RawJson][] | undefined {
  if (!raw.isObject) return undefined;
  const { parts } = raw;
  const entries: [string, RawJson][] = [];
  scan(raw, (keyStart, keyEnd, start, end) => {
    if (entries.length === maxMembers)
      throw new JsonError("shape", `the object has more than ${maxMembers} members`, keyStart);
    entries.push([unquote(textBetween(parts, keyStart, keyEnd)), sliceOf(parts, start, end)]);
  });
  return entries;
}

/** A member's value, not copied; undefined if there is none or `raw` is not an object. */
export function member<T>(raw: RawJson, key: string): RawJson<T> | undefined {
  return members(raw, [key])[0] as RawJson<T> | undefined;
}

/**
 * Values of some members of an object, found in one pass; undefined for missing ones. The last duplicate counts.
 */
export function members(raw: RawJson, keys: readonly string[]): readonly (RawJson | undefined)[] {
  const ranges = keys.map((): readonly [number, number] | undefined => undefined);
  if (raw.isObject) {
    const reader = new KeyReader(raw.parts, keys);
    scan(raw, (keyStart, keyEnd, start, end) => {
      const at = reader.find(keyStart, keyEnd);
      if (at >= 0) ranges[at] = [start, end];
    });
  }
  return ranges.map((range) => (range === undefined ? undefined : sliceOf(raw.parts, ...range)));
}

/** Matches keys by their bytes, in body order. Only keys with escapes are decoded. */
export class KeyReader {
  readonly #parts: readonly Buffer[];
  readonly #keys: readonly string[];
  /** Index and offset of the part that holds the start of the last key. */
  #part = 0;
  #offset = 0;

  constructor(parts: readonly Buffer[], keys: readonly string[]) {
    this.#parts = parts;
    this.#keys = keys;
  }

  /** Index of the key between two offsets, quotes included; -1 for any other key. Offsets must grow from call to call. */
  find(start: number, end: number): number {
    let part = this.#parts[this.#part] as Buffer;
    while (this.#offset + part.length <= start) {
      this.#offset += part.length;
      this.#part += 1;
      part = this.#parts[this.#part] as Buffer;
    }
    const from = start - this.#offset;
    const to = end - this.#offset;
    if (to <= part.length) return this.#find(part, from, to);
    return this.#find(sliceOf(this.#parts, start, end).toBuffer(), 0, end - start);
  }

  #find(bytes: Buffer, start: number, end: number): number {
    for (let at = 0; at < this.#keys.length; at += 1)
      if (isKey(bytes, start, end, this.#keys[at] as string)) return at;
    return -1;
  }
}

function isKey(bytes: Buffer, start: number, end: number, key: string): boolean {
  const length = end - start - 2;
  // A character takes one to three bytes unescaped, six as an escape.
  if (length < key.length || length > longestEscape * key.length) return false;
  for (let index = 0; index < length; index += 1) {
    const code = bytes[start + 1 + index] as number;
    if (code === backslash || code >= 0x80) return unquote(bytes.toString("utf8", start, end)) === key;
    if (code !== key.charCodeAt(index)) return false;
  }
  return length === key.length;
}

/** The range between two offsets into the parts, sharing their memory. */
export function sliceOf<T>(parts: readonly Buffer[], start: number, end: number): RawJson<T> {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return RawJson.fromBytes(only.subarray(start, end));
  const cut: Buffer[] = [];
  let offset = 0;
  for (const part of parts) {
    const from = Math.max(start - offset, 0);
    const to = Math.min(end - offset, part.length);
    if (from < to) cut.push(from === 0 && to === part.length ? part : part.subarray(from, to));
    offset += part.length;
    if (offset >= end) break;
  }
  return new RawJson<T>(cut, end - start);
}

/** The text between two offsets into the parts. A slice would cost more than the text of a short value. */
export function textBetween(parts: readonly Buffer[], start: number, end: number): string {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only.toString("utf8", start, end);
  return sliceOf(parts, start, end).toString();
}

function scan(raw: RawJson, onMember: OnMember): void {
  const scanner = new JsonScanner(onMember);
  for (const part of raw.parts) scanner.push(part);
  scanner.end();
}

/** Cuts the items out of a raw array, one at a time. Throws a JsonError if it is not an array, or has more than `max` items. */
export function* cutItems<T>(array: RawJson, max: number): Generator<RawJson<T>, void, undefined> {
  const text = array.toByteText();
  let position = skipSpace(text, 0);
  if (charCodeAt(text, position) !== 0x5b) throw unexpected(text, position, "an array");
  position = skipSpace(text, position + 1);
  if (charCodeAt(text, position) === 0x5d) return assertEnd(text, position + 1);
  for (let count = 0; ; count += 1) {
    if (count === max) throw new JsonError("shape", `the array has more than ${max} items`, position);
    const start = skipSpace(text, position);
    const end = skipValue(text, start);
    yield RawJson.fromByteText(text.slice(start, end));
    position = skipSpace(text, end);
    const code = charCodeAt(text, position);
    if (code === 0x5d) return assertEnd(text, position + 1);
    if (code !== 0x2c) throw unexpected(text, position, '"," or "]"');
    position += 1;
  }
}

/** Most items that an array can have if each has at least `minItemBytes`. */
export function maxItemsIn(array: RawJson, minItemBytes: number): number {
  return Math.ceil(array.byteLength / minItemBytes);
}
