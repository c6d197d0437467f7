import { expect } from "chai";
import fc from "fast-check";
import { JsonError } from "../../../src/json/scan/json-error.ts";
import { isOneJsonValue, JsonScanner } from "../../../src/json/scan/json-scanner.ts";
import { anyText } from "../../any-text.ts";
import { runs } from "../../property-runs.ts";
import { brokenTexts, disagreements, isJson, jsonTexts, smallAlphabets } from "../json-texts.ts";
import { mutatedJson } from "../mutated-json.ts";

/** What a scanner makes of chunks: the offsets of its members, or the fault and where it was found. */
function scan(chunks: readonly Uint8Array[]): readonly number[] | string {
  const marks: number[] = [];
  const scanner = new JsonScanner((...member) => marks.push(...member));
  try {
    for (const chunk of chunks) scanner.push(chunk);
    scanner.end();
    return marks;
  } catch (caught) {
    if (caught instanceof JsonError) return `${caught.message} at ${caught.offset}`;
    throw caught;
  }
}

function accepts(text: string): boolean {
  return typeof scan([Buffer.from(text)]) !== "string";
}

/** Cuts bytes at offsets. */
function cutAt(bytes: Buffer, offsets: readonly number[]): Buffer[] {
  const ends = [...offsets.map((offset) => offset % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  return ends.map((end, index) => bytes.subarray(index === 0 ? 0 : ends[index - 1], end));
}

describe("JsonScanner", () => {
  for (const [name, text] of jsonTexts) {
    it(`accepts ${name}`, () => {
      expect(accepts(text)).to.equal(true);
    });
  }

  for (const [name, text] of brokenTexts) {
    it(`refuses ${name}`, () => {
      expect(accepts(text)).to.equal(false);
    });
  }

  for (const [bytes, found] of [
    ["[a]", 'expected a value, found "a" at 1'],
    ["[ ~", 'expected a value, found "~" at 2'],
    ["[\u007f", "expected a value, found byte 127 at 1"],
    ["[\u0001", "expected a value, found byte 1 at 1"],
    ['{"a"1}', 'expected ":", found "1" at 4'],
    ["{1}", 'expected a key in quotes, found "1" at 1'],
    ['{"a":1]', 'expected "," or "}", found "]" at 6'],
    ["[1}", 'expected "," or "]", found "}" at 2'],
    ["1 1", 'expected nothing more, found "1" at 2'],
  ] as const) {
    it(`says what is wrong with ${JSON.stringify(bytes)}: ${found}`, () => {
      expect(scan([Buffer.from(bytes)])).to.equal(found);
    });
  }

  for (const [what, alphabet, maxLength] of smallAlphabets) {
    it(`agrees with JSON.parse on every string of up to ${maxLength} characters: ${what}`, () => {
      expect(disagreements(accepts, alphabet, maxLength)).to.deep.equal([]);
    });
  }

  it("agrees with JSON.parse on any text and on damaged JSON", () => {
    // Bytes cannot hold a lone surrogate, so only whole characters can be compared.
    const texts = fc.oneof(anyText, fc.json(), mutatedJson).map((text) => Buffer.from(text).toString());
    fc.assert(
      fc.property(texts, (text) => accepts(text) === isJson(text)),
      { numRuns: runs(5000) },
    );
  });

  it("finds the same at every split point of every text", () => {
    for (const [, text] of [...jsonTexts, ...brokenTexts]) {
      const bytes = Buffer.from(text);
      const whole = scan([bytes]);
      for (let split = 0; split <= bytes.length; split += 1) {
        expect(scan([bytes.subarray(0, split), bytes.subarray(split)]), `${text} at ${split}`).to.deep.equal(
          whole,
        );
      }
    }
  });

  it("finds the same however often damaged JSON is split", () => {
    fc.assert(
      fc.property(mutatedJson, fc.array(fc.nat(), { maxLength: 8 }), (text, offsets) => {
        const bytes = Buffer.from(text);
        expect(scan(cutAt(bytes, offsets))).to.deep.equal(scan([bytes]));
        expect(scan(Array.from(bytes, (byte) => Uint8Array.of(byte)))).to.deep.equal(scan([bytes]));
      }),
      { numRuns: runs(1000) },
    );
  });

  it("marks keys and values of the outermost object, and of no other", () => {
    const text = ' { "a" : 1 ,"b\\"":{"c":[{"d":2}]}, "e":"f","g":[] ,"h":null,"i":-0.5e1,"j":{},"k":[{}]}';
    const marks = scan([Buffer.from(text)]) as readonly number[];
    const cut: string[] = [];
    for (let at = 0; at < marks.length; at += 2) cut.push(text.slice(marks[at], marks[at + 1]));
    expect(cut).to.deep.equal([
      ...['"a"', "1"],
      ...['"b\\""', '{"c":[{"d":2}]}'],
      ...['"e"', '"f"'],
      ...['"g"', "[]"],
      ...['"h"', "null"],
      ...['"i"', "-0.5e1"],
      ...['"j"', "{}"],
      ...['"k"', "[{}]"],
    ]);
    expect(scan([Buffer.from('[{"a":1},{"b":2}]')])).to.deep.equal([]);
  });

  it("remembers the kind of each level around empty brackets, however deep they are", () => {
    for (let depth = 0; depth < 70; depth += 1)
      for (const empty of ["{}", "[]"])
        for (const isObject of [(at: number) => at % 2 === 0, (at: number) => at % 3 === 0]) {
          const kinds = Array.from({ length: depth }, (_, at) => isObject(at));
          const before = kinds.map((kind) => (kind ? '{"a":' : "[")).join("");
          const after = kinds.toReversed().map((kind) => (kind ? "}" : "]"));
          expect(accepts(before + empty + after.join("")), `${depth}`).to.equal(true);
          if (depth === 0) continue;
          const wrong = after.with(-1, after.at(-1) === "}" ? "]" : "}");
          expect(accepts(before + empty + wrong.join("")), `${depth}`).to.equal(false);
        }
  });

  it("counts values at every depth, keys aside, wherever the chunks are cut", () => {
    const bytes = Buffer.from('{"a":[1,-2.5,"x",{}],"b":{"c":[true,[]]},"d":null}');
    for (let at = 0; at <= bytes.length; at += 1) {
      const scanner = new JsonScanner();
      scanner.push(bytes.subarray(0, at));
      scanner.push(bytes.subarray(at));
      expect(scanner.values).to.equal(11);
    }
  });

  it("reads a million levels, a bit each", () => {
    const levels = ['{"a":[', "]}"].map((text) => Buffer.from(text.repeat(500_000)));
    expect(scan(levels)).to.deep.equal([1, 4, 5, 3_999_999]);
  });

  it("remembers the kind of each of many levels", () => {
    const kinds = Array.from({ length: 200 }, (_, index) => (index * 7) % 3 === 0);
    const opening = kinds.map((isObject) => (isObject ? '{"a":' : "[")).join("");
    const closing = kinds.map((isObject) => (isObject ? "}" : "]")).reverse();
    expect(accepts(`${opening}0${closing.join("")}`)).to.equal(true);
    for (let level = 0; level < closing.length; level += 1) {
      const wrong = closing.with(level, closing[level] === "}" ? "]" : "}");
      expect(accepts(`${opening}0${wrong.join("")}`), `level ${level}`).to.equal(false);
    }
  });
});

describe("exactly one JSON value", () => {
  for (const text of ["0", "null", '"é"', "[1, 2]", '{"a":1}', "18446744073709551615"])
    it(`is ${text}`, () => {
      expect(isOneJsonValue(Buffer.from(text))).to.equal(true);
    });

  const others: readonly (readonly [what: string, bytes: string | readonly number[]])[] = [
    ["nothing", ""],
    ["whitespace before it", " 1"],
    ["whitespace after it", "1\n"],
    ["two values", "1 2"],
    ["half a value", '{"a":'],
    ["what is no JSON", "nul"],
    ["bytes that are not UTF-8", [0x22, 0xff, 0x22]],
  ];
  for (const [what, bytes] of others)
    it(`is not ${what}`, () => {
      expect(isOneJsonValue(Buffer.from(bytes as string))).to.equal(false);
    });
});
