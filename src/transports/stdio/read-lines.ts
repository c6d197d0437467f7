import { ByteGatherer } from "../../json/scan/byte-gatherer.ts";

/** A line of input without its line feed, or the length of one that was too long to keep. */
export type Line =
  | { readonly kind: "line"; readonly bytes: Buffer }
  | { readonly kind: "tooLong"; readonly length: number };

const lineFeed = 0x0a;

/** Splits input into lines. Text after the last line feed is a line too. Keeps nothing of a line longer than `maxBytes`. */
export async function* readLines(input: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Line> {
  let pieces = new ByteGatherer();
  let length = 0;
  const endLine = (): Line => {
    const { parts } = pieces;
    const [first = Buffer.alloc(0)] = parts;
    const line: Line =
      length > maxBytes
        ? { kind: "tooLong", length }
        : { kind: "line", bytes: parts.length > 1 ? Buffer.concat(parts, length) : first };
    pieces = new ByteGatherer();
    length = 0;
    return line;
  };
  const keep = (part: Buffer): void => {
    length += part.length;
    if (length > maxBytes) pieces = new ByteGatherer();
    else if (part.length > 0) pieces.push(part);
  };
  for await (const chunk of input) {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, start)) {
      keep(chunk.subarray(start, end));
      yield endLine();
      start = end + 1;
    }
    keep(chunk.subarray(start));
  }
  if (length > 0) yield endLine();
}
