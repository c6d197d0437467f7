import { expect } from "chai";
import { truncate } from "../../src/text/wording.ts";

describe("truncate", () => {
  const cases: readonly (readonly [what: string, text: string, expected: string])[] = [
    ["nothing", "", ""],
    ["what fits", "0123456789", "0123456789"],
    ["what is one character too long", "0123456789a", "0123456..."],
    ["a pair of surrogates before the cut", "01234😀789a", "01234😀..."],
    ["a pair of surrogates on the cut", "012345😀89a", "012345..."],
  ];
  for (const [what, text, expected] of cases) {
    it(`gives ${what} in ten characters`, () => {
      expect(truncate(text, 10)).to.equal(expected);
    });
  }
});
