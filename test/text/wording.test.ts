import { expect } from "chai";
import { orList } from "../../src/text/wording.ts";

describe("a list of alternatives", () => {
  for (const [alternatives, text] of [
    [[], "nothing"],
    [["a"], "a"],
    [["a", "b"], "a or b"],
    [["a", "b", "c"], "a, b or c"],
  ] as const) {
    it(`of ${alternatives.length} is written ${JSON.stringify(text)}`, () => {
      expect(orList(alternatives)).to.equal(text);
    });
  }
});
