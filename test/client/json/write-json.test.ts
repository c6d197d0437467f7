import { expect } from "chai";
import fc from "fast-check";
import { readJson } from "../../../src/client/json/read-json.ts";
import type { Shape } from "../../../src/client/json/shape.ts";
import { writeJson } from "../../../src/client/json/write-json.ts";
import { anyText } from "../../any-text.ts";

describe("writeJson", () => {
  const cases: [name: string, value: unknown, text: string][] = [
    ["a bigint digit by digit", 18446744073709551615n, "18446744073709551615"],
    ["a bigint among params", [{ lamports: 9007199254740993n }, -1n], '[{"lamports":9007199254740993},-1]'],
    ["numbers", [0, -0, 1.5, 1e-7], "[0,0,1.5,1e-7]"],
    ["no member for undefined", { a: undefined, b: 1 }, '{"b":1}'],
    ["null for undefined in an array", [undefined, 1], "[null,1]"],
    ["null for a hole in an array", Array(2), "[null,null]"],
    ["null for nothing at all", undefined, "null"],
    ["escapes in keys and strings", { 'a"\n': '\\\u0000\ud800"' }, '{"a\\"\\n":"\\\\\\u0000\\ud800\\""}'],
    ["a __proto__ key", JSON.parse('{"__proto__":1}'), '{"__proto__":1}'],
    ["what has its own JSON form", { key: { toJSON: () => "Vote111" } }, '{"key":"Vote111"}'],
  ];
  for (const [name, value, text] of cases) {
    it(`writes ${name}`, () => {
      expect(writeJson(value)).to.equal(text);
    });
  }

  const refused: [name: string, value: unknown, message: string][] = [
    ["NaN", { limit: Number.NaN }, "limit is NaN"],
    ["an infinity", [1, Number.POSITIVE_INFINITY], "[1] is Infinity"],
    [
      "a number beyond 2^53",
      { a: [{ lamports: 2 ** 53 }] },
      "a[0].lamports is 9007199254740992, beyond 2^53",
    ],
    ["a function", { a: () => 1 }, "a is a function"],
    ["a symbol", Symbol("x"), "The value is a symbol"],
  ];
  for (const [name, value, message] of refused) {
    it(`refuses ${name} and names its place`, () => {
      expect(() => writeJson(value)).to.throw(TypeError, message);
    });
  }

  it("refuses a value that contains itself", () => {
    const loop: unknown[] = [];
    loop.push(loop);
    expect(() => writeJson(loop)).to.throw(TypeError, "deeper than 1000");
  });

  it("writes values without bigints as JSON.stringify does", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        fc.pre(JSON.stringify(value) === JSON.stringify(value, safeNumbers));
        expect(writeJson(value)).to.equal(JSON.stringify(value));
      }),
    );
  });

  it("is undone by readJson, bigint for bigint, when the shape names them", () => {
    const uint64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
    const account = fc.record({
      lamports: uint64,
      owner: anyText,
      rentEpoch: fc.oneof(uint64, fc.constant(18446744073709551615n)),
      decimals: fc.integer({ min: 0, max: 255 }),
      uiAmount: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true, min: 0, max: 1e9 })),
      history: fc.array(fc.tuple(uint64, uint64)),
      byAddress: fc.dictionary(fc.string(), uint64),
    });
    const shape: Shape = {
      items: {
        keys: {
          lamports: "bigint",
          rentEpoch: "bigint",
          history: { items: { items: "bigint" } },
          byAddress: { rest: "bigint" },
        },
      },
    };
    fc.assert(
      fc.property(fc.array(account, { maxLength: 4 }), (accounts) => {
        expect(readJson(writeJson(accounts), shape)).to.deep.equal(accounts.map(withoutNegativeZero));
      }),
    );
  });
});

function safeNumbers(_key: string, value: unknown): unknown {
  return typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value)
    ? undefined
    : value;
}

/** JSON.stringify writes -0 as 0. fast-check's dictionaries have no prototype; ours are plain objects. */
function withoutNegativeZero<T extends { uiAmount: number | null; byAddress: object }>(value: T): T {
  const uiAmount = value.uiAmount === 0 ? 0 : value.uiAmount;
  return { ...value, uiAmount, byAddress: { ...value.byAddress } };
}
