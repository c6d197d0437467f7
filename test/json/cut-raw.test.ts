import { expect } from "chai";
import fc from "fast-check";
import { cutItems, cutMembers, maxItemsIn, member, members } from "../../src/json/cut-raw.ts";
import { cutArray } from "../../src/json/cut-text.ts";
import { joinObject } from "../../src/json/join.ts";
import { RawJson } from "../../src/json/raw-json.ts";
import { JsonError } from "../../src/json/scan/json-error.ts";
import { heapGrowth } from "../heap-growth.ts";
import { chunksOf, sharesMemory } from "./chunks.ts";

const text = '{ "a" : 18446744073709551615, "\\u0062":{"a":"inner"} ,"c":"é😀","a":1.0}';

describe("cutMembers", () => {
  it("returns decoded keys and values exactly as written, whatever the parts", () => {
    for (const size of [1, 2, 3, 7, 1000]) {
      const bytes = Buffer.from(text);
      const raw = new RawJson(chunksOf(bytes, size), bytes.length);
      const members = cutMembers(raw)?.map(([key, value]) => [key, value.toString()]);
      expect(members, `parts of ${size}`).to.deep.equal([
        ["a", "18446744073709551615"],
        ["b", '{"a":"inner"}'],
        ["c", '"é😀"'],
        ["a", "1.0"],
      ]);
    }
  });

  it("does not copy values", () => {
    const bytes = Buffer.from(text);
    const members = cutMembers(RawJson.fromBytes(bytes)) ?? [];
    expect(members).to.have.length(4);
    expect(members.every(([, value]) => value.parts.every((part) => sharesMemory(part, bytes)))).to.equal(
      true,
    );
  });

  it("returns nothing for an empty object, and undefined for what is not an object", () => {
    expect(cutMembers(RawJson.fromText("{}"))).to.deep.equal([]);
    expect(cutMembers(RawJson.fromText("[{}]"))).to.equal(undefined);
    expect(cutMembers(RawJson.fromText("null"))).to.equal(undefined);
  });

  it("refuses an object that does not end", () => {
    for (const text of ["{", '{"a":1', '{"a":1,'])
      expect(() => cutMembers(RawJson.fromText(text)), text).to.throw(JsonError);
  });

  it("refuses an object of more than a thousand members", () => {
    const ofMembers = (count: number) => RawJson.fromText(`{${'"":0,'.repeat(count - 1)}"":0}`);
    expect(cutMembers(ofMembers(1000))).to.have.length(1000);
    expect(() => cutMembers(ofMembers(1001))).to.throw(JsonError, "more than 1000 members");
  });

  it("cuts pieces that join to the same bytes", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (object) => {
        const json = JSON.stringify(object);
        expect(joinObject(cutMembers(RawJson.fromText(json)) ?? []).toString()).to.equal(json);
      }),
    );
  });
});

describe("member", () => {
  it("returns the value of a key, the last one if it is written twice", () => {
    expect(member(RawJson.fromText(text), "a")?.toString()).to.equal("1.0");
    expect(member(RawJson.fromText(text), "b")?.toString()).to.equal('{"a":"inner"}');
  });

  it("finds the first, the last and the only one", () => {
    expect(member(RawJson.fromText('{"a":1,"b":2,"c":3}'), "a")?.toString()).to.equal("1");
    expect(member(RawJson.fromText('{"a":1,"b":2,"c":3}'), "c")?.toString()).to.equal("3");
    expect(member(RawJson.fromText('{"a":1}'), "a")?.toString()).to.equal("1");
  });

  it("returns undefined if there is none", () => {
    expect(member(RawJson.fromText(text), "inner")).to.equal(undefined);
    expect(member(RawJson.fromText("{}"), "toString")).to.equal(undefined);
    expect(member(RawJson.fromText("[1]"), "0")).to.equal(undefined);
  });

  it("keeps nothing of half a million others, whatever the parts", () => {
    const bytes = Buffer.from(`{${'"last":0,"":[],'.repeat(250_000)}"l\\u0061st":"x"}`);
    for (const size of [bytes.length, 64 * 1024]) {
      const raw = new RawJson(chunksOf(bytes, size), bytes.length);
      const growth = heapGrowth(() => {
        expect(members(raw, ["first", "last"]).map((value) => value?.toString())).to.deep.equal([
          undefined,
          '"x"',
        ]);
      });
      // Far less than half a million of anything; what else the process does is in it too.
      expect(growth).to.be.below(1_000_000);
    }
  });
});

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
