import { expect } from "chai";
import { RawJson } from "../../../src/json/raw-json.ts";
import { JsonError } from "../../../src/json/scan/json-error.ts";
import { maxParsedValues } from "../../../src/json/scan/value-count.ts";

const beyond = maxParsedValues + 1;
/** Texts of more values than are parsed. */
const tooMany: Readonly<Record<string, string>> = {
  "an array": `[${"0,".repeat(beyond)}0]`,
  "an object of equal keys": `{${'"":0,'.repeat(beyond)}"":0}`,
  "arrays in arrays": "[".repeat(beyond) + "]".repeat(beyond),
};

describe("parsing what an upstream sent", () => {
  for (const [name, text] of Object.entries(tooMany)) {
    it(`refuses ${name} of too many values`, () => {
      expect(() => RawJson.fromText(text).parse()).to.throw(JsonError, "too many to be parsed");
    });
  }

  it("takes a long string of what would be values outside it", () => {
    const value = ["[{,".repeat(beyond), '"'.repeat(beyond)];
    expect(RawJson.fromText(JSON.stringify(value)).parse()).to.deep.equal(value);
  });

  it("takes as many values as are allowed", () => {
    const list = new Array<number>(maxParsedValues - 1).fill(1234567890);
    expect(RawJson.fromText(JSON.stringify(list)).parse()).to.have.length(list.length);
  });
});
