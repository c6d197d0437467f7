import { expect } from "chai";
import { createFollowAccount } from "../../src/app/follow-accounts.ts";
import { methodPlans } from "../../src/app/method-plans.ts";
import { BoundParams } from "../../src/gateway/params/bound-params.ts";
import type { AccountFeed } from "../../src/live/account-feed.ts";
import type { Network } from "../../src/networks/network.ts";
import { createSubscriptionHub, type SubscriptionHub } from "../../src/subscriptions/hub/subscription-hub.ts";
import { until } from "../faults/upstream-harness.ts";
import { account, addresses, shortTimes, useSocketUpstreams } from "../subscriptions/harness.ts";
import { RecordedEvents } from "../transports/websocket/harness.ts";

const [address] = addresses;

describe("an account that the gateway follows through the hub", () => {
  const upstreams = useSocketUpstreams();
  let hub: SubscriptionHub | undefined;
  const states: string[] = [];

  afterEach(() => hub?.close());

  async function follow(): Promise<
    { feed: AccountFeed; network: Network } & Awaited<ReturnType<typeof upstreams.start>>
  > {
    const started = await upstreams.start({ upstreams: 2 });
    const { service } = started.gateway.live;
    const network = service.store.defaultNetwork();
    hub = createSubscriptionHub({
      plans: methodPlans,
      send: service.upstreams.send,
      clock: service.upstreams.clock,
      dials: true,
      store: { onChange: () => () => undefined },
      websocket: { ...service.config.websocket, lingerMs: 0 },
      requestTimeoutMs: 1000,
      maxFrameBytes: 1_000_000,
      listener: new RecordedEvents(),
      times: shortTimes,
    });
    states.length = 0;
    const feed = await createFollowAccount(hub, methodPlans)(
      {
        network,
        subscribe: "accountSubscribe",
        address: JSON.stringify(address),
        commitment: "confirmed",
        encoding: "base64",
      },
      (state) => states.push(state.toString()),
    );
    return { ...started, feed, network };
  }

  it("is subscribed with the ledger's own parameters, and delivers states with their context", async () => {
    const { upstream } = await follow();
    const { id, params, socket } = await upstream.subscription("accountSubscribe");
    expect(params).to.deep.equal([address, { commitment: "confirmed", encoding: "base64" }]);
    socket.notify(id, upstream.inContext(account(7), 1001), "accountNotification");
    await until(() => states.length === 1, "a state came");
    expect(states).to.deep.equal([upstream.inContext(account(7), 1001)]);
  });

  it("costs no reads, neither at the start nor after an interruption, which it counts", async () => {
    const { feed, upstream } = await follow();
    const { socket } = await upstream.subscription("accountSubscribe");
    const before = feed.interruptions;
    socket.kill();
    await until(() => feed.interruptions > before && feed.isPushed, "it is pushed again");
    expect(upstream.calls.filter(({ method }) => method === "getMultipleAccounts")).to.deep.equal([]);
  });

  it("says whether its slots move, and which slot is the newest", async () => {
    const { feed, upstream } = await follow();
    expect([feed.isMoving(performance.now()), feed.newestSlot]).to.deep.equal([false, -1]);
    const { id, socket } = await upstream.subscription("slotSubscribe");
    socket.notify(id, '{"slot":1005,"parent":1004,"root":973}', "slotNotification");
    await until(() => feed.newestSlot === 1005, "the slot came");
    expect(feed.isMoving(performance.now())).to.equal(true);
    expect(feed.isMoving(performance.now() + 2001)).to.equal(false);
  });

  it("goes to another upstream once its own missed a notification", async () => {
    const { feed, upstream, network, upstreams: all } = await follow();
    await upstream.subscription("accountSubscribe");
    expect(feed.recordMissed()).to.equal(new URL(upstream.wsUrl).host);
    feed.leave();
    await until(() => upstream.unsubscribed.length === 1, "it is left");
    const follower = createFollowAccount(hub as SubscriptionHub, methodPlans);
    const question = { subscribe: "accountSubscribe", commitment: "confirmed", encoding: "base64" } as const;
    await follower({ ...question, network, address: JSON.stringify(addresses[1]) }, () => undefined);
    expect(all[1]?.subscriptions.some(({ method }) => method === "accountSubscribe")).to.equal(true);
  });

  it("is read for clients that subscribe to it, once the first of them does", async () => {
    const { upstream, network } = await follow();
    const before = upstream.calls.length;
    const bound = methodPlans.get("accountSubscribe") ?? expect.fail();
    const raws = bound.method.params.map(({ name }) =>
      name === "pubkey"
        ? JSON.stringify(address)
        : ({ commitment: '"confirmed"', encoding: '"base64"' } as Record<string, string>)[name],
    );
    await hub?.subscribe(network, new BoundParams(bound, raws, []), { deliver: () => undefined });
    await until(() => upstream.calls.length > before, "it is read");
    expect(upstream.subscriptions.filter(({ method }) => method === "accountSubscribe")).to.have.length(1);
  });
});
