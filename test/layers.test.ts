import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect } from "chai";
import { packageRoot } from "../src/package-root.ts";

const source = join(packageRoot, "src");

/**
 * The folders of src, lowest first: a file imports files of its own folder and of folders of lower lines only.
 * Folders on one line do not import each other. Type imports count.
 */
const ranks: readonly (readonly string[])[] = [
  ["text", "json", "generated", "package-root.ts"],
  ["net", "rpc"],
  ["client", "log", "contract"],
  ["config"],
  ["call"],
  ["networks"],
  ["redis"],
  ["limits", "cache"],
  ["upstream"],
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

/** The files of one cycle of imports, or none. */
function findCycle(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): string[] => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return [];
    path.push(file);
    for (const next of imports.get(file) ?? []) {
      const cycle = visit(next);
      if (cycle.length > 0) return cycle;
    }
    path.pop();
    done.add(file);
    return [];
  };
  for (const file of imports.keys()) {
    const cycle = visit(file);
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
    const imports = new Map(filesBelow(source).map((file) => [file, importedFiles(file)] as const));
    expect(findCycle(imports).map((file) => relative(source, file))).to.deep.equal([]);
  });

  it("imports files, never folders", () => {
    const wrong = filesBelow(source).filter((file) =>
      /from "\.{1,2}\/[^"]*(?<!\.ts|\.js|\.json)"/.test(readFileSync(file, "utf8")),
    );
    expect(wrong).to.deep.equal([]);
  });
});
