import { expect } from "chai";
import fc from "fast-check";
import { replaceMember } from "../../src/json/replace-member.ts";
import { writeLike } from "../../src/json/write-like.ts";

/** A value written with its members in another order at every level. */
function shuffled(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(shuffled).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}:${shuffled(each)}`);
  return `{${members.reverse().join(",")}}`;
}

describe("writing a value like another text of the same shape", () => {
  it("puts members in that order, at every level, digits unchanged", () => {
    const model = '{"data":["","base64"],"lamports":1,"rentEpoch":0,"x":{"a":1,"b":[1,2]}}';
    const value =
      '{"x":{"b":[7],"a":18446744073709551615},"rentEpoch":18446744073709551615,"lamports":2.50,"data":["AA==","base64"]}';
    expect(writeLike(model, value)).to.equal(
      '{"data":["AA==","base64"],"lamports":2.50,"rentEpoch":18446744073709551615,"x":{"a":18446744073709551615,"b":[7]}}',
    );
  });

  it("returns the model for any value that is the model in another order", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const model = JSON.stringify(value);
        const written = writeLike(model, shuffled(value));
        // JavaScript orders members whose names are numbers by itself.
        if (written !== undefined) expect(JSON.parse(written)).to.deep.equal(JSON.parse(model));
      }),
    );
  });

  const written: readonly (readonly [model: string, value: string, written: string])[] = [
    ["[]", "[1,2]", "[1,2]"],
    ["[1,2]", "[]", "[]"],
    ['[{"a":1,"b":2}]', '[{"b":3,"a":4}]', '[{"a":4,"b":3}]'],
    ["{}", "{}", "{}"],
  ];
  for (const [model, value, expected] of written)
    it(`writes ${value} like ${model}`, () => {
      expect(writeLike(model, value)).to.equal(expected);
    });

  it("compares 16 levels, and no more", () => {
    const nested = (levels: number, inner: string) => `${"[".repeat(levels)}${inner}${"]".repeat(levels)}`;
    expect(writeLike(nested(15, "1"), nested(15, "2"))).to.equal(nested(15, "2"));
    expect(writeLike(nested(16, "1"), nested(16, "2"))).to.equal(undefined);
  });

  const others: Readonly<Record<string, [model: string, value: string]>> = {
    "a member more": ['{"a":1}', '{"a":1,"b":2}'],
    "a member less": ['{"a":1,"b":2}', '{"a":1}'],
    "another member": ['{"a":1}', '{"b":1}'],
    "another kind": ['{"a":1}', "[1]"],
    "another kind inside": ['{"a":{"b":1}}', '{"a":[1]}'],
    "objects in a longer list": ['{"a":[]}', '{"a":[{"b":1}]}'],
    "no value where there was one": ["null", '{"a":1}'],
  };
  for (const [what, [model, value]] of Object.entries(others)) {
    it(`returns nothing for ${what}`, () => {
      expect(writeLike(model, value)).to.equal(undefined);
    });
  }

  it("returns nothing if the model has spaces, unless the value is the model", () => {
    for (const model of ['{ "a":1}', '{"a": 1}', '{"a":[1, 2]}', '{"a":[ ]}']) {
      expect(writeLike(model, '{"a":9}'), model).to.be.oneOf([undefined, '{"a":9}']);
      expect(writeLike(model, model)).to.equal(model);
    }
    expect(writeLike('{"a": 1}', '{"a":2}')).to.equal(undefined);
  });

  it("reads no deeper than its limit", () => {
    const deep = (inner: string) => `${'{"a":'.repeat(1000)}${inner}${"}".repeat(1000)}`;
    expect(writeLike(deep("1"), deep("2"))).to.equal(undefined);
  });
});

describe("replacing a member", () => {
  it("leaves all others unchanged", () => {
    expect(replaceMember('{"a":1.0,"b":"x","c":[1]}', "b", "[2]")).to.equal('{"a":1.0,"b":[2],"c":[1]}');
  });

  it("returns nothing if there is no such member, or if there are spaces", () => {
    expect(replaceMember('{"a":1}', "b", "2")).to.equal(undefined);
    expect(replaceMember('{"a": 1,"b":2}', "b", "3")).to.equal(undefined);
  });
});
