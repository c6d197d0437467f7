import { expect } from "chai";
import fc from "fast-check";
import { canonical, compact } from "../../src/json/canonical.ts";
import { JsonError } from "../../src/json/scan/json-error.ts";

/** JSON text of a value with its keys in random order and random whitespace. */
function scrambled(value: unknown, choices: () => number): string {
  const space = () => [" ", "\n", "\t ", "", "", ""][choices() % 6] ?? "";
  if (Array.isArray(value))
    return `[${space()}${value.map((item) => scrambled(item, choices)).join(`,${space()}`)}]`;
  if (typeof value !== "object" || value === null) return `${space()}${JSON.stringify(value)}${space()}`;
  const members = Object.entries(value)
    .map(
      ([key, member]) =>
        [choices(), `${JSON.stringify(key)}${space()}:${scrambled(member, choices)}`] as const,
    )
    .sort(([a], [b]) => a - b);
  return `${space()}{${space()}${members.map(([, member]) => member).join(`${space()},`)}}${space()}`;
}

describe("canonical", () => {
  for (const [text, form] of [
    ["[]", "[]"],
    ['["83astBRg","AbC"]', '["83astBRg","AbC"]'],
    [" [ 1 ,\n2,[ ] , { } ] ", "[1,2,[],{}]"],
    ['[{"b":1,"a":{"d":2,"c":3}}]', '[{"a":{"c":3,"d":2},"b":1}]'],
    ['{"B":1,"a":2,"A":3,"":4}', '{"":4,"A":3,"B":1,"a":2}'],
    ['["a b { } [ ,"]', '["a b { } [ ,"]'],
    ["[ 1.0, 1e2, -0, 18446744073709551615, 1E400 ]", "[1.0,1e2,-0,18446744073709551615,1E400]"],
    ['{"meth\\u006fd": "\\u0041"}', '{"method":"\\u0041"}'],
    [' "x y" ', '"x y"'],
    [" 5 ", "5"],
  ] as const) {
    it(`makes ${form} of ${JSON.stringify(text)}`, () => {
      expect(canonical(text)).to.equal(form);
    });
  }

  it("keeps the order of equal keys, since the last one counts", () => {
    expect(canonical('{"b":0,"a":2,"a":1}')).to.equal('{"a":2,"a":1,"b":0}');
  });

  it("is the same for every order of keys and any whitespace, and means the same", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.array(fc.nat({ max: 1000 }), { minLength: 1 }), (value, numbers) => {
        let next = 0;
        const choices = () => numbers[next++ % numbers.length] ?? 0;
        const form = canonical(JSON.stringify(value));
        expect(canonical(scrambled(value, choices))).to.equal(form);
        expect(canonical(form)).to.equal(form);
        expect(JSON.parse(form)).to.deep.equal(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it("reads 100,000 levels without recursion", () => {
    const text = `${'{"b":1,"a":['.repeat(100_000)}0${"]}".repeat(100_000)}`;
    const form = canonical(text);
    expect(form.length).to.equal(text.length);
    expect(form.startsWith('{"a":[{"a":[')).to.equal(true);
    expect(form.endsWith('],"b":1}],"b":1}')).to.equal(true);
  });

  it("refuses broken text that it has to read", () => {
    expect(() => canonical('[{"a":1]')).to.throw(JsonError);
  });
});

describe("compact", () => {
  const cases = [
    ['{ "a" : [ 1 , 2.0 ] ,\n "b" : null }', '{"a":[1,2.0],"b":null}'],
    ["[ 18446744073709551615 , 1e+2 , -0 ]", "[18446744073709551615,1e+2,-0]"],
    ['" two  spaces "', '" two  spaces "'],
    ['{ "\\u0061" : "\\u00e9" }', '{"a":"\\u00e9"}'],
    ['{ "x" : 1 , "x" : 2 }', '{"x":1,"x":2}'],
    ["[ ]", "[]"],
  ] as const;

  for (const [text, expected] of cases) {
    it(`writes ${JSON.stringify(text)} without whitespace`, () => {
      expect(compact(text)).to.equal(expected);
    });
  }
});
