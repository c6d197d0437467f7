import { expect } from "chai";
import fc from "fast-check";
import { cutArray, cutMember, cutObject, unquote } from "../../src/json/cut-text.ts";
import { JsonError } from "../../src/json/scan/json-error.ts";
import { runs } from "../property-runs.ts";
import { isJson, jsonTexts } from "./json-texts.ts";
import { mutatedJson } from "./mutated-json.ts";

describe("cutArray", () => {
  it("returns each item exactly as written", () => {
    const items = [
      ...["18446744073709551615", "1.0", "1e2", "-0", "1E400", "9007199254740993"],
      ...['"\\u0000"', '"\\ud83d"', '"😀"', '"a\\"],[b"', '[1, [2] ,{"a":[]}]', '{ "b" : 1 , "a":2}', "null"],
    ];
    expect(cutArray(`[${items.join(",")}]`)).to.deep.equal(items);
    expect(cutArray(` [ ${items.join(" , ")} ] `)).to.deep.equal(items);
  });

  it("returns nothing for an empty array", () => {
    expect(cutArray("[]")).to.deep.equal([]);
    expect(cutArray(" [ \n ] ")).to.deep.equal([]);
  });

  for (const text of [
    "",
    "{}",
    "1",
    '"[]"',
    "[",
    "[1",
    "[1,]",
    "[,]",
    "[1 2]",
    "[1]x",
    "[]]",
    "[1}",
    "{1]",
    "[01]",
  ]) {
    it(`refuses ${JSON.stringify(text)}`, () => {
      expect(() => cutArray(text)).to.throw(JsonError);
    });
  }

  it("refuses an item beyond the most", () => {
    expect(cutArray("[1,2]", 2)).to.deep.equal(["1", "2"]);
    expect(() => cutArray("[1,2,3]", 2)).to.throw(JsonError, "more than 2 items");
  });

  it("cuts pieces that join to the same text", () => {
    const item = fc.oneof(fc.constantFrom(...jsonTexts.map(([, text]) => text.trim())), fc.json());
    fc.assert(
      fc.property(fc.array(item), (items) => {
        expect(cutArray(`[${items.join(",")}]`)).to.deep.equal(items);
      }),
    );
  });
});

describe("cutObject", () => {
  it("returns decoded keys and values exactly as written, in their order", () => {
    const text = ' { "b" : 18446744073709551615 ,"meth\\u006fd":"\\u0041","":[ 1 ],"😀":-0,"1":1e2}';
    expect(cutObject(text)).to.deep.equal([
      ["b", "18446744073709551615"],
      ["method", '"\\u0041"'],
      ["", "[ 1 ]"],
      ["😀", "-0"],
      ["1", "1e2"],
    ]);
  });

  it("returns a key twice if it is written twice", () => {
    expect(cutObject('{"a":1,"\\u0061":2}')).to.deep.equal([
      ["a", "1"],
      ["a", "2"],
    ]);
  });

  it("treats __proto__ as any other key", () => {
    expect(cutObject('{"__proto__":{"polluted":1}}')).to.deep.equal([["__proto__", '{"polluted":1}']]);
    expect({}).not.to.have.property("polluted");
  });

  it("returns nothing for an empty object", () => {
    expect(cutObject("{}")).to.deep.equal([]);
    expect(cutObject(" { \n } ")).to.deep.equal([]);
  });

  for (const text of [
    "",
    "[]",
    "1",
    "{",
    '{"a"',
    '{"a":',
    '{"a":1',
    '{"a":1,}',
    "{,}",
    "{a:1}",
    '{"a":1]',
    '["a":1}',
    "{}}",
  ]) {
    it(`refuses ${JSON.stringify(text)}`, () => {
      expect(() => cutObject(text)).to.throw(JsonError);
    });
  }

  it("refuses a member beyond the most", () => {
    expect(cutObject('{"a":1,"b":2}', 2)).to.have.length(2);
    expect(() => cutObject('{"a":1,"b":2,"c":3}', 2)).to.throw(JsonError, "more than 2 members");
  });

  it("finds the members that JSON.parse finds", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (object) => {
        const text = JSON.stringify(object);
        expect(Object.fromEntries(cutObject(text).map(([key, raw]) => [key, JSON.parse(raw)]))).to.deep.equal(
          JSON.parse(text),
        );
      }),
    );
  });
});

describe("cutArray and cutObject", () => {
  it("accept exactly the arrays and objects that JSON.parse accepts", () => {
    fc.assert(
      fc.property(mutatedJson, (text) => {
        const isArray = isJson(text) && Array.isArray(JSON.parse(text));
        const isObject = isJson(text) && text.trim().startsWith("{");
        expect(doesNotThrow(() => cutArray(text))).to.equal(isArray);
        expect(doesNotThrow(() => cutObject(text))).to.equal(isObject);
      }),
      { numRuns: runs(3000) },
    );
  });
});

describe("cutMember", () => {
  it("returns the value of the last of equal keys exactly as written, and nothing for other keys", () => {
    expect(cutMember('{"a":1,"\\u0061":2.0,"b":3}', "a")).to.equal("2.0");
    expect(cutMember('{"a":1}', "b")).to.equal(undefined);
  });

  it("returns nothing for a text that is not an object", () => {
    expect(cutMember('["a"]', "a")).to.equal(undefined);
    expect(cutMember("", "a")).to.equal(undefined);
  });

  it("refuses a member beyond the most", () => {
    expect(() => cutMember('{"a":1,"b":2}', "a", 1)).to.throw(JsonError);
  });
});

describe("unquote", () => {
  it("returns the text of a raw string", () => {
    for (const [raw, text] of [
      ['""', ""],
      ['"abc"', "abc"],
      ['"a\\"b\\\\"', 'a"b\\'],
      ['"\\u0000\\ud83d\\ude00"', "\u0000😀"],
      ['"\\ud83d"', "\ud83d"],
    ] as const) {
      expect(unquote(raw)).to.equal(text);
    }
  });
});

function doesNotThrow(run: () => unknown): boolean {
  try {
    run();
    return true;
  } catch (caught) {
    if (caught instanceof JsonError) return false;
    throw caught;
  }
}
