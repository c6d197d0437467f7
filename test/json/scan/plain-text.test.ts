import { expect } from "chai";
import fc from "fast-check";
import { PlainText } from "../../../src/json/scan/plain-text.ts";

/** The same rule, byte by byte. */
function endOf(bytes: Uint8Array, from: number): number {
  const found = bytes.findIndex((byte, at) => at >= from && (byte < 0x20 || byte === 0x22 || byte === 0x5c));
  return found < 0 ? bytes.length : found;
}

/** The same bytes at another place in memory, with another word alignment. */
function shifted(bytes: Uint8Array, shift: number): Uint8Array {
  const memory = new Uint8Array(bytes.length + 8).fill(0x22);
  memory.set(bytes, shift);
  return memory.subarray(shift, shift + bytes.length);
}

describe("the end of plain text in a chunk", () => {
  const ends: readonly (readonly [name: string, byte: number])[] = [
    ["a quote", 0x22],
    ["a backslash", 0x5c],
    ["NUL", 0],
    ["a line break", 0x0a],
    ["the last control character", 0x1f],
  ];
  for (const [name, byte] of ends) {
    it(`is ${name} at every place, however the chunk lies in memory`, () => {
      for (let shift = 0; shift < 4; shift += 1) {
        for (let at = 0; at < 150; at += 1) {
          const bytes = new Uint8Array(200).fill(0x41);
          bytes[at] = byte;
          const text = new PlainText(shifted(bytes, shift));
          for (const from of [0, 1, 2, 3, at]) {
            if (from <= at) expect(text.findEnd(from), `${shift} ${at} ${from}`).to.equal(at);
          }
        }
      }
    });
  }

  it("is not ended by bytes that only look like one of those", () => {
    for (const byte of [0x20, 0x21, 0x23, 0x5b, 0x5d, 0x7f, 0x80, 0x9f, 0xa0, 0xa2, 0xdc, 0xff]) {
      const bytes = new Uint8Array(200).fill(byte);
      expect(new PlainText(bytes).findEnd(0), String(byte)).to.equal(200);
    }
  });

  it("is what a byte-by-byte search finds, in any bytes, from any place, repeatedly", () => {
    const byte = fc.oneof(
      { weight: 60, arbitrary: fc.integer({ min: 0x23, max: 0x5b }) },
      { weight: 4, arbitrary: fc.integer({ min: 0x80, max: 0xff }) },
      { weight: 1, arbitrary: fc.constantFrom(0x22, 0x5c, 0, 0x1f) },
    );
    fc.assert(
      fc.property(
        fc.array(byte, { maxLength: 600, size: "max" }),
        fc.integer({ min: 0, max: 3 }),
        (values, shift) => {
          const bytes = shifted(Uint8Array.from(values), shift);
          const text = new PlainText(bytes);
          for (let from = 0; from <= bytes.length; from = text.findEnd(from) + 1)
            expect(text.findEnd(from)).to.equal(endOf(bytes, from));
        },
      ),
      { numRuns: 300 },
    );
  });
});
