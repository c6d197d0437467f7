import { expect } from "chai";
import type { ImportGraph } from "../import-graph.ts";
import { reachingTests } from "./reaching-tests.ts";

describe("the tests that may notice a change", () => {
  const graph: ImportGraph = new Map([
    ["src/json/cut-text.ts", []],
    ["src/json/join.ts", ["src/json/cut-text.ts"]],
    ["src/rpc/answer.ts", ["src/json/join.ts"]],
    ["test/json/own.test.ts", ["src/json/cut-text.ts", "test/json/own.test.ts"]],
    ["test/json/deep/over-another.test.ts", ["src/json/join.ts"]],
    ["test/json/helper.ts", ["src/json/cut-text.ts"]],
    ["test/json/over-a-helper.test.ts", ["test/json/helper.ts"]],
    ["test/json/none.test.ts", ["src/rpc/none.ts"]],
    ["test/rpc/answer.test.ts", ["src/rpc/answer.ts"]],
    ["test/contract/answers.test.ts", ["src/rpc/answer.ts"]],
  ]);

  it("are those of its folder that import the file, directly or not", () => {
    expect(reachingTests(graph, "src/json/cut-text.ts")).to.deep.equal([
      "test/json/deep/over-another.test.ts",
      "test/json/over-a-helper.test.ts",
      "test/json/own.test.ts",
    ]);
  });

  it("are those of the contract that import the file directly", () => {
    const tests = reachingTests(graph, "src/rpc/answer.ts");
    expect(tests).to.deep.equal(["test/contract/answers.test.ts", "test/rpc/answer.test.ts"]);
    expect(reachingTests(graph, "src/json/join.ts")).to.deep.equal(["test/json/deep/over-another.test.ts"]);
  });

  it("are none where no test of the folder imports it", () => {
    expect(reachingTests(graph, "src/limits/window.ts")).to.deep.equal([]);
  });
});
