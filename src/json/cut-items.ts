import { assertEnd } from "./cut.ts";
import { RawJson } from "./raw-json.ts";
import { JsonError } from "./scan/json-error.ts";
import { charCodeAt, skipSpace, skipValue, unexpected } from "./scan/skip-value.ts";

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
