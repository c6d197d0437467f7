import { expect } from "chai";
import fc from "fast-check";
import { itemsOf, membersOf, readJson } from "../../../src/client/json/read-json.ts";
import type { Shape } from "../../../src/client/json/shape.ts";

/** What a reader answers, or that it refuses. */
function outcome(read: () => unknown): unknown {
  try {
    return { value: read() };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return "refused";
  }
}

describe("readJson", () => {
  const numbers: [literal: string, plain: number | bigint, exact: number | bigint][] = [
    ["0", 0, 0n],
    ["-0", -0, 0n],
    ["33594", 33594, 33594n],
    ["-1", -1, -1n],
    ["9007199254740991", Number.MAX_SAFE_INTEGER, 9007199254740991n],
    ["9007199254740992", 9007199254740992n, 9007199254740992n],
    ["9007199254740993", 9007199254740993n, 9007199254740993n],
    ["-9007199254740993", -9007199254740993n, -9007199254740993n],
    ["18446744073709551615", 18446744073709551615n, 18446744073709551615n],
    ["340282366920938463463374607431768211455", 2n ** 128n - 1n, 2n ** 128n - 1n],
    ["1.0", 1, 1n],
    ["-1.50e1", -15, -15n],
    ["0.0", 0, 0n],
    ["-0.0", -0, 0n],
    ["1e2", 100, 100n],
    ["1E+2", 100, 100n],
    ["100e-2", 1, 1n],
    ["1.8446744073709551615e19", 2 ** 64, 18446744073709551615n],
    ["1.5", 1.5, 1.5],
    ["15e-1", 1.5, 1.5],
    ["0.1234567890123457", 0.1234567890123457, 0.1234567890123457],
    ["1e400", Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
    ["1e999999999999", Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
    ["1e-999999999999", 0, 0],
  ];
  for (const [literal, plain, exact] of numbers) {
    it(`reads ${literal} as ${shown(plain)}, and as ${shown(exact)} where an exact integer is expected`, () => {
      expect(readJson(literal)).to.equal(plain);
      expect(Object.is(readJson(literal), plain), "sign of zero").to.equal(true);
      expect(readJson(literal, "bigint")).to.equal(exact);
      expect(readJson(literal, { bigint: true, keys: { a: "bigint" } })).to.equal(exact);
    });
  }

  const shapes: [name: string, text: string, shape: Shape, expected: unknown][] = [
    ["members by name", '{"a":1,"b":1}', { keys: { a: "bigint" } }, { a: 1n, b: 1 }],
    [
      "members of any other name",
      '{"a":1,"b":1}',
      { keys: { a: { items: "bigint" } }, rest: "bigint" },
      { a: 1, b: 1n },
    ],
    ["items", "[1,[1],null]", { items: "bigint" }, [1n, [1], null]],
    ["items of items", "[[1,2],[3]]", { items: { items: "bigint" } }, [[1n, 2n], [3n]]],
    [
      "a null in the place of an object",
      '{"value":null}',
      { keys: { value: { keys: { a: "bigint" } } } },
      { value: null },
    ],
    ["an object in the place of a number", '{"a":1}', "bigint", { a: 1 }],
    ["a number in the place of an object", "7", { keys: { a: "bigint" } }, 7],
    [
      "a name that all objects inherit",
      '{"constructor":1,"toString":2}',
      { keys: {}, rest: "bigint" },
      { constructor: 1n, toString: 2n },
    ],
    ["inherited names without a shape", '{"constructor":1}', { keys: { a: "bigint" } }, { constructor: 1 }],
  ];
  for (const [name, text, shape, expected] of shapes) {
    it(`follows the shape: ${name}`, () => {
      expect(readJson(text, shape)).to.deep.equal(expected);
    });
  }

  it("finds the member that an escaped key names", () => {
    expect(readJson('{"lam\\u0070orts":1}', { keys: { lamports: "bigint" } })).to.deep.equal({
      lamports: 1n,
    });
  });

  it("keeps the last of two members of one name", () => {
    expect(readJson('{"a":1,"b":2,"a":3}', { rest: "bigint" })).to.deep.equal({ a: 3n, b: 2n });
  });

  it("makes __proto__ a member and leaves the prototype alone", () => {
    const value = readJson('{"__proto__":{"polluted":1},"a":2}') as Record<string, unknown>;
    expect(Object.keys(value)).to.deep.equal(["__proto__", "a"]);
    expect(Object.getPrototypeOf(value)).to.equal(Object.prototype);
    expect(value.polluted).to.equal(undefined);
  });

  it("reads 1000 levels, refuses more, and does not exhaust the stack on a million", () => {
    const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
    expect(JSON.stringify(readJson(nested(1000)))).to.equal(nested(1000));
    expect(() => readJson(nested(1002))).to.throw(SyntaxError, "deeper than 1000");
    expect(() => readJson(nested(1_000_000))).to.throw(SyntaxError, "deeper than 1000");
  });

  it("reads a number of 1000 characters, and refuses a longer one at once, wherever it is", () => {
    const longest = "9".repeat(1000);
    expect(readJson(longest)).to.equal(BigInt(longest));
    for (const text of [`${longest}9`, `0.${"1".repeat(999)}`, `{"a":[${"9".repeat(50_000_000)}]}`])
      for (const shape of [undefined, "bigint"] as const)
        expect(() => readJson(text, shape)).to.throw(SyntaxError, "at most 1000 are read");
  });

  it("says what was expected, where, and what is there", () => {
    expect(() => readJson('{"a" 1}')).to.throw(SyntaxError, 'expected ":" at position 5, found "1"');
    expect(() => readJson("[1")).to.throw(SyntaxError, 'expected "]" at position 2, found the end');
  });

  it("reads every JSON text like JSON.parse, except that large integers keep their digits", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom("", " ", "\t", "\n\r "), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(rounded(readJson(text))).to.deep.equal(JSON.parse(text));
      }),
    );
  });

  it("accepts what JSON.parse accepts and refuses what it refuses, for every short text over a hostile alphabet", () => {
    const alphabet = ["{", "}", "[", "]", '"', "\\", ",", ":", "1", "0", "-", ".", "e", "n", "\n", " "];
    const { stackTraceLimit } = Error;
    // No one reads the stacks of 100,000 refusals, which take most of the time.
    Error.stackTraceLimit = 0;
    let count = 0;
    const grow = (text: string, left: number) => {
      const mine = outcome(() => readJson(text));
      const theirs = outcome(() => JSON.parse(text));
      count += 1;
      if (!same(mine, theirs)) expect(mine, JSON.stringify(text)).to.deep.equal(theirs);
      if (left > 0) for (const character of alphabet) grow(text + character, left - 1);
    };
    grow("", 4);
    Error.stackTraceLimit = stackTraceLimit;
    expect(count).to.equal(1 + 16 + 16 ** 2 + 16 ** 3 + 16 ** 4);
  });

  it("accepts what JSON.parse accepts and refuses what it refuses, for damaged texts", () => {
    const damaged = fc
      .tuple(
        fc.jsonValue(),
        fc.nat(),
        fc.nat(3),
        fc.constantFrom("", '"', "\\", "\u0000", "\\u12", "tru", "{", "]", "1e", "-"),
      )
      .map(([value, at, cut, insert]) => {
        const text = JSON.stringify(value);
        const place = at % (text.length + 1);
        return text.slice(0, place) + insert + text.slice(place + cut);
      });
    fc.assert(
      fc.property(damaged, (text) => {
        expect(outcome(() => rounded(readJson(text)))).to.deep.equal(outcome(() => JSON.parse(text)));
      }),
    );
  });
});

