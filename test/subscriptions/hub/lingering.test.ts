import { expect } from "chai";
import type { SharedSubscription } from "../../../src/subscriptions/feed/shared-subscription.ts";
import { Lingering } from "../../../src/subscriptions/hub/lingering.ts";
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

  it("end at once beyond their number, the oldest first", () => {
    const dropped: SharedSubscription[] = [];
    const lingering = new Lingering({ lingerMs: 60_000, max: 1, drop: (shared) => dropped.push(shared) });
    const all = addresses.map((key) => ({ key }) as SharedSubscription);
    for (const shared of all) lingering.add(shared);
    lingering.close();
    expect(dropped).to.deep.equal(all.slice(0, 2));
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
