import { expect } from "chai";
import fc from "fast-check";
import { assertEnd } from "../../../src/json/cut-text.ts";
import { JsonError } from "../../../src/json/scan/json-error.ts";
import { isHexDigit, isShortEscape, isSpace, skipValue } from "../../../src/json/scan/skip-value.ts";
import { anyText } from "../../any-text.ts";
import { runs } from "../../property-runs.ts";
import { brokenTexts, disagreements, isJson, jsonTexts, smallAlphabets } from "../json-texts.ts";
import { mutatedJson } from "../mutated-json.ts";

/** Whether the scanner accepts a whole text. */
function accepts(text: string): boolean {
  try {
    assertEnd(text, skipValue(text, 0));
    return true;
  } catch (caught) {
    if (caught instanceof JsonError) return false;
    throw caught;
  }
}

describe("skipValue", () => {
  for (const [name, text] of jsonTexts) {
    it(`accepts ${name}`, () => {
      expect(isJson(text)).to.equal(true);
      expect(accepts(text)).to.equal(true);
    });
  }

  for (const [name, text] of brokenTexts) {
    it(`refuses ${name}`, () => {
      expect(isJson(text)).to.equal(false);
      expect(accepts(text)).to.equal(false);
    });
  }

  for (const [what, alphabet, maxLength] of smallAlphabets) {
    it(`agrees with JSON.parse on every string of up to ${maxLength} characters: ${what}`, () => {
      expect(disagreements(accepts, alphabet, maxLength)).to.deep.equal([]);
    });
  }

  it("agrees with JSON.parse on any string and on damaged JSON", () => {
    const texts = fc.oneof(anyText, fc.json(), mutatedJson);
    fc.assert(
      fc.property(texts, (text) => accepts(text) === isJson(text)),
      { numRuns: runs(5000) },
    );
  });

  it("returns the index just after the value, wherever it starts", () => {
    for (const [, text] of jsonTexts) {
      const value = text.trim();
      expect(skipValue(`xyz ${value} ,`, 3)).to.equal(4 + value.length);
      expect(skipValue(`${value}]`, 0)).to.equal(value.length);
    }
  });

  it("says where a text is broken and what was expected there", () => {
    expect(() => skipValue('{"a" 1}', 0))
      .to.throw(JsonError, 'expected ":", found "1"')
      .with.property("offset", 5);
    expect(() => skipValue("[1,", 0))
      .to.throw(JsonError, "the text ends too early")
      .with.property("offset", 3);
  });

  for (const [opening, closing] of [
    ["[", "]"],
    ['{"a":', "}"],
  ] as const) {
    const text = `${opening.repeat(100_000)}1${closing.repeat(100_000)}`;

    it(`takes 100,000 levels of ${opening} without recursion`, () => {
      expect(skipValue(text, 0)).to.equal(text.length);
    });

    it(`refuses more levels of ${opening} than its limit, and no fewer`, () => {
      expect(() => skipValue(text, 0, 99_999))
        .to.throw(JsonError, "nested deeper than 99999 levels")
        .with.property("kind", "depth");
      expect(skipValue(text, 0, 100_000)).to.equal(text.length);
    });
  }

  it("names the place of what is no escape, and of what is no digit of one", () => {
    for (const [text, offset] of [
      ['"\\x0041"', 2],
      ['"a\\U0041"', 3],
      ['"\\u00g1"', 5],
      ['"\\u004"', 6],
    ] as const)
      expect(() => skipValue(text, 0), text)
        .to.throw(JsonError)
        .with.property("offset", offset);
  });

  it("counts empty brackets as a level", () => {
    expect(() => skipValue("[[]]", 0, 1))
      .to.throw(JsonError)
      .with.property("kind", "depth");
    expect(skipValue("[[]]", 0, 2)).to.equal(4);
  });

  it("forgets what a broken text left open", () => {
    expect(() => skipValue('[[[{"a":[', 0)).to.throw(JsonError);
    expect(accepts('{"a":{"b":1}}')).to.equal(true);
    expect(accepts('[[1],{"b":1}]')).to.equal(true);
  });
});

describe("the kinds of characters", () => {
  const kinds: readonly (readonly [name: string, isKind: (code: number) => boolean, all: string])[] = [
    ["whitespace", isSpace, "\t\n\r "],
    ["escaped by a letter", isShortEscape, '"/\\bfnrt'],
    ["hexadecimal digits", isHexDigit, "0123456789ABCDEFabcdef"],
  ];
  for (const [name, isKind, all] of kinds)
    it(`know what is ${name}`, () => {
      const found = Array.from({ length: 0x250 }, (_, code) => code).filter(isKind);
      expect(String.fromCharCode(...found)).to.equal(all);
    });
});
