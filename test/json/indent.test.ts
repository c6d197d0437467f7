import { expect } from "chai";
import fc from "fast-check";
import { indentJson } from "../../src/json/indent.ts";

describe("indentJson()", () => {
  const cases: readonly [text: string, laidOut: string][] = [
    ["[]", "[]"],
    ["{}", "{}"],
    ["12", "12"],
    ['{"a":18446744073709551615,"b":[1.0,1e2,-0]}', '{"a": 18446744073709551615, "b": [1.0, 1e2, -0]}'],
    ['{"a":"\\" x,y: {","b":null}', '{"a": "\\" x,y: {", "b": null}'],
  ];
  for (const [text, laidOut] of cases) {
    it(`lays out ${text}`, () => expect(indentJson(text)).to.equal(laidOut));
  }

  it("breaks long values into lines", () => {
    const text = `{"a":[${Array.from({ length: 3 }, () => `"${"x".repeat(30)}"`).join(",")}]}`;
    const long = `"${"x".repeat(30)}"`;
    expect(indentJson(text)).to.equal(`{\n  "a": [\n    ${long},\n    ${long},\n    ${long}\n  ]\n}`);
  });

  it("paints keys, strings, numbers and literals by their kind", () => {
    const kinds: string[] = [];
    indentJson('{"k":["s",1,true]}', (kind, raw) => {
      kinds.push(`${kind} ${raw}`);
      return raw;
    });
    expect(kinds).to.deep.equal(['key "k"', 'string "s"', "number 1", "literal true"]);
  });

  it("changes nothing but white space", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(JSON.parse(indentJson(text))).to.deep.equal(JSON.parse(text));
      }),
    );
  });

  it("lays out a string of many megabytes", () => {
    const text = `["${"a".repeat(10_000_000)}"]`;
    expect(indentJson(text).length).to.be.greaterThan(10_000_000);
  });
});
