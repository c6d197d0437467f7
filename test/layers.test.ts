import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { packageRoot } from "../src/package-root.ts";
import { fileCycle, folderCycle, layerFaults, type Ranks, rankFaults, readImports } from "./layers.ts";

/** The layers of src: see `Ranks`. */
const ranks: Ranks = [
  ["text", "files", "package-root.ts", "get-or-add.ts", "batches-of.ts"],
  ["json"],
  ["net", "rpc"],
  ["client + generated/client.ts + generated/types.ts", "log", "contract", "generated/config.ts"],
  ["generated/validators.ts", "generated/tools.ts", "generated/handlers.ts"],
  ["generated/methods.ts", "config", "ledger-clock", "transaction"],
  ["providers"],
  ["networks"],
  ["call"],
  ["redis"],
  ["limits"],
  ["upstream"],
  ["auth", "cache", "consistency", "reads", "landing"],
  ["gateway"],
  ["handlers", "subscriptions", "mock", "localnet"],
  ["observability"],
  ["transports"],
  ["workers"],
  ["app"],
  ["cli"],
];

describe("the layers of src", () => {
  let imports: ReturnType<typeof readImports> = [];

  before(() => {
    imports = readImports(packageRoot);
  });

  it("are imported downwards only", () => {
    expect(layerFaults(imports, ranks)).to.deep.equal([]);
  });

  it("rank every folder once", () => {
    expect(rankFaults(packageRoot, ranks)).to.deep.equal([]);
  });

  it("have no cycle of files", () => {
    expect(fileCycle(imports)).to.deep.equal([]);
  });

  it("have no cycle of folders, nested ones included", () => {
    expect(folderCycle(imports)).to.deep.equal([]);
  });
});

