import { expect } from "chai";
import { bindParams } from "../../src/gateway/params/bind-params.ts";
import type { BoundParams } from "../../src/gateway/params/bound-params.ts";
import { indexedMethods } from "../../src/gateway/params/method-index.ts";
import type { Network } from "../../src/networks/network.ts";
import type { Notification } from "../../src/subscriptions/feed/subscriber.ts";
import { SubscriptionHub } from "../../src/subscriptions/subscription-hub.ts";
import { RecordedEvents, type SocketGateway } from "../transports/websocket/harness.ts";
import { entryOf, until } from "../upstream/harness.ts";
import { account, addresses, shortTimes, useSocketUpstreams } from "./harness.ts";
import { SocketUpstream } from "./socket-upstream.ts";

const [address] = addresses;

/** A subscriber that keeps its notifications. */
class Reader {
  readonly texts: string[] = [];
  #wake: () => void = () => undefined;

  deliver({ body }: Notification): void {
    this.texts.push(body.toString());
    this.#wake();
  }

  async text(count: number): Promise<string> {
    while (this.texts.length < count) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.texts[count - 1] ?? "";
  }
}

function boundOf(method: string, params: string | undefined): BoundParams {
  return bindParams(indexedMethods.get(method) ?? expect.fail(), params);
}

