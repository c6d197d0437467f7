import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect } from "chai";

const run = promisify(execFile);

describe("the rehearsal of a failure @long", () => {
  it("answers every call while one of two nodes is up, and says why calls fail while none is", async function () {
    this.timeout(180_000);
    const { stdout } = await run(process.execPath, ["--import", "tsx", "scripts/rehearse.ts"]);
    for (const step of [
      "both nodes answer",
      "the first node is stopped",
      "the first node is back",
      "the second node is back",
    ])
      expect(stdout).to.match(new RegExp(`^${step} +150 answered, 0 failed`, "m"));
    expect(stdout).to.match(/^both nodes are stopped +0 answered, 150 failed/m);
    expect(stdout).to.match(/^ {2}the last one failed with: No upstream of network rehearsal works now/m);
  });
});
