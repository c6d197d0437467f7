import { expect } from "chai";
import { packageRoot } from "../src/package-root.ts";
import { type ImportGraph, importGraph, testsReaching } from "./import-graph.ts";

describe("the tests of what changed", () => {
  const graph: ImportGraph = new Map([
    ["src/a.ts", ["src/b.ts"]],
    ["src/b.ts", ["src/a.ts", "src/c.ts"]],
    ["src/c.ts", []],
    ["test/a.test.ts", ["src/a.ts"]],
    ["test/c.test.ts", ["test/harness.ts"]],
    ["test/harness.ts", ["src/c.ts"]],
  ]);

  for (const [changed, tests] of [
    [["src/b.ts"], ["test/a.test.ts"]],
    [["src/c.ts"], ["test/a.test.ts", "test/c.test.ts"]],
    [["test/c.test.ts"], ["test/c.test.ts"]],
    [["README.md"], []],
    [[], []],
  ] as const) {
    it(`are ${tests.join(" and ") || "none"} after a change of ${changed.join(" and ") || "nothing"}`, () => {
      expect(testsReaching(graph, changed)).to.deep.equal(tests);
    });
  }

  it("are found by what the files of this tree import", async () => {
    const tests = testsReaching(await importGraph(packageRoot), ["src/text/search.ts"]);
    expect(tests).to.include("test/text/search.test.ts").and.not.to.include("test/text/truncate.test.ts");
  });
});