describe("networks that change", () => {
  const upstreams = useSocketUpstreams();
  let hub: SubscriptionHub | undefined;
  let other: SocketUpstream | undefined;
  let change: (network: Network) => void = () => undefined;
  const events = new RecordedEvents();

  afterEach(async () => {
    hub?.close();
    await other?.close();
  });

  function createHub(gateway: SocketGateway, pollAfterMs: number): SubscriptionHub {
    const { config, upstreams } = gateway.live.service;
    hub = new SubscriptionHub({
      send: upstreams.send,
      clock: upstreams.clock,
      opensSockets: true,
      store: {
        onChange(listener) {
          change = listener;
          return () => undefined;
        },
      },
      websocket: config.websocket,
      requestTimeoutMs: 1000,
      maxFrameBytes: 1_000_000,
      listener: events,
      times: { ...shortTimes, pollAfterMs },
    });
    return hub;
  }

  it("move their subscriptions to the new addresses, where slots may start over", async () => {
    const { gateway, upstream } = await upstreams.start();
    const network = gateway.live.service.store.defaultNetwork();
    other = await SocketUpstream.start();
    const reader = new Reader();
    await createHub(gateway, 60_000).subscribe(
      network,
      boundOf("accountSubscribe", `["${address}"]`),
      reader,
    );
    const before = await upstream.subscription("accountSubscribe");
    before.socket.notify(before.id, upstream.inContext(account(1), 5000));
    await reader.text(1);
    change({ ...network, wsAddresses: [{ url: other.wsUrl, weight: 1, trusted: true }] });
    const after = await other.subscription("accountSubscribe");
    after.socket.notify(after.id, upstream.inContext(account(2), 40));
    expect(await reader.text(2)).to.match(/"lamports":0|"slot":40/);
    expect(before.socket.isClosed).to.equal(true);
  });

  it("reconnect if the settings of an upstream change, but not if only their records are rebuilt", async () => {
    const { gateway, upstream } = await upstreams.start();
    const known = gateway.live.service.store.defaultNetwork();
    const withKey = (authorization: string): Network => ({
      ...known,
      wsAddresses: known.wsAddresses.map((one) => ({
        ...one,
        settings: entryOf(one.url, { headers: { authorization } }),
      })),
    });
    const bound = boundOf("accountSubscribe", `["${address}"]`);
    await createHub(gateway, 60_000).subscribe(withKey("Bearer one"), bound, new Reader());
    const before = await upstream.subscription("accountSubscribe");
    change(withKey("Bearer one"));
    expect(upstream.authorization).to.equal("Bearer one");
    change(withKey("Bearer two"));
    await upstream.subscription("accountSubscribe", 2);
    expect(upstream.authorization).to.equal("Bearer two");
    expect(upstream.upgrades).to.equal(2);
    await until(() => before.socket.isClosed, "the old socket is closed");
  });

  it("read only the blocks since the last slot, where the new addresses may be of the same ledger", async () => {
    const { gateway, upstream } = await upstreams.start();
    const network = gateway.live.service.store.defaultNetwork();
    other = await SocketUpstream.start();
    upstream.answers.set("getBlock", () => '{"blockhash":"b","transactions":[]}');
    const bound = boundOf("blockSubscribe", '["all",{"commitment":"confirmed"}]');
    const reader = new Reader();
    await createHub(gateway, 60_000).subscribe(network, bound, reader);
    const slots = await upstream.subscription("slotSubscribe");
    const before = await upstream.subscription("blockSubscribe");
    slots.socket.notify(slots.id, '{"parent":999,"root":968,"slot":1000}');
    before.socket.notify(before.id, upstream.inContext('{"slot":1000,"block":{},"err":null}', 1000));
    await reader.text(1);
    upstream.calls.length = 0;
    change({ ...network, wsAddresses: [{ url: other.wsUrl, weight: 1, trusted: true }] });
    await other.subscription("blockSubscribe");
    await until(() => upstream.calls.some(({ method }) => method === "getBlocks"), "blocks were asked for");
    const [from] = upstream.calls.find(({ method }) => method === "getBlocks")?.params ?? [];
    expect(Number(from)).to.be.within(940, 1000);
  });

  it("move polled subscriptions to a new upstream that offers them", async () => {
    const { gateway, upstream } = await upstreams.start();
    upstream.refusals.set("slotSubscribe", '{"code":-32601,"message":"Method not found"}');
    const network = gateway.live.service.store.defaultNetwork();
    other = await SocketUpstream.start();
    const reader = new Reader();
    await createHub(gateway, 60_000).subscribe(network, boundOf("slotSubscribe", "[]"), reader);
    expect(await reader.text(1)).to.match(/"slot":1000/);
    expect(hub?.countByNetwork("polled")).to.deep.equal({ scripted: 1 });
    change({ ...network, wsAddresses: [{ url: other.wsUrl, weight: 1, trusted: true }] });
    const { socket, id } = await other.subscription("slotSubscribe", 2);
    socket.notify(id, '{"parent":1006,"root":970,"slot":1007}');
    // The old ledger's slot may be polled once more before.
    if (!(await reader.text(2)).includes('"slot":1007')) expect(await reader.text(3)).to.match(/"slot":1007/);
    expect(hub?.countByNetwork("polled")).to.deep.equal({ scripted: 0 });
  });

  it("never connect to a private address that is not trusted, and are polled instead", async () => {
    const { gateway, upstream } = await upstreams.start();
    const known = gateway.live.service.store.defaultNetwork();
    const network = { ...known, wsAddresses: [{ url: upstream.wsUrl, weight: 1, trusted: false }] };
    const reader = new Reader();
    await createHub(gateway, 10).subscribe(network, boundOf("rootSubscribe", undefined), reader);
    expect(await reader.text(1)).to.match(/"result":968,/);
    expect(upstream.upgrades).to.equal(0);
    expect(events.ended.join()).to.match(/127\.0\.0\.1 is not a public host/);
  });

  it("without any WebSocket address are polled", async () => {
    const { gateway, upstream } = await upstreams.start();
    const network = { ...gateway.live.service.store.defaultNetwork(), wsAddresses: [] };
    const reader = new Reader();
    await createHub(gateway, 60_000).subscribe(network, boundOf("slotSubscribe", "[]"), reader);
    expect(await reader.text(1)).to.match(/"result":\{"parent":999,"root":968,"slot":1000\}/);
    upstream.slot = 1002;
    expect(await reader.text(2)).to.match(/"slot":1002/);
  });
});
