import { Ajv } from "ajv";
import { expect } from "chai";
import type { JsonObject } from "../../codegen/contract/json-value.ts";
import { argumentText, toolDescription, toolSchema } from "../../codegen/emit/tool-schema.ts";
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

  it("cost under 15,000 tokens together, without those that no list shows", () => {
    const listed = tools.filter(({ hidden, providers }) => hidden !== true && providers === undefined);
    expect(tokens(listed)).to.be.within(5000, 15_000);
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

  it("have schemas without references, formats or tuples, which clients interpret differently", () => {
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
  it("are the method's own text for tools, else its whole description", () => {
    const description = `${"First sentence. ".repeat(40)}Last.`;
    expect(toolDescription({ ...method, description })).to.equal(description);
    const hints = { title: "A", readOnly: true, destructive: false, idempotent: true };
    expect(toolDescription({ ...method, description, tool: { ...hints, description: "Own." } })).to.equal(
      "Own.",
    );
  });

  it("of arguments are their own text, else the whole summary", () => {
    const summary = "Lowest slot, else error -32016; pass the slot of an earlier answer";
    expect(argumentText({ summary, toolText: undefined })).to.equal(summary);
    expect(argumentText({ summary, toolText: "Lowest slot" })).to.equal("Lowest slot");
  });

  it("are whole sentences for every listed tool, and name the sibling to use if there is one", () => {
    const listed = tools.filter(({ hidden, providers }) => hidden !== true && providers === undefined);
    expect(listed).to.have.length.above(50);
    for (const { name, description } of listed) {
      expect(description, name).to.match(/^[A-Z].{40,340}\.$/s);
      const named = description.match(/\b(?:get|send|simulate|is|request|list|minimum)[A-Z]\w+/g) ?? [];
      for (const other of named)
        expect(
          tools.map((tool) => tool.name),
          `${name}: ${other}`,
        ).to.include(other);
    }
  });

  it("says that a method is deprecated and which arguments belong together", () => {
    expect(toolDescription({ ...method, description: "Old.", deprecated: true })).to.equal(
      "Deprecated. Old.",
    );
    expect(toolDescription({ ...method, description: "X.", exactlyOneOf: ["a", "b"] })).to.equal(
      "X. Give exactly one of a and b.",
    );
    expect(toolDescription({ ...method, description: "X.", atLeastOneOf: ["a", "b"] })).to.equal(
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
