import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Contract } from "../../codegen/contract/contract.ts";
import { isObject, type JsonObject, type JsonValue, readJson } from "../../codegen/contract/json-value.ts";
import { readContract } from "../../codegen/contract/read-contract.ts";
import { runGenerate } from "../../codegen/generate-command.ts";
import { methodKeys } from "../../codegen/rules/key-order.ts";
import { stringifyLossless } from "../../src/json/lossless.ts";
import { packageRoot } from "../../src/package-root.ts";

/** Text of the real document. */
export const realText = readFileSync(join(packageRoot, "openrpc.json"), "utf8");

/** The real document. */
export const realDocument = objectOf(readJson(realText));

/** The parts of a document that a test sets; the rest comes from `documentOf`. */
interface SmallDocument {
  readonly methods: readonly JsonValue[];
  readonly schemas?: JsonObject;
  readonly errors?: JsonObject;
}

/** A whole document around a few methods, with the real one's declarations of `x-` fields. */
export function documentOf({ methods, schemas = {}, errors = {} }: SmallDocument): JsonObject {
  const tags = ["Account", "Block", "Token", "Network", "Subscription"].map(
    (name) => [name, { name }] as const,
  );
  return {
    openrpc: "1.3.2",
    info: { title: "small", version: "1.0.0" },
    methods: [...methods],
    components: { tags: Object.fromEntries(tags), schemas, errors },
    "x-extensions": realDocument["x-extensions"] ?? [],
  };
}

/** A valid method without parameters; `more` adds and replaces fields, and undefined removes one. */
export function methodOf(
  name: string,
  more: Readonly<Record<string, JsonValue | undefined>> = {},
): JsonObject {
  const method: Record<string, JsonValue | undefined> = {
    name,
    tags: [{ $ref: "#/components/tags/Account" }],
    summary: `Read ${name}`,
    description: `Returns ${name}.`,
    params: [],
    result: { name: "result", schema: { type: "boolean" } },
    examples: [{ name: "yes", params: [], result: { name: "result", value: true } }],
    "x-kind": "ledger",
    "x-origin": "current",
    "x-effect": "read",
    "x-cache": { class: "never" },
    "x-tool": { title: name, readOnly: true, destructive: false, idempotent: true },
    ...more,
  };
  const present = Object.entries(method).filter(
    (entry): entry is [string, JsonValue] => entry[1] !== undefined,
  );
  const rank = (key: string) => (methodKeys.includes(key) ? methodKeys.indexOf(key) : methodKeys.length);
  return Object.fromEntries(present.sort(([a], [b]) => rank(a) - rank(b)));
}

/** The contract that a document describes. */
export function contractOf(document: SmallDocument): Contract {
  return readContract(documentOf(document));
}

/** What `generate` did. */
interface GenerateOutcome {
  readonly code: number;
  readonly printed: readonly string[];
  readonly faults: readonly string[];
  readonly files: ReadonlyMap<string, string>;
}

/** A folder with a document in which `generate` can run, removed after the test. */
export class GenerateFolder {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  static async create(): Promise<GenerateFolder> {
    const path = await mkdtemp(join(tmpdir(), "svm-gateway-codegen-test-"));
    await mkdir(join(path, "generated"));
    await mkdir(join(path, "releases"));
    await writeFile(join(path, "package.json"), '{"type": "module"}');
    // Generated files import src/ beside them.
    await symlink(join(packageRoot, "src"), join(path, "src"));
    return new GenerateFolder(path);
  }

  async run(document: string | JsonObject, ...args: string[]): Promise<GenerateOutcome> {
    const printed: string[] = [];
    const faults: string[] = [];
    const text = typeof document === "string" ? document : stringifyLossless(objectOf(document));
    await writeFile(join(this.path, "openrpc.json"), text);
    const code = await runGenerate(args, {
      document: join(this.path, "openrpc.json"),
      folder: join(this.path, "generated"),
      releases: join(this.path, "releases"),
      print: (line) => printed.push(line),
      printError: (line) => faults.push(line),
    });
    return { code, printed, faults, files: await this.files() };
  }

  async files(): Promise<ReadonlyMap<string, string>> {
    const names = (await readdir(join(this.path, "generated"))).sort();
    const files = names.map(
      async (name) => [name, await readFile(join(this.path, "generated", name), "utf8")] as const,
    );
    return new Map(await Promise.all(files));
  }

  async remove(): Promise<void> {
    await rm(this.path, { recursive: true, force: true });
  }
}

/** The value as a mutable object. */
export function objectOf(value: JsonValue | JsonObject): { [key: string]: JsonValue } {
  if (!isObject(value as JsonValue)) throw new Error("no object");
  return value as { [key: string]: JsonValue };
}
