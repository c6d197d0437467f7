import { expect } from "chai";
import fc from "fast-check";
import { canonical } from "../../src/json/canonical.ts";
import { canonicalBytes } from "../../src/json/canonical-bytes.ts";
import { runs } from "../property-runs.ts";

const form = (text: string, leftOut?: ReadonlySet<string>) =>
  canonicalBytes(Buffer.from(text), leftOut)?.toString();

describe("canonicalBytes", () => {
  const cases: readonly (readonly [text: string, expected: string])[] = [
    [' { "b" : 1.0 , "a" : [ 1 , { "d":"x y", "c":{} } ] } ', '{"a":[1,{"c":{},"d":"x y"}],"b":1.0}'],
    ['{"a":2,"b":0,"a":1}', '{"a":2,"a":1,"b":0}'],
    ['{"ab":1,"a":{"z":[],"y":{}},"a\\"b":3}', '{"a":{"y":{},"z":[]},"a\\"b":3,"ab":1}'],
    ['"a b\\\\"', '"a b\\\\"'],
    ["{}", "{}"],
    ["[ ]", "[]"],
  ];
  for (const [text, expected] of cases) {
    it(`writes ${text} as ${expected}`, () => {
      expect(form(text)).to.equal(expected);
    });
  }

  it("ignores layout, keeps the meaning, and tells texts apart as canonical does", () => {
    fc.assert(
      fc.property(fc.json(), fc.json(), (one, other) => {
        const spaced = JSON.stringify(JSON.parse(one), null, 2);
        expect(form(spaced)).to.equal(form(one));
        expect(JSON.parse(form(one) ?? "")).to.deep.equal(JSON.parse(one));
        expect(form(one) === form(other)).to.equal(canonical(one) === canonical(other));
      }),
      { numRuns: runs(300) },
    );
  });

  it("leaves out members of the outermost object only", () => {
    const leftOut = new Set(["context", "x"]);
    expect(form('{"x":1,"value":{"x":1,"context":{}},"context":{"slot":1}}', leftOut)).to.equal(
      '{"value":{"context":{},"x":1}}',
    );
    expect(form('{"x":1}', leftOut)).to.equal("{}");
    const long = "l".repeat(300);
    expect(form(`{"${long}":1,"x":"${long}","a":1}`, leftOut), "far from the start").to.equal(
      `{"a":1,"${long}":1}`,
    );
    expect(
      form(`{"${"x".repeat(98)}":1,"${"y".repeat(99)}":2}`, new Set(["x".repeat(98), "y".repeat(99)])),
    ).to.equal(`{"${"y".repeat(99)}":2}`);
    expect(form('[{"x":1}]', leftOut)).to.equal('[{"x":1}]');
  });

  it("gives up on what is nested deeper than 64 levels", () => {
    expect(form("[".repeat(64) + "]".repeat(64))).to.equal("[".repeat(64) + "]".repeat(64));
    expect(form("[".repeat(65) + "]".repeat(65))).to.equal(undefined);
  });

  it("takes many members of one object", () => {
    const text = `{${'"b":0,"a":1,'.repeat(100_000)}"":2}`;
    const expected = `{"":2${',"a":1'.repeat(100_000)}${',"b":0'.repeat(100_000)}}`;
    expect(form(text) === expected).to.equal(true);
  });
});
