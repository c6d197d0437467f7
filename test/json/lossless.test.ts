import { expect } from "chai";
import fc from "fast-check";
import { type LosslessValue, parseLossless, stringifyLossless } from "../../src/json/lossless.ts";
import { JsonError } from "../../src/json/scan/json-error.ts";
import { brokenTexts } from "./json-texts.ts";

/** The type and digits of a number, so that -0, 1 and 1n differ. */
function exact(value: LosslessValue): string {
  return `${typeof value} ${Object.is(value, -0) ? "-0" : String(value)}`;
}

const numbers: readonly (readonly [text: string, value: LosslessValue])[] = [
  ["0", 0],
  ["-0", -0],
  ["1.0", 1],
  ["1e2", 100],
  ["9007199254740991", 9007199254740991],
  ["9007199254740992", 9007199254740992n],
  ["9007199254740993", 9007199254740993n],
  ["-9007199254740991", -9007199254740991],
  ["-9007199254740993", -9007199254740993n],
  ["18446744073709551615", 18446744073709551615n],
  ["340282366920938463463374607431768211455", 340282366920938463463374607431768211455n],
  ["1E400", Number.POSITIVE_INFINITY],
  ["9007199254740993.0", 9007199254740992],
  ["9007199254740993e0", 9007199254740992],
  ["0.1", 0.1],
];

describe("parseLossless", () => {
  for (const [text, value] of numbers) {
    it(`reads ${text} as the ${typeof value} ${value}`, () => {
      expect(exact(parseLossless(text))).to.equal(exact(value));
    });

    it(`reads ${text} so beside a long integer too`, () => {
      expect((parseLossless(`[${text},18446744073709551615]`) as LosslessValue[]).map(exact)).to.deep.equal([
        exact(value),
        "bigint 18446744073709551615",
      ]);
    });
  }

  it("reads an integer of 400 characters, and refuses a longer one", () => {
    expect(parseLossless("9".repeat(400))).to.equal(10n ** 400n - 1n);
    expect(() => parseLossless("9".repeat(401))).to.throw(
      JsonError,
      "an integer has 401 characters, more than 400",
    );
  });

  it("reads all kinds of values", () => {
    const text = ' {"a" : [null,true,false,"\\u0041\\"",{ },[ ],18446744073709551615],"b":{"c":-5},"b":1} ';
    expect(parseLossless(text)).to.deep.equal({
      a: [null, true, false, 'A"', {}, [], 18446744073709551615n],
      b: 1,
    });
  });

  it("does not treat digits in strings and keys as numbers", () => {
    expect(parseLossless('{"18446744073709551615":"18446744073709551615"}')).to.deep.equal({
      "18446744073709551615": "18446744073709551615",
    });
  });

  for (const tail of ["1", "18446744073709551615"]) {
    it(`makes a member of __proto__ beside ${tail}`, () => {
      const value = parseLossless(`{"__proto__":{"polluted":${tail}}}`);
      expect(Object.keys(value as object)).to.deep.equal(["__proto__"]);
      expect(Object.getPrototypeOf(value)).to.equal(Object.prototype);
      expect({}).not.to.have.property("polluted");
    });
  }

  it("reads as JSON.parse does if no integer is long", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        fc.pre(!/\d{16}/.test(JSON.stringify(value)));
        const [read, beside] = parseLossless(
          `[${JSON.stringify(value)},18446744073709551615]`,
        ) as LosslessValue[];
        expect(read).to.deep.equal(JSON.parse(JSON.stringify(value)));
        expect(beside).to.equal(18446744073709551615n);
      }),
    );
  });

  for (const [name, text] of brokenTexts) {
    it(`refuses ${name}`, () => {
      expect(() => parseLossless(text)).to.throw(JsonError);
      expect(() => parseLossless(`[18446744073709551615,${text}]`)).to.throw(JsonError);
    });
  }

  it("reads 100,000 levels without recursion", () => {
    let value = parseLossless(`${"[".repeat(100_000)}18446744073709551615${"]".repeat(100_000)}`);
    let depth = 0;
    for (; Array.isArray(value); depth += 1) value = value[0] ?? null;
    expect(depth).to.equal(100_000);
    expect(value).to.equal(18446744073709551615n);
  });
});

describe("stringifyLossless", () => {
  it("writes every digit", () => {
    const value = {
      a: 18446744073709551615n,
      b: [-9007199254740993n, 1.5, -0, 1e21],
      c: null,
      d: 'x"',
      e: true,
      f: {},
    };
    expect(stringifyLossless(value)).to.equal(
      '{"a":18446744073709551615,"b":[-9007199254740993,1.5,-0,1e+21],"c":null,"d":"x\\"","e":true,"f":{}}',
    );
  });

  it("leaves out members that are undefined", () => {
    const value: { [key: string]: LosslessValue | undefined } = { a: undefined, b: 1 };
    expect(stringifyLossless(value as LosslessValue)).to.equal('{"b":1}');
  });

  it("refuses numbers that JSON does not have", () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      expect(() => stringifyLossless([value])).to.throw(JsonError, `${value} cannot be written`);
    }
  });

  it("writes text that reads as the same value", () => {
    const integers = fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }).filter((value) => value > 2n ** 53n);
    const { value: values } = fc.letrec<{ value: LosslessValue }>((tie) => ({
      value: fc.oneof(
        { depthSize: "small" },
        fc.string(),
        fc.boolean(),
        fc.constant(null),
        fc.double({ noDefaultInfinity: true, noNaN: true }).filter((value) => Math.abs(value) < 2 ** 53),
        integers,
        fc.array(tie("value")),
        fc.dictionary(fc.string(), tie("value"), { noNullPrototype: true }),
      ),
    }));
    fc.assert(
      fc.property(values, (value) => {
        expect(parseLossless(stringifyLossless(value))).to.deep.equal(value);
      }),
    );
  });
});
