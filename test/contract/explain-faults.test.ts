import { Ajv } from "ajv";
import { expect } from "chai";
import { methods } from "../../generated/methods.ts";
import { explainFaults } from "../../src/contract/explain-faults.ts";

function explained(schema: object, value: unknown): readonly string[] {
  const validate = new Ajv({ allErrors: true, messages: false }).compile(schema);
  if (validate(value)) return [];
  return explainFaults(value, validate.errors ?? [], "right").map(
    ({ path, message }) => `${path}: ${message}`,
  );
}

const inside = (schema: object) => ({ type: "object", properties: { a: schema } });

describe("explainFaults", () => {
  const cases: readonly (readonly [schema: object, value: unknown, faults: readonly string[]])[] = [
    [{ type: "string" }, 5, [": must be right, got 5"]],
    [inside({ type: "string" }), { a: 5 }, ["/a: must be a string, got 5"]],
    [inside({ type: "integer" }), { a: 1.5 }, ["/a: must be a whole number, got 1.5"]],
    [inside({ type: "boolean" }), { a: "yes" }, ['/a: must be true or false, got "yes"']],
    [inside({ type: "null" }), { a: 0 }, ["/a: must be null, got 0"]],
    [inside({ enum: [1, "x"] }), { a: 2 }, ['/a: must be 1 or "x", got 2']],
    [inside({ const: "x" }), { a: "y" }, ['/a: must be "x", got "y"']],
    [inside({ type: "number", minimum: 1, maximum: 3 }), { a: 4 }, ["/a: must be at most 3, got 4"]],
    [inside({ type: "array", minItems: 2 }), { a: [1] }, ["/a: must be an array of at least 2 items, got 1"]],
    [inside({ type: "array", uniqueItems: true }), { a: [1, 1] }, ["/a: must not hold the same item twice"]],
    [inside({ type: "string", minLength: 1 }), { a: "" }, ["/a: must have at least 1 character, got 0"]],
    [inside({ type: "string", maxLength: 2 }), { a: "abc" }, ["/a: must have at most 2 characters, got 3"]],
    [inside({ type: "string", pattern: "^x" }), { a: "y" }, ['/a: must match ^x, got "y"']],
    [inside({ type: "object", minProperties: 1 }), { a: {} }, ["/a: must have at least 1 key"]],
    [inside({ type: "object", maxProperties: 0 }), { a: { b: 1 } }, ["/a: must have at most 0 keys"]],
    [inside({ not: {} }), { a: 1 }, ["/a: is not allowed here (not), got 1"]],
    [{ type: "object", required: ["a", "b"] }, {}, [': must have "a"', ': must have "b"']],
    [
      { type: "object", properties: { "a/b~c": { type: "string" } } },
      { "a/b~c": 1 },
      ["/a~1b~0c: must be a string, got 1"],
    ],
    [
      inside({ anyOf: [{ type: "string" }, { type: "null" }] }),
      { a: 1 },
      ["/a: must be a string or null, got 1"],
    ],
    [{ anyOf: [{ type: "string" }, { type: "null" }] }, 1, [": must be right, got 1"]],
    [
      inside({
        anyOf: [
          { type: "object", required: ["b"] },
          { type: "object", required: ["c"] },
        ],
      }),
      { a: {} },
      ['/a: must have "b" or "c", got an object'],
    ],
    [
      inside({ anyOf: [{ type: "null" }, { type: "object", properties: { b: { type: "string" } } }] }),
      { a: { b: 1 } },
      ["/a/b: must be a string, got 1"],
    ],
    [
      { type: "array", items: { type: "string" } },
      Array(20).fill(1),
      Array.from({ length: 8 }, (_, index) => `/${index}: must be a string, got 1`),
    ],
    [
      { type: "array", items: { type: "string" }, maxItems: 1 },
      [1, 2],
      [": must be an array of at most 1 item, got 2"],
    ],
  ];

  for (const [schema, value, faults] of cases) {
    it(`says ${faults[0]} of ${JSON.stringify(value).slice(0, 40)} under ${JSON.stringify(schema).slice(0, 80)}`, () => {
      expect(explained(schema, value)).to.deep.equal(faults);
    });
  }

  for (const [filter, message] of [
    [{ memcpm: {} }, /^must have "dataSize" or "memcmp" .* with the unknown key "memcpm"$/],
    [{ foo: 1, bar: 2 }, / with the unknown key "foo", "bar"$/],
    [{ dataSize: 5, x: 1 }, /^must not have "x"$/],
    [{ memcmp: { offset: 0, bytes: "1" }, datasize: 5 }, /^must not have "datasize"$/],
    [{ memcmp: { ofset: 0, bytes: "1" } }, /^must have "offset" \(it has "ofset"\), got an object$/],
    [{ dataSize: 1, memcmp: { offset: 0, bytes: "1" } }, /^must have "valueCmp" or /],
  ] as const) {
    it(`names what is wrong in the filter ${JSON.stringify(filter)}`, () => {
      const filters = methods.getProgramAccounts.params.find(({ name }) => name === "filters");
      expect(filters?.validate([filter])?.[0]?.message).to.match(message);
    });
  }

  it("says what was expected when there is nothing to explain", () => {
    expect(explainFaults(1, [], "a string")).to.deep.equal([{ path: "", message: "must be a string" }]);
  });
});
