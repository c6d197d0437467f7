import { expect } from "chai";
import { emitConfig } from "../../codegen/emit/emit-config.ts";
import type { SchemaNode } from "../../src/config/config-schema.ts";

/** The members that a schema of one setting gives `Config`, and what follows it, on one line each. */
function emitted(key: string, node: SchemaNode, required: readonly string[] = []): string[] {
  const text = emitConfig({ type: "object", properties: { [key]: node }, required });
  return text
    .split("\n")
    .filter((line) => /^(export|readonly)/.test(line))
    .map((line) => line.replace(/^readonly /, ""));
}

describe("the types of the configuration", () => {
  const members: [what: string, node: SchemaNode, line: string, required?: string[]][] = [
    ["a setting with a default", { type: "integer", default: 1 }, "aKey: number;"],
    ["a setting without one", { type: "string" }, "aKey: string | undefined;"],
    ["a setting that must be given", { type: "string" }, "aKey: string;", ["a_key"]],
    ["words", { enum: ["b", "c"], default: "b" }, 'aKey: "b" | "c";'],
    [
      "a list of two kinds",
      { type: "array", items: { anyOf: [{ type: "string" }, { type: "boolean" }] }, default: [] },
      "aKey: readonly (string | boolean)[];",
    ],
    [
      "a map",
      { type: "object", additionalProperties: { type: "number" }, default: {} },
      "aKey: Readonly<Record<string, number>>;",
    ],
  ];
  for (const [what, node, line, required] of members) {
    it(`writes the type of ${what}`, () => {
      expect(emitted("a_key", node, required)).to.deep.equal(["export interface Config {", line]);
    });
  }

  it("names a group by its key, or by its title, and puts it after the group that holds it", () => {
    const group: SchemaNode = {
      type: "object",
      properties: { on: { type: "boolean", default: true } },
      default: {},
    };
    const inner = ["on: boolean;"];
    expect(emitted("rate_limit", group)).to.deep.equal([
      "export interface Config {",
      "rateLimit: RateLimitConfig;",
      "export interface RateLimitConfig {",
      ...inner,
    ]);
    expect(emitted("x", { ...group, title: "Own" })).to.include("export interface Own {");
    expect(emitted("server_config", group)).to.include("export interface ServerConfig {");
  });

  it("refuses different groups with one name, and writes equal groups once", () => {
    const groupOf = (type: "string" | "boolean"): SchemaNode => ({
      type: "object",
      title: "Same",
      properties: { on: { type } },
      default: {},
    });
    const schemaOf = (b: SchemaNode): SchemaNode => ({
      type: "object",
      properties: { a: groupOf("string"), b },
    });
    expect(emitConfig(schemaOf(groupOf("string"))).match(/interface Same/g)).to.have.length(1);
    expect(() => emitConfig(schemaOf(groupOf("boolean")))).to.throw("give one of them a title");
  });
});