describe("membersOf and itemsOf", () => {
  it("cut members and items as they are written", () => {
    const text = ' { "a" : {"x":[1.0,"}"]} , "b":"\\"" ,"c": -0 ,"d":[ ],"a":true } ';
    expect([...(membersOf(text) ?? [])]).to.deep.equal([
      ["a", "true"],
      ["b", '"\\""'],
      ["c", "-0"],
      ["d", "[ ]"],
    ]);
    expect(itemsOf('[ {"a":1} , [] ,null,"]"]')).to.deep.equal(['{"a":1}', "[]", "null", '"]"']);
    expect(itemsOf(" [ ] ")).to.deep.equal([]);
    expect(membersOf("{}")?.size).to.equal(0);
  });

  it("cut a number of any length, unread", () => {
    const long = "9".repeat(5_000_000);
    expect(membersOf(`{"result":${long}}`)?.get("result")?.length).to.equal(long.length);
  });

  it("make pieces that join to the value again", () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()), (array, object) => {
        expect(itemsOf(JSON.stringify(array))?.map((item) => rounded(readJson(item)))).to.deep.equal(
          JSON.parse(JSON.stringify(array)),
        );
        const members = membersOf(JSON.stringify(object)) ?? new Map<string, string>();
        expect([...members.keys()]).to.deep.equal(Object.keys(object));
        for (const [key, text] of members) expect(text).to.equal(JSON.stringify(object[key]));
      }),
    );
  });

  for (const text of ["", "[]", "{", '{"a"}', '{"a":1', '{"a":[}', '{"a":"}', '{"a":1}}', "null", "<html>"]) {
    it(`membersOf gives nothing for ${JSON.stringify(text)}`, () => {
      expect(membersOf(text)).to.equal(undefined);
    });
  }
});

function shown(value: number | bigint): string {
  return typeof value === "bigint" ? `${value}n` : Object.is(value, -0) ? "-0" : String(value);
}

/** Cheap equality for the exhaustive run; deep comparison is left to the few that differ here. */
function same(a: unknown, b: unknown): boolean {
  return (
    a === b || (typeof a === "object" && typeof b === "object" && JSON.stringify(a) === JSON.stringify(b))
  );
}

/** The value as JSON.parse would have it. */
function rounded(value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map(rounded);
  if (typeof value !== "object" || value === null) return value;
  // fromEntries defines members, so that __proto__ stays one.
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, rounded(member)]));
}
