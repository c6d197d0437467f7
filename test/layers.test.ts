import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect } from "chai";
import { packageRoot } from "../src/package-root.ts";

const source = join(packageRoot, "src");

/**
 * The folders of src, lowest first: a file imports files of its own folder and of folders of lower lines only.
 * Folders on one line do not import each other. Type imports count.
 */
const ranks: readonly (readonly string[])[] = [
  ["text", "files", "generated", "package-root.ts"],
  ["json"],
  ["net", "rpc"],
  ["client", "log", "contract"],
  ["config"],
  ["providers"],
  ["networks"],
  ["call"],
  ["redis"],
  ["limits", "upstream"],
  ["cache", "consistency", "live"],
  ["gateway"],
  ["handlers", "subscriptions", "mock", "localnet"],
  ["observability"],
  ["transports"],
  ["workers"],
  ["app"],
  ["cli"],
];

const rankOf = new Map(ranks.flatMap((line, rank) => line.map((folder) => [folder, rank] as const)));

const importPattern = /(?:from|import\() ?"(\.{1,2}\/[^"]+)"/g;

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => join(entry.parentPath, entry.name));
}

function importedFiles(file: string): string[] {
  return [...readFileSync(file, "utf8").matchAll(importPattern)].map((match) =>
    join(file, "..", match[1] ?? ""),
  );
}

/** The first folder of a file below src; files of generated/ and of the root count as one folder each. */
function folderOf(file: string): string {
  const [top = "", second = ""] = relative(packageRoot, file).split("/");
  return top === "src" ? second : top;
}

type Imports = ReadonlyMap<string, readonly string[]>;

/** What a file imports, by file: of src, and of generated, which imports types of src. */
function allImports(): Imports {
  const files = [source, join(packageRoot, "generated")].flatMap(filesBelow);
  return new Map(files.map((file) => [file, importedFiles(file)]));
}

/** The same by folder: `client/http` and `client` are two folders. */
function folderImports(imports: Imports): Imports {
  const folders = new Map<string, string[]>();
  for (const [file, imported] of imports) {
    const folder = dirname(file);
    const known = folders.get(folder) ?? [];
    known.push(...imported.map((path) => dirname(path)).filter((other) => other !== folder));
    folders.set(folder, known);
  }
  return folders;
}

/** The members of one cycle of imports, or none. */
function findCycle(imports: Imports): string[] {
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (member: string): string[] => {
    if (path.includes(member)) return [...path.slice(path.indexOf(member)), member];
    if (done.has(member)) return [];
    path.push(member);
    for (const next of imports.get(member) ?? []) {
      const cycle = visit(next);
      if (cycle.length > 0) return cycle;
    }
    path.pop();
    done.add(member);
    return [];
  };
  for (const member of imports.keys()) {
    const cycle = visit(member);
    if (cycle.length > 0) return cycle;
  }
  return [];
}

describe("the layers of src", () => {
  for (const folder of readdirSync(source, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
    it(`${folder.name} imports only what is below it`, () => {
      const rank = rankOf.get(folder.name);
      expect(rank, `${folder.name} is missing from the ranks`).to.be.a("number");
      const wrong = filesBelow(join(source, folder.name)).flatMap((file) =>
        importedFiles(file)
          .filter((imported) => imported.startsWith(source))
          .filter((imported) => folderOf(imported) !== folder.name)
          .filter((imported) => (rankOf.get(folderOf(imported)) ?? Number.POSITIVE_INFINITY) >= Number(rank))
          .map((imported) => `${relative(source, file)} imports ${relative(source, imported)}`),
      );
      expect(wrong).to.deep.equal([]);
    });
  }

  it("has no cycle of files", () => {
    expect(findCycle(allImports()).map((file) => relative(packageRoot, file))).to.deep.equal([]);
  });

  it("has no cycle of folders, nested ones included", () => {
    const inSource = new Map([...allImports()].filter(([file]) => file.startsWith(source)));
    expect(findCycle(folderImports(inSource)).map((folder) => relative(source, folder))).to.deep.equal([]);
  });

  it("names no folder twice, and none that does not exist", () => {
    const folders = ranks.flat();
    expect(new Set(folders).size).to.equal(folders.length);
    const existing = [...readdirSync(source), "generated"];
    expect(folders.filter((folder) => !existing.includes(folder))).to.deep.equal([]);
  });

  it("imports files, never folders", () => {
    const wrong = filesBelow(source).filter((file) =>
      /from "\.{1,2}\/[^"]*(?<!\.ts|\.js|\.json)"/.test(readFileSync(file, "utf8")),
    );
    expect(wrong).to.deep.equal([]);
  });
});