describe("the check of layers", () => {
  const made: Ranks = [["low", "other"], ["middle + generated/middle.ts"], ["generated/table.ts"], ["high"]];
  const tree = mkdtempSync(join(tmpdir(), "svm-gateway-layers-"));
  let imports: ReturnType<typeof readImports> = [];

  const files: Readonly<Record<string, string>> = {
    "high/top.ts": "export type Top = 1; export const top = 1;",
    "middle/own.ts": "export type Own = 1;",
    "middle/down.ts": 'import type { A } from "../low/a.ts"; export { other } from "../other/other.ts";',
    "middle/package.ts":
      'import { join } from "node:path"; import data from "./data.json" with { type: "json" };',
    "middle/generated.ts": 'import { middle } from "../../generated/middle.ts";',
    "other/other.ts": "export const other = 1;",
    "low/a.ts": 'import { b } from "./b.ts"; export type A = 1;',
    "low/b.ts": "export const b = 1;",
    "low/spread.ts": 'import {\n  top,\n} from\n  "../high/top.ts";',
    "low/effect.ts": 'import "../high/top.ts";',
    "low/dynamic.ts": 'const { top } = await import(\n  "../high/top.ts"\n);',
    "low/template.ts": "await import(`../high/top.ts`);",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a program's text.
    "low/computed.ts": 'const name = "top";\nawait import(`../high/${name}.ts`);',
    "low/commented.ts": "const name = '../high/top.ts';\nawait import /* which */ (name);",
    "low/type.ts": 'export type A = import("../high/top.ts").Top;',
    "low/typeof.ts": 'export const a = {} as typeof import("../high/top.ts");',
    "low/star.ts": 'export * from "../high/top.ts";',
    "low/names.ts": 'export { type Top } from "../high/top.ts";',
    "low/augments.ts": 'declare module "../high/top.ts" {}\nexport {};',
    "low/line.ts": 'import { other } from "../other/other.ts";',
    "low/folder.ts": 'import { top } from "../high";',
    "low/own-name.ts": 'import type { Top } from "svm-gateway/client";',
    "low/outside.ts": 'export type { Top } from "../../test/all-types.ts";',
    "low/unranked.ts": 'import { b } from "../stray/b.ts";',
    "low/generated.ts": 'import type { Row } from "../../generated/table.ts";',
    "stray/b.ts": 'import "../low/b.ts";',
    "../generated/middle.ts": 'import type { Own } from "../src/middle/own.ts";',
    "../generated/table.ts": 'export type { Top as Row } from "../src/high/top.ts";',
  };

  before(() => {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(tree, "src", name)), { recursive: true });
      writeFileSync(join(tree, "src", name), text);
    }
    mkdirSync(join(tree, "src", "empty"));
    imports = readImports(tree);
  });

  after(() => rmSync(tree, { recursive: true }));

  const faultsOf = (file: string): string[] => {
    const path = join("src", file);
    return layerFaults(imports, made).filter((fault) => fault.startsWith(`${path}:`));
  };

  for (const file of [
    "middle/down.ts",
    "middle/package.ts",
    "middle/generated.ts",
    "low/a.ts",
    "../generated/middle.ts",
  ])
    it(`allows what ${file} imports`, () => {
      expect(faultsOf(file)).to.deep.equal([]);
    });

  const above = "high is above low";
  const faults: readonly (readonly [what: string, file: string, error: string])[] = [
    ["an import spread over lines", "low/spread.ts", `:4 imports "../high/top.ts": ${above}`],
    ["an import for its effect", "low/effect.ts", `:1 imports "../high/top.ts": ${above}`],
    ["a dynamic import", "low/dynamic.ts", `:2 imports "../high/top.ts": ${above}`],
    ["a dynamic import of a template", "low/template.ts", `:1 imports \`../high/top.ts\`: ${above}`],
    [
      "a dynamic import of a computed path",
      "low/computed.ts",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the import as it is written.
      ":2 imports `../high/${name}.ts`: a path that is put together cannot be checked",
    ],
    [
      "a dynamic import with a comment before its path",
      "low/commented.ts",
      ":2 imports name: a path that is put together cannot be checked",
    ],
    ["a type import", "low/type.ts", `:1 imports "../high/top.ts": ${above}`],
    ["the type of a module", "low/typeof.ts", `:1 imports "../high/top.ts": ${above}`],
    ["a re-export of everything", "low/star.ts", `:1 imports "../high/top.ts": ${above}`],
    ["a re-export of a type", "low/names.ts", `:1 imports "../high/top.ts": ${above}`],
    ["an addition to a module", "low/augments.ts", `:1 imports "../high/top.ts": ${above}`],
    [
      "a folder of the same line",
      "low/line.ts",
      ':1 imports "../other/other.ts": other is on the same line as low',
    ],
    ["a folder instead of a file", "low/folder.ts", ':1 imports "../high": imports name files, with .ts'],
    [
      "an import by the package's own name",
      "low/own-name.ts",
      ':1 imports "svm-gateway/client": imports name files, with .ts',
    ],
    [
      "a re-export by a file outside of src",
      "low/outside.ts",
      ':1 imports "../../test/all-types.ts": src imports files of src and generated only',
    ],
    ["a folder without a rank", "low/unranked.ts", ':1 imports "../stray/b.ts": stray has no rank'],
    ["an import by a folder without a rank", "stray/b.ts", ':1 imports "../low/b.ts": stray has no rank'],
    [
      "a generated file of a higher line",
      "low/generated.ts",
      ':1 imports "../../generated/table.ts": generated/table.ts is above low',
    ],
    [
      "a type that a generated file re-exports from a higher line",
      "../generated/table.ts",
      ':1 imports "../src/high/top.ts": high is above generated/table.ts',
    ],
  ];
  for (const [what, file, fault] of faults)
    it(`names the line of ${what}`, () => {
      expect(faultsOf(file)).to.deep.equal([`${join("src", file)}${fault}`]);
    });

  const misranked: readonly (readonly [what: string, ranks: Ranks, error: string])[] = [
    ["a folder without a rank", made, "stray has no rank"],
    ["an empty folder", [...made, ["stray"], ["empty"]], "empty is ranked, but holds no .ts file"],
    ["a folder that is not there", [...made, ["stray"], ["gone"]], "gone is ranked, but holds no .ts file"],
    ["a folder with two ranks", [...made, ["stray"], ["low"]], "low is ranked twice"],
    [
      "a generated file without a rank",
      [["low", "other", "middle", "high", "stray"], ["generated/table.ts"]],
      "generated/middle.ts has no rank",
    ],
  ];
  for (const [what, ranks, fault] of misranked)
    it(`names ${what}`, () => {
      expect(rankFaults(tree, ranks)).to.deep.equal([fault]);
    });
});

describe("the check of cycles", () => {
  const edge = (file: string, path: string) => ({ file, place: `${file}:1 imports ${path}`, path });

  it("names the imports that make a cycle of files", () => {
    const imports = [
      edge("src/a.ts", "src/b.ts"),
      edge("src/b.ts", "src/c.ts"),
      edge("src/c.ts", "src/b.ts"),
    ];
    expect(fileCycle(imports)).to.deep.equal(["src/b.ts:1 imports src/c.ts", "src/c.ts:1 imports src/b.ts"]);
  });

  it("names a file that imports itself", () => {
    expect(fileCycle([edge("src/a.ts", "src/a.ts")])).to.deep.equal(["src/a.ts:1 imports src/a.ts"]);
  });

  it("names the imports that make a cycle of folders but none of files", () => {
    const imports = [
      edge("src/a/x.ts", "src/b/x.ts"),
      edge("src/b/y.ts", "src/a/y.ts"),
      edge("src/a/x.ts", "src/a/z.ts"),
    ];
    expect(fileCycle(imports)).to.deep.equal([]);
    expect(folderCycle(imports)).to.deep.equal([
      "src/a/x.ts:1 imports src/b/x.ts",
      "src/b/y.ts:1 imports src/a/y.ts",
    ]);
  });
});
