import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import type { Contract } from "../../codegen/contract/contract.ts";
import type { JsonValue } from "../../codegen/contract/json-value.ts";
import { literal } from "../../codegen/contract/literal.ts";
import { typeName } from "../../codegen/contract/names.ts";
import { readContract } from "../../codegen/contract/read-contract.ts";
import { shapeOf } from "../../codegen/emit/shape-of.ts";
import type { Shape } from "../../src/client/json/shape.ts";
import { packageRoot } from "../../src/package-root.ts";
import { compileFiles } from "./compile.ts";
import { GenerateFolder, realDocument } from "./harness.ts";

/** What a program would write for every example: parameters unchanged, 64-bit integers of results as bigint. */
function exampleProgram(contract: Contract): string {
  const lines = ['import type * as types from "../generated/types.ts";'];
  for (const method of contract.methods) {
    const name = typeName(method.name);
    const shape = shapeOf(contract, method.result);
    for (const example of method.examples) {
      const params = Object.fromEntries(example.params);
      lines.push(`export const params${lines.length}: types.${name}Params = ${literal(params)};`);
      const result = asClient(example.result ?? null, shape);
      lines.push(`export const result${lines.length}: types.${name}Result = ${literal(result)};`);
    }
  }
  return lines.join("\n");
}

/** The value as the client returns it. */
function asClient(value: JsonValue, shape: Shape | undefined): JsonValue {
  if (shape === undefined) return value;
  if (typeof value === "number" || typeof value === "bigint") {
    const isExact = shape === "bigint" || shape.bigint === true;
    return isExact && Number.isInteger(Number(value)) ? BigInt(value) : value;
  }
  if (shape === "bigint" || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => asClient(item, shape.items));
  const members = Object.entries(value).map(([key, member]): [string, JsonValue] => [
    key,
    asClient(member, shape.keys?.[key] ?? shape.rest),
  ]);
  return Object.fromEntries(members);
}

describe("generated types", () => {
  const contract = readContract(realDocument);
  let folder: GenerateFolder;

  before(async () => {
    folder = await GenerateFolder.create();
  });

  after(async () => {
    await folder.remove();
  });

  async function complaints(program: string): Promise<readonly string[]> {
    const generated = join(packageRoot, "generated");
    await writeFile(join(folder.path, "program.ts"), program.replaceAll("../generated", generated));
    return compileFiles(folder.path, ["program.ts"]);
  }

  it("accept every example of the document", async () => {
    const program = exampleProgram(contract);
    expect(program.split("\n")).to.have.length.above(2 * contract.methods.length);
    expect((await complaints(program)).join("\n")).to.equal("");
  });

  it("refuse what no example could hold: a number for a bigint, a missing and an unknown parameter", async () => {
    const lines = await complaints(`
      import type { LedgerHandlers } from "../generated/handlers.ts";
      import type { GetBalanceParams, GetBalanceResult } from "../generated/types.ts";
      import { RawJson } from "${join(packageRoot, "src/json/raw-json.ts")}";
      export const missing: GetBalanceParams = {};
      export const unknown: GetBalanceParams = { pubkey: "x", pubkye: "x" };
      export const rounded: GetBalanceResult = { context: { slot: 1n, apiVersion: "3" }, value: 1 };
      declare const forward: () => Promise<RawJson<never>>;
      declare const all: LedgerHandlers<string>;
      export const wrong: LedgerHandlers<string> = { ...all, getFees: async () => RawJson.fromText<string>("1") };
      export const extra: LedgerHandlers<string> = { ...all, getBalance: forward };
      export const few: LedgerHandlers<string> = { getFees: forward };
      export const right: LedgerHandlers<string> = { ...all, getFees: forward };
    `);
    const codes = lines.map((line) => /program\.ts\((\d+),.*error (TS\d+)/.exec(line)?.slice(1).join(" "));
    expect(codes).to.deep.equal(["5 TS2741", "6 TS2561", "7 TS2322", "10 TS2322", "11 TS2353", "12 TS2740"]);
  });
});
