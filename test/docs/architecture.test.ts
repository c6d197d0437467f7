import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect } from "chai";
import { packageRoot } from "../../src/package-root.ts";

const source = join(packageRoot, "src");
const guide = readFileSync(join(packageRoot, "docs/architecture.md"), "utf8");

/** The files that the guide names, from the package's root or from src. */
const named = new Set([...guide.matchAll(/`([\w./-]+\/[\w.-]+\.ts)`/g)].map((match) => match[1] ?? ""));

/** The rows of the guide's table of folders: the folders that each is about, and what it says. */
const rows = guide
  .slice(guide.indexOf("## The folders of src"), guide.indexOf("## Processes"))
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .map((line) => {
    const [, first = "", text = ""] = line.split("|");
    return { folders: [...first.matchAll(/`(\w[\w-]*)`/g)].map(([, name = ""]) => name), text };
  });

function foldersIn(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

function foldersBelow(folder: string): string[] {
  const paths = foldersIn(folder).map((name) => join(folder, name));
  return paths.flatMap((path) => [path, ...foldersBelow(path)]);
}

/** Whether a README says with which file to begin, and the file is there. */
function namesBeginning(readme: string): boolean {
  const [, file] = /Begin with [^.`]*`([^`]+)`/.exec(readFileSync(readme, "utf8")) ?? [];
  return file !== undefined && existsSync(join(dirname(readme), file));
}

describe("the architecture guide", () => {
  it("names files that exist", () => {
    const missing = [...named].filter(
      (path) => !existsSync(join(packageRoot, path)) && !existsSync(join(source, path)),
    );
    expect(missing).to.deep.equal([]);
    expect(named.size).to.be.greaterThan(60);
  });

  it("is right: the README of each folder says where to begin, or that of its parent names the folder", () => {
    const wrong = foldersBelow(source).filter((folder) => {
      const readme = join(folder, "README.md");
      if (existsSync(readme)) return !namesBeginning(readme);
      if (dirname(folder) === source) return true;
      const parent = join(dirname(folder), "README.md");
      return !existsSync(parent) || !readFileSync(parent, "utf8").includes(`\`${basename(folder)}/`);
    });
    expect(namesBeginning(join(source, "README.md"))).to.equal(true);
    expect(wrong).to.deep.equal([]);
  });

  it("lists each folder of src", () => {
    const listed = new Set(rows.flatMap(({ folders }) => folders));
    expect(foldersIn(source).filter((name) => !listed.has(name))).to.deep.equal([]);
  });

  it("names all folders within a folder of src, where it names one of them", () => {
    const missing = rows.flatMap(({ folders, text }) =>
      folders.flatMap((folder) => {
        const isNamed = (name: string) => text.includes(`\`${name}\``);
        const nested = foldersIn(join(source, folder));
        return nested.some(isNamed)
          ? nested.filter((name) => !isNamed(name)).map((name) => join(folder, name))
          : [];
      }),
    );
    expect(missing).to.deep.equal([]);
  });
});

describe("the tests", () => {
  it("of each folder of src are in the folder of that name", () => {
    const untested = foldersIn(source).filter((name) => !existsSync(join(packageRoot, "test", name)));
    expect(untested).to.deep.equal([]);
  });
});
