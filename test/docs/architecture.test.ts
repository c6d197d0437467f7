import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { packageRoot } from "../../src/package-root.ts";

const source = join(packageRoot, "src");
const guide = readFileSync(join(packageRoot, "docs/architecture.md"), "utf8");

/** The files that the guide names, from the package's root or from src. */
const named = new Set([...guide.matchAll(/`([\w./-]+\/[\w.-]+\.ts)`/g)].map((match) => match[1] ?? ""));

describe("the architecture guide", () => {
  it("names files that exist", () => {
    const missing = [...named].filter(
      (path) => !existsSync(join(packageRoot, path)) && !existsSync(join(source, path)),
    );
    expect(missing).to.deep.equal([]);
    expect(named.size).to.be.greaterThan(60);
  });

  it("is right: src and each of its folders has a README", () => {
    const folders = readdirSync(source, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const places = [source, ...folders.map(({ name }) => join(source, name))];
    expect(places.filter((place) => !existsSync(join(place, "README.md")))).to.deep.equal([]);
  });

  it("lists each folder of src", () => {
    const table = guide.slice(
      guide.indexOf("## The folders of src"),
      guide.indexOf("Each folder has a README"),
    );
    const folders = readdirSync(source, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const rows = table
      .split("\n")
      .map((line) => line.split("|")[1] ?? "")
      .join();
    expect(folders.map(({ name }) => name).filter((name) => !rows.includes(`\`${name}\``))).to.deep.equal([]);
  });
});
