// Cuts text; cut-raw.ts does the same for RawJson.

import { JsonError } from "./scan/json-error.ts";
import { charCodeAt, skipColon, skipKey, skipSpace, skipValue, unexpected } from "./scan/skip-value.ts";

/**
 * Cuts an array into the raw text of its items, exactly as written. Throws a JsonError if it is not an array or has more than `max`
 * items.
 */
export function cutArray(text: string, max = Number.POSITIVE_INFINITY): string[] {
  const items: string[] = [];
  let position = skipSpace(text, 0);
  if (charCodeAt(text, position) !== 0x5b) throw unexpected(text, position, "an array");
  position = skipSpace(text, position + 1);
  let code = charCodeAt(text, position);
  while (code !== 0x5d) {
    const start = skipSpace(text, position);
    if (items.length >= max) throw new JsonError("shape", `more than ${max} items`, start);
    const end = skipValue(text, start);
    items.push(text.slice(start, end));
    position = skipSpace(text, end);
    code = charCodeAt(text, position);
    if (code === 0x2c) position += 1;
    else if (code !== 0x5d) throw unexpected(text, position, '"," or "]"');
  }
  assertEnd(text, position + 1);
  return items;
}

/**
 * Cuts an object into decoded keys and raw values; duplicate keys are kept. Throws a JsonError if there are more than `max`
 * members.
 */
export function cutObject(text: string, max = Number.POSITIVE_INFINITY): [key: string, raw: string][] {
  const members: [string, string][] = [];
  let position = skipSpace(text, 0);
  if (charCodeAt(text, position) !== 0x7b) throw unexpected(text, position, "an object");
  position = skipSpace(text, position + 1);
  if (charCodeAt(text, position) === 0x7d) {
    assertEnd(text, position + 1);
    return members;
  }
  for (;;) {
    const keyStart = skipSpace(text, position);
    if (members.length >= max) throw new JsonError("shape", `more than ${max} members`, keyStart);
    const keyEnd = skipKey(text, keyStart);
    const start = skipColon(text, keyEnd);
    const end = skipValue(text, start);
    members.push([unquote(text.slice(keyStart, keyEnd)), text.slice(start, end)]);
    position = skipSpace(text, end);
    const code = charCodeAt(text, position);
    if (code === 0x7d) break;
    if (code !== 0x2c) throw unexpected(text, position, '"," or "}"');
    position += 1;
  }
  assertEnd(text, position + 1);
  return members;
}

/** Cuts one member's value out of an object. The last duplicate counts. Undefined if it is missing, or the text is no object. */
export function cutMember(object: string, key: string, max?: number): string | undefined {
  return object.startsWith("{") ? cutObject(object, max).findLast(([name]) => name === key)?.[1] : undefined;
}

/** Decodes a raw string. */
export function unquote(raw: string): string {
  return raw.includes("\\") ? (JSON.parse(raw) as string) : raw.slice(1, -1);
}

/** Decodes a raw string; undefined for any other value. */
export function stringIn(raw: string | undefined): string | undefined {
  return raw?.startsWith('"') ? unquote(raw) : undefined;
}

/** Throws a JsonError unless only whitespace is left. */
export function assertEnd(text: string, position: number): void {
  const end = skipSpace(text, position);
  if (end < text.length) throw unexpected(text, end, "nothing more");
}
