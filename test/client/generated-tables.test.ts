import { readFileSync } from "node:fs";
import { expect } from "chai";
import { clientMethods, clientShapes, clientSubscriptions } from "../../generated/client.ts";
import { createClient } from "../../src/client/create-client.ts";
import { itemsOf, membersOf, readJson } from "../../src/client/json/read-json.ts";
import { writeJson } from "../../src/client/json/write-json.ts";
import { parseLossless, stringifyLossless } from "../../src/json/lossless.ts";

const document = readFileSync(new URL("../../openrpc.json", import.meta.url), "utf8");

/** The result of each example of each method, as it is written. */
function* exampleResults(): Generator<[method: string, result: string]> {
  for (const method of itemsOf(membersOf(document)?.get("methods")) ?? []) {
    const members = membersOf(method) ?? new Map<string, string>();
    for (const example of itemsOf(members.get("examples")) ?? []) {
      const result = membersOf(membersOf(example)?.get("result"))?.get("value");
      if (result !== undefined) yield [String(readJson(members.get("name") ?? "")), result];
    }
  }
}

interface Schema {
  readonly $ref?: string;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema | readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

/** Good enough for schemas: their limits lose digits here, which nothing below looks at. */
const contract = JSON.parse(document) as {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
  readonly methods: readonly { readonly name: string; readonly result: { readonly schema: Schema } }[];
};

/** Every schema that may be meant at a place: references and unions opened. */
function opened(schemas: readonly (Schema | boolean | undefined)[]): Schema[] {
  return schemas.flatMap((schema) => {
    if (typeof schema !== "object") return [];
    const { $ref, anyOf = [], oneOf = [], allOf = [] } = schema;
    const named = $ref === undefined ? undefined : contract.components.schemas[$ref.split("/").at(-1) ?? ""];
    return [schema, ...opened([named, ...anyOf, ...oneOf, ...allOf])];
  });
}

/** Places of whole numbers whose type is not what their schemas say: bigint for 64 bits, else number. */
function mistyped(value: unknown, schemas: readonly Schema[], path: string): string[] {
  if (typeof value === "bigint" || typeof value === "number") {
    const isWide = schemas.some(({ format }) => format === "uint64" || format === "int64");
    return isWide === (typeof value === "bigint") ? [] : [path];
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    const inner = Array.isArray(value)
      ? schemas.flatMap(({ items }) => items)
      : schemas.flatMap(({ properties, patternProperties, additionalProperties }) => [
          properties?.[key] ?? additionalProperties,
          ...Object.values(patternProperties ?? {}),
        ]);
    return mistyped(member, opened(inner), `${path}.${key}`);
  });
}

/** How many bigints a value holds. */
function bigints(value: unknown): number {
  if (typeof value === "bigint") return 1;
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).reduce((sum: number, member) => sum + bigints(member), 0);
}

describe("the tables that the client walks", () => {
  const client = createClient({ url: "http://127.0.0.1:9" });

  it("give it a function for each method and subscription, and hide none of its own", () => {
    expect(Object.keys(client)).to.include.members([...Object.keys(clientMethods)]);
    expect(Object.keys(client.subscriptions)).to.deep.equal(Object.keys(clientSubscriptions));
    for (const own of ["on", "batch", "batchSettled", "subscriptions", "close"]) {
      expect(Object.keys(clientMethods)).not.to.include(own);
    }
    expect(new Set(Object.keys(client)).size).to.equal(Object.keys(clientMethods).length + 5);
  });

  it("offer the gateway's own methods on no network", () => {
    const network = Object.keys(clientMethods).filter((name) => name.endsWith("SvmNetwork"));
    expect(network).to.have.members(["enableSvmNetwork", "disableSvmNetwork"]);
    for (const name of network) {
      expect(client).to.have.property(name);
      expect(client.on("all")).not.to.have.property(name);
      expect(client.on("x")).not.to.have.property(name);
    }
  });

  it("name shapes of methods and notifications that exist", () => {
    const notifications = Object.values(clientSubscriptions).map(({ notification }) => notification);
    const known = [...Object.keys(clientMethods), ...notifications];
    const results = [...exampleResults()].map(([method]) => method);
    for (const name of Object.keys(clientShapes)) {
      expect([...known, ...results]).to.include(name);
    }
  });

  it("read every example of the document without losing a digit", () => {
    let count = 0;
    for (const [method, result] of exampleResults()) {
      const exact = readJson(result, clientShapes[method]);
      expect(writeJson(exact), method).to.equal(stringifyLossless(parseLossless(result)));
      count += bigints(exact);
    }
    expect(count).to.be.greaterThan(100);
  });

  it("make a bigint of every 64-bit number of every example, and of no other number", () => {
    const schemas = new Map(contract.methods.map(({ name, result }) => [name, result.schema]));
    for (const [method, result] of exampleResults()) {
      const exact = readJson(result, clientShapes[method]);
      expect(mistyped(exact, opened([schemas.get(method)]), method)).to.deep.equal([]);
    }
  });
});
