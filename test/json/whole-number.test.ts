import { expect } from "chai";
import { RawJson, wholeNumber } from "../../src/json/raw-json.ts";

describe("a raw value as a whole number", () => {
  for (const [text, value] of [
    ["0", 0],
    ["1", 1],
    ["9007199254740991", Number.MAX_SAFE_INTEGER],
    ["9007199254740992", undefined],
    ["-1", undefined],
    ["1.5", undefined],
    ["[1,2]", undefined],
    ['"x"', undefined],
  ] as const)
    it(`is ${value} for ${text}`, () => {
      expect(wholeNumber(RawJson.fromText(text))).to.equal(value);
    });

  it("is undefined for no value", () => {
    expect(wholeNumber(undefined)).to.equal(undefined);
  });
});
