import { expect } from "chai";
import { compact } from "../../src/json/canonical.ts";

describe("compact", () => {
  const cases = [
    ['{ "a" : [ 1 , 2.0 ] ,\n "b" : null }', '{"a":[1,2.0],"b":null}'],
    ["[ 18446744073709551615 , 1e+2 , -0 ]", "[18446744073709551615,1e+2,-0]"],
    ['" two  spaces "', '" two  spaces "'],
    ['{ "\\u0061" : "\\u00e9" }', '{"a":"\\u00e9"}'],
    ['{ "x" : 1 , "x" : 2 }', '{"x":1,"x":2}'],
    ["[ ]", "[]"],
  ] as const;

  for (const [text, expected] of cases) {
    it(`writes ${JSON.stringify(text)} without whitespace`, () => {
      expect(compact(text)).to.equal(expected);
    });
  }
});
