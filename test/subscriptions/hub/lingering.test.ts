import { expect } from "chai";
import { methodPlans } from "../../../src/app/method-plans.ts";
import { bindParams } from "../../../src/gateway/params/bind-params.ts";
import { SubscriptionHub } from "../../../src/subscriptions/subscription-hub.ts";
import { account, addresses, shortTimes, useSocketUpstreams } from "../harness.ts";

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

  it("end at once beyond their number, the oldest first", async () => {
    const { gateway, upstream } = await upstreams.start();
    const { config, store, upstreams: all } = gateway.live.service;
    const hub = new SubscriptionHub({
      plans: methodPlans,
      send: all.send,
      clock: all.clock,
      opensSockets: true,
      store,
      websocket: config.websocket,
      requestTimeoutMs: 1000,
      maxFrameBytes: 1_000_000,
      listener: gateway.events,
      times: { ...shortTimes, lingerMs: 60_000 },
      maxLingering: 1,
    });
    const plan = methodPlans.get("accountSubscribe") ?? expect.fail();
    const subscriber = { deliver: () => undefined };
    for (const key of addresses) {
      const params = bindParams(plan, `["${key}"]`);
      (await hub.subscribe(store.defaultNetwork(), params, subscriber)).leave(subscriber);
    }
    await upstream.until(() => upstream.unsubscribed.length === 2, "two unsubscribes");
    const ids = upstream.subscriptions
      .filter(({ method }) => method === "accountSubscribe")
      .map(({ id }) => id);
    expect(upstream.unsubscribed).to.deep.equal(ids.slice(0, 2));
    hub.close();
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
