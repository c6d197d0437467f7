import { expect } from "chai";
import type { JsonObject } from "../../codegen/contract/json-value.ts";
import { shapeOf } from "../../codegen/emit/shape-of.ts";

const big = { type: "integer", format: "uint64" };
const small = { type: "integer", format: "uint32" };
const named = { $ref: "#/components/schemas/Named" };
const contract = {
  schemas: new Map<string, JsonObject>([
    ["Named", { type: "object", properties: { slot: big, size: small } }],
  ]),
};

describe("shapeOf", () => {
  const cases: readonly (readonly [what: string, schema: JsonObject, shape: unknown])[] = [
    ["a 64-bit integer", big, "bigint"],
    ["a signed one", { type: "integer", format: "int64" }, "bigint"],
    ["a smaller integer", small, undefined],
    ["a double", { type: "number", format: "double" }, undefined],
    ["text", { type: "string" }, undefined],
    [
      "an object, by the keys that matter",
      { type: "object", properties: { a: big, b: small } },
      { keys: { a: "bigint" } },
    ],
    ["an object without any", { type: "object", properties: { b: small } }, undefined],
    ["a reference", named, { keys: { slot: "bigint" } }],
    ["a list", { type: "array", items: named }, { items: { keys: { slot: "bigint" } } }],
    [
      "a tuple, its items in one",
      { type: "array", items: [small, big, named] },
      { items: { keys: { slot: "bigint" }, bigint: true } },
    ],
    [
      "a record",
      { type: "object", additionalProperties: { type: "array", items: big } },
      { rest: { items: "bigint" } },
    ],
    ["a record by pattern", { type: "object", patternProperties: { "^x": big } }, { rest: "bigint" }],
    ["a union with null", { anyOf: [big, { type: "null" }] }, "bigint"],
    [
      "a union of a list and an object",
      { anyOf: [{ type: "array", items: big }, named] },
      { keys: { slot: "bigint" }, items: "bigint" },
    ],
    [
      "a union of an integer and an object",
      { anyOf: [big, named] },
      { keys: { slot: "bigint" }, bigint: true },
    ],
    [
      "a union of objects, key by key",
      {
        anyOf: [
          { type: "object", properties: { a: big } },
          { type: "object", properties: { a: named, b: big } },
        ],
      },
      { keys: { a: { keys: { slot: "bigint" }, bigint: true }, b: "bigint" } },
    ],
    [
      "keys that every object has",
      { type: "object", properties: { constructor: big } },
      { keys: { constructor: "bigint" } },
    ],
  ];

  for (const [what, schema, shape] of cases) {
    it(`finds the 64-bit integers of ${what}`, () => {
      expect(shapeOf(contract, schema)).to.deep.equal(shape);
    });
  }
});
