import { unquote } from "./cut.ts";
import { JsonScanner } from "./json-scanner.ts";
import { RawJson } from "./raw-json.ts";

/** The members of a raw object in the order written, values not copied; undefined when it is not an object. */
export function cutMembers(raw: RawJson): [key: string, value: RawJson][] | undefined {
  if (!raw.isObject) return undefined;
  const members: [string, RawJson][] = [];
  const marks = scan(raw);
  for (let at = 0; at < marks.length; at += 4) {
    members.push([keyAt(raw.parts, marks, at), valueAt(raw.parts, marks, at)]);
  }
  return members;
}

/** The value of an object's member, not copied; undefined when there is none or `raw` is not an object. */
export function member<T>(raw: RawJson, key: string): RawJson<T> | undefined {
  if (!raw.isObject) return undefined;
  const marks = scan(raw);
  // From the end: of a key that is written twice, the last one counts.
  for (let at = marks.length - 4; at >= 0; at -= 4) {
    if (keyAt(raw.parts, marks, at) === key) return valueAt(raw.parts, marks, at);
  }
  return undefined;
}

/** The decoded key whose four marks (see JsonScanner) begin at `at`. */
export function keyAt(parts: readonly Buffer[], marks: readonly number[], at: number): string {
  return unquote(textOf(parts, marks[at] ?? 0, marks[at + 1] ?? 0));
}

/** The value whose key's marks begin at `at`, sharing the parts' memory. */
export function valueAt<T>(parts: readonly Buffer[], marks: readonly number[], at: number): RawJson<T> {
  return slice(parts, marks[at + 2] ?? 0, marks[at + 3] ?? 0);
}

/** The text of the value whose key's marks begin at `at`. */
export function valueTextAt(parts: readonly Buffer[], marks: readonly number[], at: number): string {
  return textOf(parts, marks[at + 2] ?? 0, marks[at + 3] ?? 0);
}

function scan(raw: RawJson): readonly number[] {
  const scanner = new JsonScanner();
  for (const part of raw.parts) scanner.push(part);
  scanner.end();
  return scanner.marks;
}

function textOf(parts: readonly Buffer[], start: number, end: number): string {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only.toString("utf8", start, end);
  return slice(parts, start, end).toString();
}

function slice<T>(parts: readonly Buffer[], start: number, end: number): RawJson<T> {
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
