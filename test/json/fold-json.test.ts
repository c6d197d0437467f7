import { expect } from "chai";
import fc from "fast-check";
import { foldJson, type JsonFold } from "../../src/json/fold-json.ts";
import { JsonError } from "../../src/json/scan/json-error.ts";
import { brokenTexts, jsonTexts } from "./json-texts.ts";

/** Writes the text again. */
const rewrite: JsonFold<string> = {
  scalar: (raw) => raw,
  array: (items) => `[${items.join(",")}]`,
  object: (members) => `{${members.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(",")}}`,
};

/** The height of the tree. */
const height: JsonFold<number> = {
  scalar: () => 0,
  array: (items) => 1 + Math.max(0, ...items),
  object: (members) => 1 + Math.max(0, ...members.map(([, value]) => value)),
};

describe("foldJson", () => {
  it("visits everything in a text, in order", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(foldJson(text, rewrite)).to.equal(text);
      }),
    );
  });

  it("keeps scalars as written, and members that are written twice", () => {
    const text = '{"a":18446744073709551615,"a":[1.0,"\\u0041"],"__proto__":{}}';
    expect(foldJson(text, rewrite)).to.equal(text);
  });

  it("reads 100,000 levels without recursion", () => {
    expect(foldJson(`${'{"a":['.repeat(50_000)}1${"]}".repeat(50_000)}`, height)).to.equal(100_000);
  });

  it("accepts every JSON text and refuses every other", () => {
    for (const [name, text] of jsonTexts) expect(foldJson(text, height), name).to.be.a("number");
    for (const [name, text] of brokenTexts) expect(() => foldJson(text, height), name).to.throw(JsonError);
  });
});
