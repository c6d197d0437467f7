import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { packageRoot } from "../../src/package-root.ts";
import { temporaryFolder } from "../networks/harness.ts";

const suite = `
describe("a suite", () => {
  it("passes", () => {});
  it("is wrong", () => { throw new Error("one thing\\nand another"); });
  it("is wrong as well", () => { throw new Error("x".repeat(10000)); });
});
console.log("printed before the tests");
`;

/** What .ci/print-failures says of a step with this output. */
function printFailures(output: string): string {
  const log = join(temporaryFolder(), "log.txt");
  writeFileSync(log, output);
  return execFileSync(join(packageRoot, ".ci", "print-failures"), ["a step", log], { encoding: "utf8" });
}

describe(".ci/print-failures", () => {
  it("names every failing test of mocha's output with its message, and nothing that passed", () => {
    const file = join(temporaryFolder(), "suite.cjs");
    writeFileSync(file, suite);
    const mocha = join(packageRoot, "node_modules", "mocha", "bin", "mocha.js");
    const { stdout } = spawnSync(process.execPath, [mocha, "--no-config", "--no-color", file], {
      encoding: "utf8",
    });
    const said = printFailures(stdout);
    expect(said).to.match(/^\n== failed: a step\n/);
    expect(said).to.match(/ {2}1\) a suite\n {7}is wrong:\n +Error: one thing\nand another\n/);
    expect(said).to.match(/ {2}2\) a suite\n {7}is wrong as well:\n +Error: x{300}/);
    expect(said).not.to.contain("passes").and.not.to.contain("printed before the tests");
    expect(said.length).to.be.below(2000);
  });

  it("shows the last lines of a step that failed without a test", () => {
    const said = printFailures(Array.from({ length: 1000 }, (_, number) => `line ${number}\n`).join(""));
    expect(said)
      .to.match(/line 970\n(.*\n)*line 999\n$/)
      .and.not.to.contain("line 969\n");
  });
});
