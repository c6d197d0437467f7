import { expect } from "chai";
import fc from "fast-check";
import { readLines } from "../../../src/transports/stdio/run-stdio.ts";

async function linesOf(text: string, chunkBytes: number, maxBytes = 1000): Promise<(string | number)[]> {
  async function* chunks() {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
  }
  const lines: (string | number)[] = [];
  for await (const line of readLines(chunks(), maxBytes))
    lines.push(typeof line === "number" ? line : line.toString());
  return lines;
}

describe("readLines", () => {
  const cases: readonly (readonly [text: string, lines: readonly (string | number)[]])[] = [
    ["", []],
    ["\n", [""]],
    ["a", ["a"]],
    ["a\n", ["a"]],
    ["a\nb", ["a", "b"]],
    ["a\r\n\nb\n", ["a\r", "", "b"]],
    ["12345\n", ["12345"]],
    ["123456\n7\n", [6, "7"]],
    ["1234567890", [10]],
  ];
  for (const [text, lines] of cases) {
    it(`reads ${JSON.stringify(text)} in chunks of any size`, async () => {
      for (const size of [1, 2, 3, 100]) expect(await linesOf(text, size, 5)).to.deep.equal(lines);
    });
  }

  it("reads lines however they are split into chunks", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: "grapheme" })),
        fc.integer({ min: 1, max: 9 }),
        async (texts, size) => {
          const written = texts.map((text) => text.replaceAll("\n", ""));
          expect(await linesOf(written.map((line) => `${line}\n`).join(""), size)).to.deep.equal(written);
        },
      ),
    );
  });
});
