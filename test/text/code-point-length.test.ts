import { expect } from "chai";
import fc from "fast-check";
import { codePointLength } from "../../src/text/code-point-length.ts";

describe("codePointLength", () => {
  it("counts as the language's own iterator does, lone surrogates too", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("a", "é", "😀", "\ud83d", "\ude00") }), (text) => {
        expect(codePointLength(text)).to.equal([...text].length);
      }),
    );
  });
});
