import { createRequire } from "node:module";
import { expect } from "chai";
import { type EventQueue, keepDrained } from "../../src/localnet/keep-drained.ts";
import { collect } from "../heap-growth.ts";

interface Node extends EventQueue {
  readonly rpcUrl: string;
}

const { Surfnet } = createRequire(import.meta.url)("surfpool-sdk-linux-x64-gnu") as {
  readonly Surfnet: { startWithConfig(config: { readonly offline: boolean }): Node };
};

async function slotOf(node: Node): Promise<number> {
  const response = await fetch(node.rpcUrl, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: '{"jsonrpc":"2.0","id":1,"method":"getSlot"}',
  });
  const { result } = (await response.json()) as { readonly result: number };
  return result;
}

describe("keepDrained()", () => {
  /** A node that nothing references ends when it is garbage-collected. */
  let drained: Node | undefined;
  after(() => {
    drained = undefined;
    collect();
  });

  it("leaves only new entries in the queue, however long the node runs", async () => {
    const read = Surfnet.startWithConfig({ offline: true });
    const unread = Surfnet.startWithConfig({ offline: true });
    drained = read;
    keepDrained({ drainEvents: () => drained?.drainEvents() ?? [] });
    const first = await slotOf(unread);
    while ((await slotOf(unread)) < first + 30) await new Promise((resolve) => setTimeout(resolve, 50));
    const left = read.drainEvents().length;
    expect(unread.drainEvents().length).to.be.greaterThan(25);
    expect(left).to.be.lessThan(20);
  });
});
