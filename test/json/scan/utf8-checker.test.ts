import { expect } from "chai";
import { JsonError } from "../../../src/json/scan/json-error.ts";
import { Utf8Checker } from "../../../src/json/scan/utf8-checker.ts";

function accepts(chunks: readonly Buffer[]): boolean {
  const checker = new Utf8Checker();
  try {
    for (const chunk of chunks) checker.push(chunk);
    checker.end();
    return true;
  } catch (caught) {
    if (caught instanceof JsonError) return false;
    throw caught;
  }
}

const right: readonly (readonly [name: string, bytes: Buffer])[] = [
  ["nothing", Buffer.alloc(0)],
  ["ASCII", Buffer.from("abc")],
  ["a last character of three bytes", Buffer.from("é€")],
  ["characters of two, three and four bytes", Buffer.from("aé€😀é")],
  [
    "the first and the last characters of each length",
    Buffer.from("\u0080\u0800\u{10000}\u07ff\uffff\u{10ffff}"),
  ],
];

const wrong: readonly (readonly [name: string, bytes: Buffer])[] = [
  ["a lone continuation byte", Buffer.from([0x61, 0x80])],
  ["a character cut short", Buffer.from([0x61, 0xf0, 0x9f, 0x98])],
  ["a character cut short by another", Buffer.from([0xe2, 0x82, 0x61, 0x62, 0x63])],
  ["a character whose last byte comes after another", Buffer.from([0xe2, 0x82, 0x61, 0xac])],
  ["a short character whose last byte comes after another", Buffer.from([0xc3, 0x61, 0xa9])],
  ["an overlong form", Buffer.from([0xc0, 0xaf])],
  ["a surrogate", Buffer.from([0xed, 0xa0, 0xbd])],
  ["a code point beyond the last", Buffer.from([0xf4, 0x90, 0x80, 0x80])],
  ["Latin-1", Buffer.from("caf\u00e9 bar", "latin1")],
  ["bytes that are never used", Buffer.from([0xff, 0xfe])],
];

describe("Utf8Checker", () => {
  for (const [name, bytes] of right) {
    it(`accepts ${name}, wherever it is split`, () => {
      for (let split = 0; split <= bytes.length; split += 1) {
        expect(accepts([bytes.subarray(0, split), bytes.subarray(split)]), `split at ${split}`).to.equal(
          true,
        );
        // The second piece begins inside a character, and may end inside another.
        for (let next = split; next <= bytes.length; next += 1) {
          const pieces = [bytes.subarray(0, split), bytes.subarray(split, next), bytes.subarray(next)];
          expect(accepts(pieces), `split at ${split} and ${next}`).to.equal(true);
        }
      }
      expect(accepts(Array.from(bytes, (byte) => Buffer.of(byte)))).to.equal(true);
    });
  }

  for (const [name, bytes] of wrong) {
    it(`refuses ${name}, wherever it is split`, () => {
      for (let split = 0; split <= bytes.length; split += 1) {
        expect(accepts([bytes.subarray(0, split), bytes.subarray(split)]), `split at ${split}`).to.equal(
          false,
        );
      }
      expect(accepts(Array.from(bytes, (byte) => Buffer.of(byte)))).to.equal(false);
    });
  }
});
