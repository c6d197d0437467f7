import { expect } from "chai";
import { bindParams } from "../../../src/gateway/params/bind-params.ts";
import { indexedMethods } from "../../../src/gateway/params/method-index.ts";
import { encodeBase58 } from "../../../src/text/base58.ts";
import { account, addresses, useSocketUpstreams } from "../harness.ts";

const [address, other] = addresses;

/** As many may linger by default. */
const maxLingering = 1000;

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
    expect(gateway.hub.countByNetwork("subscriptions")).to.deep.equal({ scripted: 0 });
  });

  it("end at once beyond their number, the oldest first", async () => {
    const { gateway, upstream } = await upstreams.start({ times: { lingerMs: 60_000 } });
    const network = gateway.live.service.store.defaultNetwork();
    const methodIndex = indexedMethods.get("accountSubscribe") ?? expect.fail();
    const subscriber = { deliver: () => undefined };
    for (let index = 0; index < maxLingering + 2; index += 1) {
      const key = encodeBase58(Buffer.alloc(32, 1).fill(`key ${index}`, 0, 8));
      const params = bindParams(methodIndex, `["${key}"]`);
      (await gateway.hub.subscribe(network, params, subscriber)).leave(subscriber);
    }
    await upstream.until(() => upstream.unsubscribed.length === 2, "two unsubscribes");
    const ids = upstream.subscriptions
      .filter(({ method }) => method === "accountSubscribe")
      .map(({ id }) => id);
    expect(upstream.unsubscribed).to.deep.equal(ids.slice(0, 2));
  });

  it("end with their upstream socket", async () => {
    const { gateway, upstream } = await upstreams.start({ times: { lingerMs: 60_000 } });
    const client = await gateway.connect();
    await client.call("accountUnsubscribe", [await client.subscribe("accountSubscribe", address)]);
    await client.subscribe("slotSubscribe");
    upstream.killAll();
    await upstream.subscription("slotSubscribe", 3);
    expect(upstream.subscriptions.filter(({ method }) => method === "accountSubscribe")).to.have.length(1);
    expect(gateway.hub.countByNetwork("subscriptions")).to.deep.equal({ scripted: 1 });
  });
});
