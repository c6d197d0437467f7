import { expect } from "chai";
import { useScriptedNodes } from "./harness.ts";

describe("an upstream that confirms votes and never sends one", () => {
  const nodes = useScriptedNodes();

  it("is reported, and further clients are told that there are none", async () => {
    const { gateway, node } = await nodes.start({ times: { silentAfterMs: 10, staleSlotsMs: 30 } });
    const client = await gateway.connect();
    await client.subscribe("voteSubscribe");
    await node.subscription("slotSubscribe");
    node.moveTo(node.slot + 30);
    await node.until(() => node.unsubscribed.length === 1, "the end of the silent subscription");
    expect(gateway.events.silent).to.deep.equal(["voteSubscribe"]);
    const { json } = await client.call("voteSubscribe", []);
    expect(json.error.code).to.equal(-32601);
    expect(json.error.message).to.match(/voteSubscribe is not offered by the upstreams of scripted/);
  });

  it("is left alone while it sends them", async () => {
    const { gateway, node } = await nodes.start({ times: { silentAfterMs: 10, staleSlotsMs: 30 } });
    const client = await gateway.connect();
    const id = await client.subscribe("voteSubscribe");
    const { id: upstream, socket } = await node.subscription("voteSubscribe");
    await node.subscription("slotSubscribe");
    socket.notify(upstream, '{"hash":"x","slots":[1]}');
    node.moveTo(node.slot + 30);
    await client.notification(id);
    socket.notify(upstream, '{"hash":"y","slots":[2]}');
    await client.notification(id, 2);
    expect(gateway.events.silent).to.deep.equal([]);
  });
});
