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

  for (const [before, after] of [
    ['["', '"]'],
    ['{"a":"', '","b":[1,2,3],"c":{}}'],
  ] as const)
    it(`writes ${before}…${after} on one line while it is no longer than 60 characters`, () => {
      for (let length = 20; length < 110; length += 1) {
        const text = before + "x".repeat(length) + after;
        const oneLine = text.replaceAll(",", ", ").replaceAll(":", ": ");
        const lines = indentJson(text).split("\n");
        expect(lines.length === 1, oneLine).to.equal(oneLine.length <= 60);
        if (lines.length === 1) expect(lines[0]).to.equal(oneLine);
      }
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
