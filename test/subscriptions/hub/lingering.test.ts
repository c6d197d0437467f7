import { expect } from "chai";
import { account, addresses, useSocketUpstreams } from "../harness.ts";

const [address, other] = addresses;

describe("subscriptions without a client", () => {
  const upstreams = useSocketUpstreams();

  it("are joined again, on the same upstream subscription", async () => {
    const { gateway, upstream } = await upstreams.start({ times: { lingerMs: 60_000 } });
    const client = await gateway.connect();
    for (let round = 0; round < 50; round += 1) {
      const id = await client.subscribe("programSubscribe", address);
      await client.call("programUnsubscribe", [id]);
    }
    const id = await client.subscribe("programSubscribe", address);
    const { id: upstreamId, socket } = await upstream.subscription("programSubscribe");
    socket.notify(upstreamId, upstream.inContext(`{"pubkey":"${other}","account":${account(1)}}`));
    await client.notification(id);
    expect(upstream.subscriptions.filter(({ method }) => method === "programSubscribe")).to.have.length(1);
    expect(upstream.unsubscribed).to.deep.equal([]);
  });

  it("end upstream when their time is over", async () => {
    const { gateway, upstream } = await upstreams.start({ times: { lingerMs: 20 } });
    const client = await gateway.connect();
    await client.call("accountUnsubscribe", [await client.subscribe("accountSubscribe", address)]);
    await upstream.until(() => upstream.unsubscribed.length === 1, "the unsubscribe");
    expect(gateway.hub.status()[0]?.subscriptions).to.equal(0);
  });

  it("end at once beyond a thousand, the oldest first", async () => {
    const { gateway, upstream } = await upstreams.start({ times: { lingerMs: 60_000 } });
    const client = await gateway.connect();
    const subscribe = (offset: number) =>
      client.subscribe("accountSubscribe", address, { dataSlice: { offset, length: 1 } });
    await client.call("accountUnsubscribe", [await subscribe(0)]);
    const { id: oldest } = await upstream.subscription("accountSubscribe");
    const ids = await Promise.all(Array.from({ length: 999 }, (_, index) => subscribe(index + 1)));
    await Promise.all(ids.map((id) => client.call("accountUnsubscribe", [id])));
    await client.subscribe("slotSubscribe");
    expect(upstream.unsubscribed).to.deep.equal([]);
    await client.call("accountUnsubscribe", [await subscribe(1000)]);
    await upstream.until(() => upstream.unsubscribed.length > 0, "an unsubscribe");
    expect(upstream.unsubscribed).to.deep.equal([oldest]);
  });

  it("end with their upstream socket", async () => {
    const { gateway, upstream } = await upstreams.start({ times: { lingerMs: 60_000 } });
    const client = await gateway.connect();
    await client.call("accountUnsubscribe", [await client.subscribe("accountSubscribe", address)]);
    await client.subscribe("slotSubscribe");
    upstream.killAll();
    await upstream.subscription("slotSubscribe", 3);
    expect(upstream.subscriptions.filter(({ method }) => method === "accountSubscribe")).to.have.length(1);
    expect(gateway.hub.status()[0]?.subscriptions).to.equal(1);
  });
});
