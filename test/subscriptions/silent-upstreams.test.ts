import { expect } from "chai";
import { usePatientClock } from "../fake-clock.ts";
import { useSocketUpstreams } from "./harness.ts";

describe("an upstream that confirms a subscription to votes", () => {
  const upstreams = useSocketUpstreams();
  beforeEach(usePatientClock);

  it("is reported if it never sends one, and later clients get an error", async () => {
    const { gateway, upstream } = await upstreams.start({ times: { silentAfterMs: 10, staleSlotsMs: 30 } });
    const client = await gateway.connect();
    await client.subscribe("voteSubscribe");
    await upstream.subscription("slotSubscribe");
    upstream.moveTo(upstream.slot + 30);
    await upstream.until(() => upstream.unsubscribed.length === 1, "the end of the silent subscription");
    expect(gateway.events.silent).to.deep.equal(["voteSubscribe"]);
    const { json } = await client.call("voteSubscribe", []);
    expect(json.error.code).to.equal(-32601);
    expect(json.error.message).to.match(/voteSubscribe is not offered by the upstreams of scripted/);
  });

  it("is not reported if it does send votes", async () => {
    const { gateway, upstream } = await upstreams.start({ times: { silentAfterMs: 10, staleSlotsMs: 30 } });
    const client = await gateway.connect();
    const id = await client.subscribe("voteSubscribe");
    const { id: upstreamId, socket } = await upstream.subscription("voteSubscribe");
    await upstream.subscription("slotSubscribe");
    socket.notify(upstreamId, '{"hash":"x","slots":[1]}');
    await client.notification(id);
    upstream.moveTo(upstream.slot + 30);
    // Each comes with a look at subscriptions that got nothing yet.
    const comparisons = () => upstream.calls.filter(({ method }) => method === "getSlot").length;
    const before = comparisons();
    await upstream.until(
      () => comparisons() >= before + 3 || gateway.events.silent.length > 0,
      "three comparisons of slots",
    );
    expect(gateway.events.silent).to.deep.equal([]);
    socket.notify(upstreamId, '{"hash":"y","slots":[2]}');
    await client.notification(id, 2);
    expect(gateway.events.silent).to.deep.equal([]);
  });
});
