import { expect } from "chai";
import { cutArray } from "../../src/json/cut.ts";
import { cutItems, maxItemsIn } from "../../src/json/cut-items.ts";
import { RawJson } from "../../src/json/raw-json.ts";
import { JsonError } from "../../src/json/scan/json-error.ts";

const arrays = [
  "[]",
  "[ ]",
  "[1]",
  "[12]",
  ' [ 1.0 , "é,]" ,{"a":[1,2]},[[]] ] ',
  "[null,18446744073709551615]",
];
const others = ["", "{}", "1", "[", "[1", "[1,]", "[1]x", "[1 2]", "[1:2]", "{1]", "1]"];

describe("cutItems", () => {
  for (const text of arrays) {
    it(`cuts ${text} as cutArray does`, () => {
      const items = Array.from(cutItems(RawJson.fromText(text), 4), String);
      expect(items).to.deep.equal(cutArray(text));
    });
  }
  for (const text of others) {
    it(`refuses "${text}"`, () => {
      expect(() => [...cutItems(RawJson.fromText(text), 4)]).to.throw(JsonError);
    });
  }

  it("refuses an item beyond the most, and cuts none that is not asked for", () => {
    expect([...cutItems(RawJson.fromText("[1,2]"), 2)]).to.have.length(2);
    expect(() => [...cutItems(RawJson.fromText("[1,2,3]"), 2)]).to.throw(JsonError, "more than 2 items");
    const [first] = cutItems(RawJson.fromText("[1,broken"), 2);
    expect(String(first)).to.equal("1");
  });

  it("has room for as many items as bytes allow", () => {
    expect(maxItemsIn(RawJson.fromText("[]"), 100)).to.equal(1);
    expect(maxItemsIn(RawJson.fromText(`[${"0,".repeat(499)}0]`), 100)).to.equal(11);
  });
});
