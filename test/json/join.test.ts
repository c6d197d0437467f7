import { expect } from "chai";
import fc from "fast-check";
import { cutArray, cutObject } from "../../src/json/cut-text.ts";
import {
  concatArrays,
  concatRaw,
  joinArray,
  joinObject,
  quote,
  withMember,
  wrapValue,
} from "../../src/json/join.ts";
import { maxTextBytes, RawJson } from "../../src/json/raw-json.ts";
import { JsonError } from "../../src/json/scan/json-error.ts";
import { sharesMemory } from "./chunks.ts";

const raw = (text: string) => RawJson.fromText(text);
const large = () => raw(`"${"x".repeat(maxTextBytes)}"`);

describe("joinObject", () => {
  it("writes keys in order and values unchanged", () => {
    const joined = joinObject([
      ["b", raw("18446744073709551615")],
      ['a"\n', raw('{"x":1.0}')],
      ["😀", raw("null")],
    ]);
    expect(joined.toString()).to.equal('{"b":18446744073709551615,"a\\"\\n":{"x":1.0},"😀":null}');
    expect(joined.byteLength).to.equal(Buffer.byteLength(joined.toString()));
  });

  it("writes an empty object", () => {
    expect(joinObject([]).toString()).to.equal("{}");
  });

  it("takes any iterable", () => {
    expect(joinObject(new Map([["a", raw("1")]])).toString()).to.equal('{"a":1}');
  });

  it("writes text that cuts to the same members", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), fc.json())), (members) => {
        const joined = joinObject(members.map(([key, json]) => [key, raw(json)]));
        expect(cutObject(joined.toString())).to.deep.equal(members);
      }),
    );
  });
});

describe("joinArray", () => {
  it("writes items in order and unchanged", () => {
    expect(joinArray([raw("1.0"), raw("[]"), raw('"é"')]).toString()).to.equal('[1.0,[],"é"]');
    expect(joinArray([]).toString()).to.equal("[]");
  });

  it("writes text that cuts to the same items", () => {
    fc.assert(
      fc.property(fc.array(fc.json()), (items) => {
        expect(cutArray(joinArray(items.map(raw)).toString())).to.deep.equal(items);
      }),
    );
  });
});

describe("wrapValue", () => {
  it("writes the value of one member", () => {
    expect(wrapValue(raw("88849814690250")).toString()).to.equal('{"value":88849814690250}');
  });
});

describe("withMember", () => {
  it("adds a member at the end and leaves the others unchanged", () => {
    const version = raw('{"solana-core":"3.1.10","feature-set":18446744073709551615}');
    expect(withMember(version, "chain-core", '"3.1.10"').toString()).to.equal(
      '{"solana-core":"3.1.10","feature-set":18446744073709551615,"chain-core":"3.1.10"}',
    );
    expect(withMember(raw("{ }"), "a", "1").toString()).to.equal('{"a":1}');
  });

  it("keeps a member that is there already", () => {
    expect(withMember(raw('{"a":1.0}'), "a", "2").toString()).to.equal('{"a":1.0}');
  });

  it("refuses anything but an object", () => {
    expect(() => withMember(raw("[]"), "a", "1")).to.throw(JsonError, "expected a value between { and }");
  });
});

describe("concatRaw", () => {
  it("makes one buffer of small pieces", () => {
    const joined = joinArray([new RawJson([Buffer.from("1"), Buffer.from("0")], 2), raw("2")]);
    expect(joined.parts).to.have.length(1);
    expect(joined.toString()).to.equal("[10,2]");
  });

  it("copies no large piece", () => {
    const piece = large();
    const joined = wrapValue(piece);
    expect(joined.parts[1]).to.equal(piece.parts[0]);
    expect(joined.byteLength).to.equal(joined.parts.reduce((sum, part) => sum + part.length, 0));
    expect(joined.toString()).to.equal(`{"value":${piece.toString()}}`);
  });

  it("begins with the first byte of a large piece that comes first", () => {
    const piece = raw(`{"a":"${"x".repeat(maxTextBytes)}"}`);
    expect(concatRaw([piece, " "]).isObject).to.equal(true);
  });

  it("joins small neighbours of a large piece, so that few parts are sent", () => {
    const piece = large();
    const items = Array.from({ length: 100 }, () => raw("1"));
    const joined = joinArray([...items, piece, ...items]);
    expect(joined.parts).to.have.length(3);
    expect(joined.toString()).to.equal(`[${"1,".repeat(100)}${piece.toString()}${",1".repeat(100)}]`);
    expect(sharesMemory(joined.parts[1] ?? Buffer.alloc(1), piece.toBuffer())).to.equal(true);
  });

  it("writes nothing for no pieces", () => {
    expect(concatRaw([]).byteLength).to.equal(0);
  });
});

describe("quote", () => {
  it("writes a string as JSON", () => {
    expect(quote('a"\\\n\u0000😀')).to.equal('"a\\"\\\\\\n\\u0000😀"');
    expect(quote("\ud83d")).to.equal('"\\ud83d"');
  });
});

describe("concatArrays", () => {
  const cases: readonly (readonly [lists: readonly string[], joined: string])[] = [
    [[], "[]"],
    [["[]", "[ ]", "[\t\n\r ]"], "[]"],
    [["[1,2]", "[]", "[3]"], "[1,2,3]"],
    [["[18446744073709551615]", '["\\u0061"]'], '[18446744073709551615,"\\u0061"]'],
    [["[[1],[2]]", '[{"a":[]}]'], '[[1],[2],{"a":[]}]'],
  ];
  for (const [lists, joined] of cases) {
    it(`joins ${lists.join(" ") || "nothing"}`, () => {
      expect(concatArrays(lists.map(raw)).toString()).to.equal(joined);
    });
  }

  it("joins lists in many parts, and copies no large list", () => {
    const parts = ["[", '"a"', ",1", "]"].map((part) => Buffer.from(part));
    expect(concatArrays([new RawJson(parts, 7), raw("[2]")]).toString()).to.equal('["a",1,2]');
    const list = Buffer.from(`["${"x".repeat(maxTextBytes)}"]`);
    const joined = concatArrays([RawJson.fromBytes(list), raw("[2]")]);
    expect(joined.byteLength).to.equal(joined.toString().length);
    const [, items] = joined.parts;
    expect(items !== undefined && sharesMemory(items, list)).to.equal(true);
  });

  it("refuses anything but an array", () => {
    for (const text of ["{}", "[1}", "{1]"])
      expect(() => concatArrays([raw(text)]), text).to.throw(JsonError);
  });
});
