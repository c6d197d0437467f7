import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { startNodeProcess } from "../embedded-node.ts";
import type { StartedNodes, WaitingEvents } from "./drained-nodes.ts";

const program = fileURLToPath(new URL("drained-nodes.ts", import.meta.url));

async function slotOf(rpcUrl: string): Promise<number> {
  const response = await fetch(rpcUrl, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: '{"jsonrpc":"2.0","id":1,"method":"getSlot"}',
  });
  const { result } = (await response.json()) as { readonly result: number };
  return result;
}

describe("keepDrained()", () => {
  it("leaves only new events in the queue, however long the node runs", async () => {
    const { child, started } = await startNodeProcess<StartedNodes>(program, ["--import=tsx"]);
    const first = await slotOf(started.rpcUrl);
    while ((await slotOf(started.rpcUrl)) < first + 30)
      await new Promise((resolve) => setTimeout(resolve, 50));
    child.send("how many?");
    const [{ drained, undrained }] = (await once(child, "message")) as [WaitingEvents];
    expect(undrained).to.be.greaterThan(25);
    expect(drained).to.be.lessThan(20);
  });
});
