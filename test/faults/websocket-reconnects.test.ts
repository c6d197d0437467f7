import { expect } from "chai";
import { heapBytes } from "../heap-growth.ts";
import { account, addresses, useSocketUpstreams } from "../subscriptions/harness.ts";

const [address] = addresses;
const rounds = 400;

describe(`${rounds} reconnects of an upstream @long`, () => {
  const upstreams = useSocketUpstreams();

  it("lose no subscription and leave nothing behind", async function () {
    this.timeout(120_000);
    const { gateway, upstream } = await upstreams.start({
      times: { reconnect: { firstMs: 1, longestMs: 1 } },
    });
    const client = await gateway.connect();
    const id = await client.subscribe("accountSubscribe", address);
    const resources = () => process.getActiveResourcesInfo().length;
    const reconnect = async (round: number) => {
      const { socket } = await upstream.subscription("accountSubscribe", round);
      socket.kill();
      await upstream.subscription("accountSubscribe", round + 1);
      // Anything that the script keeps would count as a leak.
      for (const one of upstream.sockets) one.requests.length = 0;
    };
    for (let round = 1; round <= 100; round += 1) await reconnect(round);
    const before = { handles: resources(), heap: heapBytes() / 2 ** 20 };
    for (let round = 101; round <= rounds; round += 1) await reconnect(round);
    const after = { handles: resources(), heap: heapBytes() / 2 ** 20 };
    expect(after.handles, "handles").to.be.at.most(before.handles + 5);
    expect(after.heap, "MiB of the heap").to.be.lessThan(before.heap + 5);
    expect(gateway.hub.countByNetwork("subscriptions")).to.deep.equal({ scripted: 1 });
    expect(upstream.sockets.filter(({ isClosed }) => !isClosed)).to.have.length(1);
    const { id: upstreamId, socket } = await upstream.subscription("accountSubscribe", rounds + 1);
    socket.notify(upstreamId, upstream.inContext(account(9), 2000));
    await client.notification(id);
    expect(client.notifications(id)).to.have.length(1);
  });
});
