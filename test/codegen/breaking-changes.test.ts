import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { breakingChanges } from "../../codegen/checks/breaking-changes.ts";
import type { JsonObject, JsonValue } from "../../codegen/contract/json-value.ts";
import { readContract } from "../../codegen/contract/read-contract.ts";
import { stringifyLossless } from "../../src/json/lossless.ts";
import { itWith } from "../needed-programs.ts";
import { contractOf, documentOf, GenerateFolder, methodOf, realDocument } from "./harness.ts";

type Fields = Readonly<Record<string, JsonValue | undefined>>;

function changes(before: Fields, after: Fields): readonly string[] {
  return breakingChanges(
    contractOf({ methods: [methodOf("getA", before)] }),
    contractOf({ methods: [methodOf("getA", after)] }),
  );
}

function params(...list: readonly JsonObject[]): Fields {
  const all = list.map((param, index) => ({
    summary: "A",
    schema: { type: "string" },
    "x-ledger": { at: "position", index },
    ...param,
  }));
  return { params: all as unknown as JsonValue };
}

const result = (schema: JsonObject): Fields => ({ result: { name: "result", schema } as JsonValue });
const object = (required: readonly string[], ...keys: readonly string[]): JsonObject => ({
  type: "object",
  required: [...required],
  properties: Object.fromEntries(keys.map((key) => [key, { type: "string" }])),
});

describe("breakingChanges", () => {
  const cases: readonly (readonly [
    what: string,
    before: Fields,
    after: Fields,
    changes: readonly string[],
  ])[] = [
    ["nothing at all", params({ name: "a" }), params({ name: "a" }), []],
    ["a removed parameter", params({ name: "a" }), params(), ["getA: params.a was removed"]],
    [
      "a renamed parameter that keeps its old name as an alias",
      params({ name: "a" }),
      params({ name: "b", "x-aliases": ["a"] }),
      [],
    ],
    ["a new parameter", params(), params({ name: "a" }), []],
    [
      "a new required parameter",
      params(),
      params({ name: "a", required: true }),
      ["getA: params.a is new and required"],
    ],
    [
      "a parameter that became required",
      params({ name: "a" }),
      params({ name: "a", required: true }),
      ["getA: params.a became required"],
    ],
    [
      "a parameter that moved",
      params({ name: "a" }, { name: "b" }),
      params({ name: "b" }, { name: "a" }),
      ["getA: params.a moved from position 0 to 1", "getA: params.b moved from position 1 to 0"],
    ],
    [
      "a narrowed enum",
      params({ name: "a", schema: { enum: ["x", "y"] } }),
      params({ name: "a", schema: { enum: ["x", "z"] } }),
      ['getA: params.a no longer takes "y"'],
    ],
    [
      "a lowered maximum",
      params({ name: "a", schema: { type: "integer", maximum: 18446744073709551615n } }),
      params({ name: "a", schema: { type: "integer", maximum: 18446744073709551614n } }),
      ["getA: params.a lowered maximum from 18446744073709551615 to 18446744073709551614"],
    ],
    [
      "a raised minimum",
      params({ name: "a", schema: { type: "array", items: { type: "integer" } } }),
      params({ name: "a", schema: { type: "array", items: { type: "integer", minimum: 1 } } }),
      ["getA: params.a[] raised minimum from none to 1"],
    ],
    [
      "another type",
      params({ name: "a" }),
      params({ name: "a", schema: { type: "integer" } }),
      ["getA: params.a no longer takes string"],
    ],
    [
      "a form less",
      params({ name: "a", schema: { anyOf: [{ type: "string" }, { type: "integer" }] } }),
      params({ name: "a" }),
      ["getA: params.a no longer takes integer"],
    ],
    [
      "a form more",
      params({ name: "a" }),
      params({ name: "a", schema: { anyOf: [{ type: "integer" }, { type: "string" }] } }),
      [],
    ],
    [
      "a field of a parameter that became required",
      params({ name: "a", schema: object([], "b") }),
      params({ name: "a", schema: object(["b"], "b") }),
      ["getA: params.a.b became required"],
    ],
    [
      "a removed member of the result",
      result(object([], "a", "b")),
      result(object([], "a")),
      ["getA: result.b was removed"],
    ],
    [
      "a member of the result that may be missing now",
      result(object(["a"], "a")),
      result(object([], "a")),
      ["getA: result.a may now be missing"],
    ],
    [
      "another type of result",
      result({ type: "string" }),
      result({ type: "integer" }),
      ["getA: result changed its type from string to integer"],
    ],
    [
      "a result that is no longer null",
      result({ anyOf: [{ type: "string" }, { type: "null" }] }),
      result({ type: "string" }),
      [],
    ],
    ["a new member of the result", result(object([], "a")), result(object([], "a", "b")), []],
  ];

  for (const [what, before, after, expected] of cases) {
    it(`reports ${expected.length} for ${what}`, () => {
      expect(changes(before, after)).to.deep.equal(expected);
    });
  }

  it("reports a name that can no longer be called, and not one that became an alias", () => {
    const named = (name: string, ...aliases: readonly string[]) =>
      contractOf({ methods: [methodOf(name, { "x-aliases": [...aliases] })] });
    expect(breakingChanges(named("getA", "getB"), named("getA"))).to.deep.equal([
      "getA: can no longer be called getB",
    ]);
    expect(breakingChanges(named("getA"), named("getB", "getA"))).to.deep.equal([]);
  });

  it("reports a removed method", () => {
    const before = contractOf({ methods: [methodOf("getA"), methodOf("getB")] });
    expect(breakingChanges(before, contractOf({ methods: [methodOf("getB")] }))).to.deep.equal([
      "getA: was removed",
    ]);
  });

  it("finds nothing between the document and itself", () => {
    const contract = readContract(realDocument);
    expect(breakingChanges(contract, contract)).to.deep.equal([]);
  });

  itWith(
    "git",
    "--breaking-since holds the document against a revision, and exits 1 when something breaks",
    async () => {
      const folder = await GenerateFolder.create();
      const git = (...args: readonly string[]) =>
        execFileSync("git", args, { cwd: folder.path, stdio: "pipe" });
      try {
        const old = documentOf({ methods: [methodOf("getA"), methodOf("getB")] });
        await writeFile(join(folder.path, "openrpc.json"), stringifyLossless(old as JsonValue));
        git("init", "-q");
        git("add", "openrpc.json");
        git("-c", "user.name=test", "-c", "user.email=test@example.com", "commit", "-q", "-m", "first");
        const same = await folder.run(old, "--breaking-since", "HEAD");
        expect(same).to.deep.include({ code: 0, printed: ["0 breaking changes since HEAD"] });
        const outcome = await folder.run(
          documentOf({ methods: [methodOf("getA")] }),
          "--breaking-since",
          "HEAD",
        );
        expect(outcome).to.deep.include({
          code: 1,
          printed: ["getB: was removed", "1 breaking change since HEAD"],
        });
        await folder.run(
          documentOf({ methods: [methodOf("getA"), methodOf("getB"), methodOf("getC")] }),
          "--release",
          "1.0.0",
        );
        const { printed } = await folder.run(documentOf({ methods: [methodOf("getA")] }));
        expect(printed.slice(-2)).to.deep.equal([
          "getB: was removed",
          "1 breaking change since 1.0.0, besides 1 of earlier commits",
        ]);
        const unknown = await folder.run(old, "--breaking-since", "nowhere");
        expect(unknown.code).to.equal(1);
        expect(unknown.faults.join("\n")).to.match(/^generate failed: .*nowhere/);
      } finally {
        await folder.remove();
      }
    },
  );
});
