import { Ajv } from "ajv";
import { expect } from "chai";
import type { JsonObject } from "../../codegen/json-value.ts";
import { toolSchema } from "../../codegen/tool-schema.ts";
import { shortDescription, shortSummary } from "../../codegen/tool-text.ts";
import { methods } from "../../generated/methods.ts";
import { toolGlossary, tools } from "../../generated/tools.ts";
import { contractOf, methodOf } from "./harness.ts";

/** The argument that the transport adds costs about this much. */
const networkArgument = 150;

function tokens(list: typeof tools): number {
  const texts = list.map(({ category: _category, example: _example, ...tool }) => JSON.stringify(tool));
  return texts.reduce((sum, text) => sum + text.length + networkArgument, 0) / 4;
}

describe("generated tools", () => {
  it("are every ledger and network method, in the order of the document", () => {
    const callable = Object.values(methods).filter(({ kind }) => kind === "ledger" || kind === "network");
    expect(tools.map(({ name }) => name)).to.deep.equal(callable.map(({ name }) => name));
  });

  it("cost under 40,000 tokens together, and under 8,400 for accounts and tokens", () => {
    expect(tokens(tools)).to.be.below(40_000);
    expect(
      tokens(tools.filter(({ category }) => category === "Account" || category === "Token")),
    ).to.be.below(8_400);
  });

  it("have schemas that a strict validator takes, and examples that are valid under them", () => {
    const ajv = new Ajv({ strict: true, strictTypes: false, strictRequired: false, allowUnionTypes: true });
    for (const { name, inputSchema, example } of tools) {
      const validate = ajv.compile(inputSchema);
      expect(validate(JSON.parse(example)), `${name} ${example} ${ajv.errorsText(validate.errors)}`).to.equal(
        true,
      );
    }
  });

  it("have schemas without references, formats or tuples, which clients read differently", () => {
    expect(JSON.stringify(tools.map(({ inputSchema }) => inputSchema))).not.to.match(
      /"(?:\$ref|format|pattern|items":\[)/,
    );
  });

  it("explain every argument, by its own text, by the words to choose from, or in the glossary", () => {
    for (const { name, inputSchema } of tools) {
      for (const [argument, schema] of Object.entries(inputSchema.properties)) {
        const isExplained =
          "description" in schema || "enum" in schema || Object.hasOwn(toolGlossary, argument);
        expect(isExplained, `${name} ${argument}`).to.equal(true);
      }
    }
  });
});

describe("texts of tools", () => {
  const [method] = contractOf({ methods: [methodOf("getA")] }).methods;
  if (method === undefined) throw new Error("no method");
  const param = { name: "a", required: true, schema: {}, place: { at: "handler" }, aliases: [] } as const;
  const rest = {
    aliasFields: undefined,
    default: undefined,
    defaultUnless: undefined,
    defaultFrom: undefined,
  };

  const summaries = [
    ["Short", "Short"],
    [
      "Lowest slot that the answering node must have reached, else error -32016; pass the slot",
      "Lowest slot that the answering node must have reached",
    ],
    [
      "Order of the answer: {sortBy, sortDirection, andMore}; by id, descending, by default",
      "Order of the answer: {sortBy, sortDirection, andMore}; by id",
    ],
    [
      'Which transactions: "all, of them", "allWithVotes" or {"mentions": [address]} and so on',
      'Which transactions: "all, of them"',
    ],
  ] as const;

  for (const [summary, expected] of summaries) {
    it(`cuts ${JSON.stringify(summary.slice(0, 40))}... between clauses, never inside brackets or quotes`, () => {
      expect(shortSummary({ ...param, ...rest, summary })).to.equal(expected);
    });
  }

  it("keeps whole sentences of a description while it stays short", () => {
    const description = `${"First sentence. "}A${"a".repeat(300)}. Third.`;
    expect(shortDescription({ ...method, description })).to.equal("First sentence.");
    expect(shortDescription({ ...method, description: "One. Two." })).to.equal("One. Two.");
  });

  it("says that a method is deprecated and which arguments belong together", () => {
    expect(shortDescription({ ...method, description: "Old.", deprecated: true })).to.equal(
      "Deprecated. Old.",
    );
    expect(shortDescription({ ...method, description: "X.", exactlyOneOf: ["a", "b"] })).to.equal(
      "X. Give exactly one of a and b.",
    );
    expect(shortDescription({ ...method, description: "X.", atLeastOneOf: ["a", "b"] })).to.equal(
      "X. Give at least one of a, b.",
    );
  });

  const schemas: readonly (readonly [JsonObject, object])[] = [
    [
      { type: "string", format: "address", minLength: 32, pattern: "x", description: "D" },
      { type: "string" },
    ],
    [{ type: "string", enum: ["a", "b"] }, { enum: ["a", "b"] }],
    [{ type: "integer", format: "uint64", minimum: 0, maximum: 18446744073709551615n }, { type: "integer" }],
    [
      { type: "integer", minimum: 1, maximum: 1000 },
      { type: "integer", minimum: 1, maximum: 1000 },
    ],
    [
      {
        type: "array",
        items: [{ type: "string" }, { type: "string" }],
        minItems: 2,
        maxItems: 2,
        additionalItems: false,
      },
      { type: "array", items: { type: "string" }, minItems: 2, maxItems: 2 },
    ],
    [
      { type: "array", items: [{ type: "string" }, { type: "integer" }] },
      { type: "array", items: { anyOf: [{ type: "string" }, { type: "integer" }] } },
    ],
    [
      { type: "object", properties: { a: { type: "boolean" } }, additionalProperties: { type: "boolean" } },
      { type: "object", additionalProperties: { type: "boolean" } },
    ],
    [
      { type: "object", properties: { a: { type: "string" } }, additionalProperties: false },
      { type: "object", properties: { a: { type: "string" } } },
    ],
  ];

  for (const [schema, expected] of schemas) {
    it(`shortens a schema to ${JSON.stringify(expected)}`, () => {
      expect(toolSchema({ schemas: new Map() }, schema)).to.deep.equal(expected);
    });
  }
});
