import type { RawJson } from "../../json/raw-json.ts";

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const space = 0x20;

/**
 * Writes raw JSON on one line, terminated by a line feed. JSON allows line breaks only between tokens, so replacing them with spaces
 * preserves the value.
 */
export function toLine(raw: RawJson): Buffer {
  const line = Buffer.allocUnsafe(raw.byteLength + 1);
  let offset = 0;
  for (const part of raw.parts) offset += part.copy(line, offset);
  for (const code of [lineFeed, carriageReturn]) {
    for (let at = line.indexOf(code); at >= 0 && at < offset; at = line.indexOf(code, at + 1))
      line[at] = space;
  }
  line[offset] = lineFeed;
  return line;
}
