import { expect } from "chai";
import { packageRoot } from "../../src/package-root.ts";
import { parseSources } from "../parse-sources.ts";
import { equalMutants, isEqual, staleEntries } from "./equal-mutants.ts";
import { findMutants, type Mutant } from "./find-mutants.ts";

describe("the list of mutants that are equal in behaviour", () => {
  const list = [{ file: "src/a.ts", why: "a guess", changes: { "const size = 64;": ["64 => 64 + 1"] } }];
  const mutant: Mutant = {
    file: "src/a.ts",
    line: 7,
    lineText: "const size = 64;",
    before: "64",
    after: "64 + 1",
    start: 0,
    end: 2,
    changed: "64 + 1",
  };

  it("knows a mutant by its file, its line's text and its change, whatever the line's number", () => {
    expect(isEqual({ ...mutant, line: 9 }, list)).to.equal(true);
  });

  const others: readonly (readonly [what: string, part: Partial<Mutant>])[] = [
    ["another file", { file: "src/b.ts" }],
    ["another line", { lineText: "const other = 64;" }],
    ["another change", { after: "0" }],
  ];
  for (const [what, part] of others)
    it(`does not take ${what} for a listed one`, () => {
      expect(isEqual({ ...mutant, ...part }, list)).to.equal(false);
    });

  it("names entries that no mutant has any more", () => {
    expect(staleEntries([], list)).to.deep.equal(["src/a.ts: const size = 64;: 64 => 64 + 1"]);
    expect(staleEntries([mutant], list)).to.deep.equal([]);
  });

  it("has no such entry, and gives a reason for each", () => {
    const sources = parseSources(packageRoot, ["src"]);
    const mutants = sources.flatMap((source) => {
      const file = source.fileName.slice(packageRoot.length + 1);
      return equalMutants.some((entry) => entry.file === file) ? findMutants(file, source) : [];
    });
    expect(staleEntries(mutants)).to.deep.equal([]);
    expect(equalMutants.filter(({ why }) => why.length < 10)).to.deep.equal([]);
  });
});
