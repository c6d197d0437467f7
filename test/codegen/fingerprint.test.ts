import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { fingerprintName, fingerprintOf, isFresh, makers } from "../../codegen/fingerprint.mjs";
import { packageRoot } from "../../src/package-root.ts";
import { temporaryFolder } from "../networks/harness.ts";

/** A small package with a generator. */
const sources: Readonly<Record<string, string>> = {
  "openrpc.json": "{\n}\n",
  "config.schema.json": "{}\n",
  "package-lock.json": lockOf("1.0.0"),
  "codegen/main.ts": "export const main = 1;\n",
  "codegen/rules/rule.ts": "export const rule = 1;\n",
  "src/other.ts": "export const other = 1;\n",
};
const generated: ReadonlyMap<string, string> = new Map([
  ["client.ts", "export class Client {}\n"],
  ["types.ts", "export type A = 1;\n"],
]);

function lockOf(version: string): string {
  return JSON.stringify({
    packages: Object.fromEntries(makers.map((name) => [`node_modules/${name}`, { version }])),
  });
}

describe("the fingerprint of generated/", () => {
  let root = "";

  beforeEach(() => {
    root = temporaryFolder();
    for (const [path, text] of Object.entries(sources)) write(path, text);
    for (const [name, text] of generated) write(`generated/${name}`, text);
    write(`generated/${fingerprintName}`, fingerprintOf(root, sources["openrpc.json"] ?? "", generated));
  });

  afterEach(() => rmSync(root, { recursive: true }));

  function write(path: string, text: string) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }

  it("stays valid while nothing changes that the generator reads", () => {
    expect(isFresh(root)).to.equal(true);
    write("src/other.ts", "export const other = 2;\n");
    write("codegen/README.md", "Read this first.\n");
    expect(isFresh(root)).to.equal(true);
  });

  for (const path of ["openrpc.json", "config.schema.json", "codegen/main.ts", "codegen/rules/rule.ts"])
    it(`is invalid once ${path} has changed`, () => {
      appendFileSync(join(root, path), " ");
      expect(isFresh(root)).to.equal(false);
    });

  it("is invalid with another version of a generator's package", () => {
    write("package-lock.json", lockOf("1.0.1"));
    expect(isFresh(root)).to.equal(false);
  });

  const edits: Readonly<Record<string, (folder: string) => void>> = {
    "is edited by hand": (folder) => appendFileSync(join(folder, "client.ts"), "// mine\n"),
    "has another name": (folder) => renameSync(join(folder, "client.ts"), join(folder, "caller.ts")),
    "is missing": (folder) => rmSync(join(folder, "types.ts")),
    "is not generated": (folder) => writeFileSync(join(folder, "extra.ts"), ""),
    "was the fingerprint, and is gone": (folder) => rmSync(join(folder, fingerprintName)),
  };
  for (const [what, edit] of Object.entries(edits))
    it(`is invalid if a generated file ${what}`, () => {
      edit(join(root, "generated"));
      expect(isFresh(root)).to.equal(false);
    });

  it("is invalid if generated/ is missing", () => {
    rmSync(join(root, "generated"), { recursive: true });
    expect(isFresh(root)).to.equal(false);
  });

  it("is valid in a checkout with Windows line endings", () => {
    const paths = [
      ...Object.keys(sources),
      ...[...generated.keys(), fingerprintName].map((name) => `generated/${name}`),
    ];
    for (const path of paths) write(path, readFileSync(join(root, path), "utf8").replaceAll("\n", "\r\n"));
    expect(isFresh(root)).to.equal(true);
  });

  it("includes the version of every package that the generator imports", () => {
    const folder = join(packageRoot, "codegen");
    const modules = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
      path.endsWith(".ts"),
    );
    const named = modules.flatMap((path) => [
      ...readFileSync(join(folder, path), "utf8").matchAll(
        /(?: from |require\(|\.url\)\(|\.resolve\()"((?:@[\w-]+\/)?[a-z][\w-]*)(?:\/[^"]*)?"/g,
      ),
    ]);
    expect([...new Set(named.map(([, name = ""]) => name))].sort()).to.deep.equal([...makers].sort());
  });
});
