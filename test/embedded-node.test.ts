import { expect } from "chai";
import { mochaHooks, startNode } from "./embedded-node.ts";

describe("the embedded node of a test file", () => {
  it("answers until the file is done", async () => {
    const { rpcUrl, pid } = await startNode();
    expect((await fetch(rpcUrl)).status).to.be.greaterThan(0);
    await mochaHooks.afterAll();
    // Not asked again: a server of another test may have its port by now, and never answer.
    expect(() => process.kill(pid, 0)).to.throw("ESRCH");
  });
});
