import { expect } from "chai";
import { mochaHooks, startNode } from "./embedded-node.ts";

describe("the embedded node of a test file", () => {
  it("answers until the file is done", async () => {
    const { rpcUrl } = await startNode();
    const ask = () => fetch(rpcUrl).then(() => "answers", String);
    expect(await ask()).to.equal("answers");
    await mochaHooks.afterAll();
    expect(await ask()).to.not.equal("answers");
  });
});
