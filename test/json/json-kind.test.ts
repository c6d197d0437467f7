import { expect } from "chai";
import { jsonKind } from "../../src/json/raw-json.ts";

describe("the kind of a JSON value by its first character", () => {
  for (const [first, kind] of [
    ["0", "0"],
    ["5", "0"],
    ["9", "0"],
    ["-", "0"],
    ["t", "t"],
    ["f", "t"],
    ["n", "n"],
    ['"', '"'],
    ["{", "{"],
    ["[", "["],
    ["/", "/"],
    [":", ":"],
  ] as const)
    it(`is ${kind} for ${first}`, () => {
      expect(jsonKind(first)).to.equal(kind);
    });
});
