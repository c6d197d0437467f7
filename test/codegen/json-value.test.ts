import { expect } from "chai";
import { readJson, toPlain, UnreadableJson } from "../../codegen/contract/json-value.ts";

describe("readJson", () => {
  it("keeps integers beyond 2^53 and reads the rest as doubles", () => {
    expect(readJson("[9007199254740991, 9007199254740992, -18446744073709551615, 1.5, 1e3]")).to.deep.equal([
      9007199254740991,
      9007199254740992n,
      -18446744073709551615n,
      1.5,
      1000,
    ]);
  });

  it("creates own members for names on the prototype", () => {
    const value = readJson('{"__proto__": 1, "constructor": 2}');
    expect(Object.keys(value as object)).to.deep.equal(["__proto__", "constructor"]);
  });

  const refused = [
    ['{"a": 1, "a": 2}', /key "a" twice/],
    ['{"a": 1, "\\u0061": 2}', /key "a" twice/],
    ['{"a": \n  x}', /at line 2, column 3$/],
    ["", /at line 1, column 1$/],
  ] as const;

  for (const [text, message] of refused) {
    it(`refuses ${JSON.stringify(text)}`, () => {
      expect(() => readJson(text)).to.throw(UnreadableJson, message);
    });
  }

  it("converts values to doubles for libraries", () => {
    expect(toPlain(readJson('{"a": [18446744073709551615]}'))).to.deep.equal({ a: [2 ** 64] });
  });
});
