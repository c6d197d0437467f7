import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { expect } from "chai";
import {
  addBatchedBytes,
  addUnsentBytes,
  countWritten,
  UnreadBytes,
} from "../../../src/transports/shared/unread-bytes.ts";

describe("UnreadBytes", () => {
  const closers: (() => void)[] = [];
  afterEach(() => {
    for (const close of closers.splice(0)) close();
  });

  /** Two listeners under one bound, and the gateway's side of a client of each. */
  async function twoClients(maxUnreadBytes: number): Promise<[Socket, Socket]> {
    const unread = new UnreadBytes({ sendTimeoutMs: 60_000, maxUnreadBytes });
    const open = async () => {
      const server = createServer();
      unread.follow(server);
      server.listen(0, "127.0.0.1");
      await once(server, "listening");
      const accepted = once(server, "connection") as Promise<[Socket]>;
      const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
      client.on("error", () => client.destroy());
      closers.push(() => {
        client.destroy();
        server.close();
        server.closeAllConnections();
      });
      return (await accepted)[0];
    };
    return [await open(), await open()];
  }

  const counters: readonly [what: string, count: (socket: Socket, bytes: number) => void][] = [
    ["is still to be written", addUnsentBytes],
    ["waits for the rest of its batch", addBatchedBytes],
  ];
  for (const [what, count] of counters)
    it(`disconnects at once, across listeners, when too much ${what}`, async () => {
      const [first, second] = await twoClients(1000);
      count(first, 900);
      expect(first.destroyed).to.equal(false);
      count(second, 200);
      expect([first.destroyed, second.destroyed]).to.deep.equal([true, false]);
    });

  it("disconnects at once a client whose socket buffers too much", async () => {
    const [first, second] = await twoClients(1024 * 1024);
    const large = Buffer.alloc(32 * 1024 * 1024);
    first.write(large);
    countWritten(first, large.length);
    expect([first.destroyed, second.destroyed]).to.deep.equal([true, false]);
  });

  it("stops counting batched bytes once they are written", async () => {
    const [first] = await twoClients(1000);
    for (let batch = 0; batch < 5; batch += 1) {
      addBatchedBytes(first, 900);
      addBatchedBytes(first, -900);
    }
    expect(first.destroyed).to.equal(false);
  });
});
