import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { compile } from "json-schema-to-typescript";
import { configSchema, mapValues, propertiesOf, type SchemaNode } from "../../src/config/config-schema.ts";
import { camelCase } from "../../src/config/effective-values.ts";

const run = promisify(execFile);

/**
 * The schema as `Config` sees it: camelCase keys, every key present, undefined where there is neither value nor
 * default.
 */
function effectiveSchema(node: SchemaNode): Record<string, unknown> {
  const values = mapValues(node);
  if (values !== undefined) return { type: "object", additionalProperties: effectiveSchema(values) };
  if (node.anyOf !== undefined) return { anyOf: node.anyOf.map(effectiveSchema) };
  if (node.type === "array") return { type: "array", items: effectiveSchema(node.items ?? {}) };
  if (node.type !== "object") return node.enum === undefined ? { type: node.type } : { enum: node.enum };
  const properties = propertiesOf(node).map(([key, child]) => {
    const isAlways =
      child.default !== undefined || mapValues(child) !== undefined || node.required?.includes(key);
    const schema = effectiveSchema(child);
    const words = (child.enum ?? []).map((word) => JSON.stringify(word)).join(" | ");
    return [camelCase(key), isAlways ? schema : { tsType: `${words || child.type} | undefined` }] as const;
  });
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    required: properties.map(([key]) => key),
    additionalProperties: false,
  };
}

/**
 * Whether `Config` and the type of the schema can stand for each other; the compiler's words where they can't.
 */
async function compareTypes(schema: SchemaNode): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "svm-gateway-type-"));
  const options = {
    additionalProperties: false,
    bannerComment: "",
    format: false,
    ignoreMinAndMaxItems: true,
  };
  writeFileSync(join(folder, "schema.ts"), await compile(effectiveSchema(schema), "Described", options));
  writeFileSync(
    join(folder, "compare.ts"),
    `import type { Config } from ${JSON.stringify(resolve("src/config/config.ts"))};
     import type { Described } from "./schema.ts";
     type Deep<T> = T extends object ? { readonly [K in keyof T]: Deep<T[K]> } : T;
     export const described = (config: Config): Deep<Described> => config;
     export const typed = (config: Deep<Described>): Config => config;`,
  );
  const flags = ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--allowImportingTsExtensions"];
  const target = ["--target", "es2023", "--module", "nodenext", "--types", "", "--ignoreConfig"];
  try {
    await run(process.execPath, [
      resolve("node_modules/typescript/lib/tsc.js"),
      ...flags,
      ...target,
      join(folder, "compare.ts"),
    ]);
    return "";
  } catch (caught) {
    return String((caught as { stdout?: unknown }).stdout);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe("the Config type", () => {
  it("says what config.schema.json says, in both directions", async () => {
    expect(await compareTypes(configSchema)).to.equal("");
  });

  const changes: [what: string, change: (properties: Record<string, SchemaNode>) => void][] = [
    ["a key is only in the schema", (properties) => (properties.one_more = { type: "string", default: "" })],
    ["a key is only in the type", (properties) => delete properties.tools],
    ["a default is gone", (properties) => (properties.read_only = { type: "boolean" })],
    [
      "a kind differs",
      (properties) => (properties.execution = { type: "string", enum: ["single"], default: "single" }),
    ],
  ];
  for (const [what, change] of changes) {
    it(`is told apart from a schema where ${what}`, async () => {
      const properties = { ...configSchema.properties };
      change(properties);
      expect(await compareTypes({ ...configSchema, properties })).to.contain("error TS");
    });
  }
});
