import { JsonError } from "./scan/json-error.ts";
import { charCodeAt, skipColon, skipKey, skipSpace, skipValue, unexpected } from "./scan/skip-value.ts";

/** Cuts an array into the raw text of its items, exactly as they were written. Throws a JsonError when it is not an array, or has more items than `max`. */
export function cutArray(text: string, max = Number.POSITIVE_INFINITY): string[] {
  const marks: number[] = [];
  assertEnd(text, markItems(text, 0, marks, max));
  const items: string[] = [];
  for (let at = 0; at < marks.length; at += 2) items.push(text.slice(marks[at], marks[at + 1]));
  return items;
}

/** Notes where each item of the array that starts at `from` begins and ends; returns the index just after it. Throws a JsonError when it is not an array, or has more items than `max`. */
function markItems(text: string, from: number, marks: number[], max = Number.POSITIVE_INFINITY): number {
  let position = skipSpace(text, from);
  if (charCodeAt(text, position) !== 0x5b) throw unexpected(text, position, "an array");
  position = skipSpace(text, position + 1);
  if (charCodeAt(text, position) === 0x5d) return position + 1;
  for (;;) {
    const start = skipSpace(text, position);
    if (marks.length >= 2 * max) throw new JsonError("shape", `more than ${max} items`, start);
    const end = skipValue(text, start);
    marks.push(start, end);
    position = skipSpace(text, end);
    const code = charCodeAt(text, position);
    if (code === 0x5d) return position + 1;
    if (code !== 0x2c) throw unexpected(text, position, '"," or "]"');
    position += 1;
  }
}

/**
 * Cuts an object into its members: decoded key and raw text of the value, in the order written.
 * A key that is written twice comes twice: the last one counts, as in JSON.parse. Throws a JsonError when there are more than `max`.
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

/** The text of a raw string, its escapes decoded. */
export function unquote(raw: string): string {
  return raw.includes("\\") ? (JSON.parse(raw) as string) : raw.slice(1, -1);
}

/** Throws a JsonError unless only whitespace is left. */
export function assertEnd(text: string, position: number): void {
  const end = skipSpace(text, position);
  if (end < text.length) throw unexpected(text, end, "nothing more");
}
