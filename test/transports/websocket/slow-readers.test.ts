import { expect } from "chai";
import { useFakeClock } from "../../fake-clock.ts";
import { addresses, useSocketUpstreams } from "../../subscriptions/harness.ts";

const [address] = addresses;
const text = "x".repeat(64 * 1024);
/** With this much memory, a client may leave 256 KiB unread. */
const server = { memory_mb: 64 };

describe("slow readers", () => {
  const upstreams = useSocketUpstreams();

  it("get the newest state of an account, while a fast reader gets every one", async () => {
    const { gateway, upstream } = await upstreams.start({ server });
    const [slow, fast] = [await gateway.connect(), await gateway.connect()];
    const id = await slow.subscribe("accountSubscribe", address);
    await fast.subscribe("accountSubscribe", address);
    const { id: upstreamId, socket } = await upstream.subscription("accountSubscribe");
    slow.socket.pause();
    const count = 300;
    for (let told = 1; told <= count; told += 1) {
      socket.notify(upstreamId, upstream.inContext(`{"lamports":${told},"data":"${text}"}`, 1000 + told));
      await fast.notification(id, told);
    }
    slow.socket.resume();
    await slow.until(({ json }) => json.params?.result.context.slot === 1000 + count);
    const slots = slow.notifications(id).map(({ json }) => json.params.result.context.slot);
    expect(slots).to.have.length.below(count);
    expect(slots).to.deep.equal([...slots].sort((a, b) => a - b));
    expect(gateway.events.slow).to.include("overwritten").and.not.include("closed");
    // The connection is as good as any.
    await slow.call("getSlot");
  });

  it("are closed with 1013 and a reason if nothing may be dropped, while a fast reader continues", async () => {
    // The clock stands still: the slow one is not cut off before it reads the close.
    useFakeClock();
    const { gateway, upstream } = await upstreams.start({ server });
    const [slow, fast] = [await gateway.connect(), await gateway.connect()];
    await slow.subscribe("logsSubscribe", "all");
    const id = await fast.subscribe("logsSubscribe", "all");
    const { id: upstreamId, socket } = await upstream.subscription("logsSubscribe");
    slow.socket.pause();
    const count = 300;
    for (let told = 1; told <= count; told += 1) {
      socket.notify(
        upstreamId,
        upstream.inContext(`{"signature":"s${told}","err":null,"logs":["${text}"]}`, 1000 + told),
      );
      await fast.notification(id, told);
    }
    slow.socket.resume();
    expect(await slow.closed()).to.equal(1013);
    expect(slow.closeReason).to.match(/reads too slowly/);
    expect(gateway.events.slow).to.deep.equal(["closed"]);
    const slots = slow.messages.slice(1).map(({ json }) => json.params.result.context.slot);
    expect(slots).to.deep.equal(slots.map((_, index) => 1001 + index));
  });

  it("are disconnected if they never answer the close", async () => {
    const clock = useFakeClock();
    const { gateway, upstream } = await upstreams.start({ server });
    const slow = await gateway.connect();
    await slow.subscribe("logsSubscribe", "all");
    const { id: upstreamId, socket } = await upstream.subscription("logsSubscribe");
    slow.socket.pause();
    for (let slot = 1001; slot <= 1300; slot += 1)
      socket.notify(
        upstreamId,
        upstream.inContext(`{"signature":"s${slot}","err":null,"logs":["${text}"]}`, slot),
      );
    while (gateway.events.slow.length === 0) await clock.tickAsync(0);
    expect(gateway.events.slow).to.deep.equal(["closed"]);
    await clock.tickAsync(4999);
    expect(gateway.transport.connectionCount).to.equal(1);
    await clock.tickAsync(1);
    while (gateway.transport.connectionCount > 0) await clock.tickAsync(0);
  });

  it("are paused while they do not read their answers", async () => {
    const { gateway, upstream } = await upstreams.start({ server });
    upstream.answers.set("getBlock", () => `"${text}"`);
    const client = await gateway.connect();
    client.socket.pause();
    const count = 300;
    for (let id = 1; id <= count; id += 1)
      client.send(`{"jsonrpc":"2.0","id":${id},"method":"getBlock","params":[${id}]}`);
    const asked = () => upstream.calls.filter(({ method }) => method === "getBlock").length;
    await upstream.until(() => asked() >= 64, "some calls");
    // Another client's calls, one after the other, leave time for any further calls.
    const other = await gateway.connect();
    for (let turn = 0; turn < 100; turn += 1) await other.call("getSlot");
    expect(asked()).to.be.lessThan(count);
    client.socket.resume();
    await client.received(count);
    expect(asked()).to.equal(count);
    expect(client.messages.filter(({ json }) => json.error !== undefined)).to.have.length(0);
  });
});
