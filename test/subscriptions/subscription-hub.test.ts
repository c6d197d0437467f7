import { expect } from "chai";
import { heapBytes } from "../heap-growth.ts";
import { account, addresses, signature, useSocketUpstreams } from "./harness.ts";

const [address, other] = addresses;

describe("subscription hub", () => {
  const upstreams = useSocketUpstreams();

  it("makes one upstream subscription for equal ones of many clients, with one id for all", async () => {
    const { gateway, upstream } = await upstreams.start();
    const clients = await Promise.all([1, 2, 3].map(() => gateway.connect()));
    const ids = await Promise.all(
      clients.map((client, index) =>
        index === 0
          ? client.subscribe("accountSubscribe", address, { encoding: "base64", commitment: "finalized" })
          : client.subscribe("accountSubscribe", address, { encoding: "base64" }),
      ),
    );
    expect(new Set(ids).size).to.equal(1);
    expect(upstream.subscriptions.filter(({ method }) => method === "accountSubscribe")).to.have.length(1);
    const { id, socket } = await upstream.subscription("accountSubscribe");
    socket.notify(id, upstream.inContext(account(7), 1001), "accountNotification");
    for (const client of clients) {
      const { text } = await client.notification(ids[0] ?? -1);
      expect(text).to.equal(
        `{"jsonrpc":"2.0","method":"accountNotification","params":{"result":${upstream.inContext(account(7), 1001)},"subscription":${ids[0]}}}`,
      );
    }
  });

  it("keeps subscriptions apart that differ in a parameter", async () => {
    const { gateway } = await upstreams.start();
    const client = await gateway.connect();
    const ids = [
      await client.subscribe("accountSubscribe", address),
      await client.subscribe("accountSubscribe", other),
      await client.subscribe("accountSubscribe", address, { commitment: "processed" }),
      await client.subscribe("accountSubscribe", address, { encoding: "base64" }),
      await client.subscribe("accountSubscribe", address, { dataSlice: { offset: 1, length: 2 } }),
    ];
    expect(new Set(ids).size).to.equal(ids.length);
    const again = await client.subscribe("accountSubscribe", address, {
      dataSlice: { length: 2, offset: 1 },
    });
    expect(again).to.equal(ids[4]);
  });

  it("ends the upstream subscription with the last client, whether it unsubscribes or disconnects", async () => {
    const { gateway, upstream } = await upstreams.start();
    const [first, second] = [await gateway.connect(), await gateway.connect()];
    const id = await first.subscribe("accountSubscribe", address);
    await second.subscribe("accountSubscribe", address);
    const held = await upstream.subscription("accountSubscribe");
    await first.call("accountUnsubscribe", [id]);
    expect(upstream.unsubscribed).to.deep.equal([]);
    second.close();
    await upstream.until(() => upstream.unsubscribed.length > 0, "an unsubscribe");
    expect(upstream.unsubscribed).to.deep.equal([held.id]);
    expect(gateway.hub.countByNetwork("subscriptions")).to.deep.equal({ scripted: 0 });
    expect(gateway.hub.countByNetwork("polled")).to.deep.equal({ scripted: 0 });
    expect(upstream.sockets).to.have.length(1);
  });

  it("unsubscribes an upstream id with the last subscription that shares it", async () => {
    const { gateway, upstream } = await upstreams.start({
      prepare: ([first]) => {
        if (first !== undefined) first.sharesIds = true;
      },
    });
    const client = await gateway.connect();
    const ids = [
      await client.subscribe("accountSubscribe", addresses[0]),
      await client.subscribe("accountSubscribe", addresses[1]),
    ];
    const { id } = await upstream.subscription("accountSubscribe", 2);
    await client.call("accountUnsubscribe", [ids[0]]);
    expect(upstream.unsubscribed).to.deep.equal([]);
    await client.call("accountUnsubscribe", [ids[1]]);
    await upstream.until(() => upstream.unsubscribed.length > 0, "an unsubscribe request");
    expect(upstream.unsubscribed).to.deep.equal([id]);
  });

  it("asks an upstream for at most 64 subscriptions at once", async () => {
    const { gateway, upstream } = await upstreams.start({
      prepare: ([upstream]) => {
        if (upstream !== undefined) upstream.holdsConfirmations = true;
      },
    });
    const client = await gateway.connect();
    const ids = Array.from({ length: 70 }, (_, offset) =>
      client.subscribe("accountSubscribe", address, { encoding: "base64", dataSlice: { offset, length: 1 } }),
    );
    const asked = () => upstream.sockets.flatMap(({ requests }) => requests).length;
    await upstream.until(() => asked() >= 64, "64 requests");
    await (await gateway.connect()).call("getSlot", []);
    expect(asked()).to.equal(64);
    upstream.confirmHeld();
    expect(new Set(await Promise.all(ids)).size).to.equal(70);
  });

  it("does not end other subscriptions with the same id, if a node gives equal subscriptions one id", async () => {
    const { gateway, upstream } = await upstreams.start({
      prepare: ([first]) => {
        if (first !== undefined) first.sharesIds = true;
      },
    });
    const client = await gateway.connect();
    // The gateway itself listens to the slots of each socket.
    const id = await client.subscribe("slotSubscribe");
    upstream.moveTo(1001);
    await client.notification(id);
    const [watch, theirs] = [
      await upstream.subscription("slotSubscribe"),
      await upstream.subscription("slotSubscribe", 2),
    ];
    expect(watch.id).to.equal(theirs.id);
    await client.call("slotUnsubscribe", [id]);
    const again = await client.subscribe("slotSubscribe");
    upstream.moveTo(1002);
    await client.notification(again);
    expect(upstream.unsubscribed).to.deep.equal([]);
    expect(client.notifications(again)).to.have.length(1);
  });

  it("closes its upstream sockets some time after the last subscription has ended", async () => {
    const { gateway, upstream } = await upstreams.start({ times: { idleSocketMs: 10 } });
    const client = await gateway.connect();
    const id = await client.subscribe("accountSubscribe", address);
    await client.call("accountUnsubscribe", [id]);
    await upstream.until(() => upstream.sockets.every(({ isClosed }) => isClosed), "the close");
  });

  it("unsubscribes upstream from subscriptions that were left before they were confirmed", async () => {
    const { gateway, upstream } = await upstreams.start();
    const client = await gateway.connect();
    await client.subscribe("slotSubscribe");
    upstream.holdsConfirmations = true;
    client.send(JSON.stringify({ jsonrpc: "2.0", id: 99, method: "accountSubscribe", params: [address] }));
    const { id } = await upstream.subscription("accountSubscribe");
    client.close();
    upstream.confirmHeld();
    await upstream.until(() => upstream.unsubscribed.includes(id), "an unsubscribe");
  });

  it("spreads many subscriptions over few sockets", async () => {
    const { gateway, upstream } = await upstreams.start({
      websocket: { upstream_connections: 2, subscriptions_per_upstream_connection: 3 },
    });
    const client = await gateway.connect();
    const offsets = Array.from({ length: 12 }, (_, offset) => offset);
    await Promise.all(
      offsets.map((offset) =>
        client.subscribe("accountSubscribe", address, { dataSlice: { offset, length: 1 } }),
      ),
    );
    expect(upstream.sockets).to.have.length(2);
    const counts = upstream.sockets.map(
      ({ requests }) => requests.filter(({ method }) => method === "accountSubscribe").length,
    );
    expect(Math.min(...counts)).to.be.greaterThan(3);
  });

  it("keeps no memory of the frames that asked for subscriptions", async () => {
    const { gateway } = await upstreams.start();
    const client = await gateway.connect();
    await client.subscribe("accountSubscribe", address);
    const before = heapBytes();
    for (let offset = 0; offset < 60; offset += 1) {
      const params = `[${" ".repeat(100_000)}"${address}",{"dataSlice":{"offset":${offset},"length":1}}]`;
      client.send(`{"jsonrpc":"2.0","id":"${offset}","method":"accountSubscribe","params":${params}}`);
      await client.until(({ json }) => json.id === String(offset));
    }
    expect(gateway.hub.countByNetwork("subscriptions")).to.deep.equal({ scripted: 61 });
    expect(heapBytes() - before).to.be.below(2 * 2 ** 20);
  });

  it("refuses parameters that are too long to be kept, unknown fields included", async () => {
    const { gateway } = await upstreams.start();
    const client = await gateway.connect();
    const fits = "x".repeat(8000);
    await client.subscribe("accountSubscribe", address, { unknown: fits });
    for (const unknown of [`${fits}${"x".repeat(200)}`, "x".repeat(900_000), [fits, [fits]]]) {
      const { json } = await client.call("accountSubscribe", [address, { unknown }]);
      expect(json.error).to.include({ code: -32602 });
    }
    expect(gateway.hub.countByNetwork("subscriptions")).to.deep.equal({ scripted: 1 });
  });

  it("accepts parameters of exactly the longest length", async () => {
    const { gateway } = await upstreams.start();
    const client = await gateway.connect();
    const frame = `["${address}",{"unknown":""}]`.length;
    await client.subscribe("accountSubscribe", address, { unknown: "x".repeat(8192 - frame) });
    const { json } = await client.call("accountSubscribe", [address, { unknown: "x".repeat(8193 - frame) }]);
    expect(json.error.message).to.match(/have 8193 characters; a subscription may have 8192/);
  });

  it("restores subscriptions in bulk, with at most 64 unanswered requests", async () => {
    const { gateway, upstream } = await upstreams.start();
    const client = await gateway.connect();
    const offsets = Array.from({ length: 200 }, (_, offset) => offset);
    await Promise.all(
      offsets.map((offset) =>
        client.subscribe("accountSubscribe", address, { dataSlice: { offset, length: 1 } }),
      ),
    );
    upstream.holdsConfirmations = true;
    upstream.killAll();
    await upstream.until(() => (upstream.sockets[1]?.requests.length ?? 0) >= 64, "64 requests");
    // An answered ping means that everything sent before it has arrived.
    await client.call("getVersion");
    expect(upstream.sockets[1]?.requests).to.have.length(64);
    upstream.confirmHeld();
    await upstream.until(() => (upstream.sockets[1]?.requests.length ?? 0) >= 201, "the rest");
  });

  const refusals: readonly [what: string, error: string][] = [
    ["unknown there", '{"code":-32601,"message":"Method not found"}'],
    ["rejected there", '{"code":-32091,"message":"Subscription rejected"}'],
    [
      "without parameters there",
      '{"code":-32602,"message":"Invalid parameters: No parameters were expected"}',
    ],
    ["refused there for want of room", '{"code":-32603,"message":"Node subscription limit reached"}'],
  ];
  for (const [what, error] of refusals) {
    it(`polls for an account when the method is ${what}`, async () => {
      const { gateway, upstream } = await upstreams.start({
        prepare: ([first]) => first?.refusals.set("accountSubscribe", error),
      });
      const client = await gateway.connect();
      const id = await client.subscribe("accountSubscribe", address, { encoding: "base64" });
      await upstream.until(
        () => upstream.calls.some(({ method }) => method === "getMultipleAccounts"),
        "a poll",
      );
      upstream.answers.set("getMultipleAccounts", () => upstream.inContext(`[${account(9)}]`));
      const { json } = await client.notification(id);
      expect(json.params.result).to.deep.equal({ context: { slot: 1000 }, value: JSON.parse(account(9)) });
      expect(gateway.events.polled).to.deep.equal(["accountSubscribe"]);
    });
  }

  it("passes on the ledger's error about wrong parameters", async () => {
    const error = '{"code":-32602,"message":"Invalid param: odd","data":{"digits":18446744073709551615}}';
    const { gateway } = await upstreams.start({
      prepare: ([first]) => first?.refusals.set("logsSubscribe", error),
    });
    const client = await gateway.connect();
    expect((await client.call("logsSubscribe", ["all"])).text).to.equal(
      `{"jsonrpc":"2.0","error":${error},"id":1}`,
    );
    expect(gateway.hub.countByNetwork("subscriptions")).to.deep.equal({ scripted: 0 });
  });

  it("asks a second upstream for what the first does not offer", async () => {
    const { gateway, upstreams: all } = await upstreams.start({
      upstreams: 2,
      prepare: ([first]) =>
        first?.refusals.set("voteSubscribe", '{"code":-32601,"message":"Method not found"}'),
    });
    const client = await gateway.connect();
    const id = await client.subscribe("voteSubscribe");
    const { id: upstreamId, socket } = (await all[1]?.subscription("voteSubscribe")) ?? expect.fail();
    socket.notify(upstreamId, '{"votePubkey":"a","slots":[1]}');
    socket.notify(upstreamId, '{"votePubkey":"a","slots":[1]}');
    socket.notify(upstreamId, '{"votePubkey":"a","slots":[2]}');
    const { json } = await client.notification(id, 2);
    expect(json.params.result.slots).to.deep.equal([2]);
  });

  it("stops polling when no one listens", async () => {
    const { gateway, upstream } = await upstreams.start({
      prepare: ([first]) => first?.refusals.set("rootSubscribe", '{"code":-32601,"message":"no"}'),
    });
    const client = await gateway.connect();
    const id = await client.subscribe("rootSubscribe");
    await client.notification(id);
    expect(gateway.hub.countByNetwork("polled")).to.deep.equal({ scripted: 1 });
    await client.call("rootUnsubscribe", [id]);
    expect(gateway.hub.countByNetwork("polled")).to.deep.equal({ scripted: 0 });
    expect(upstream.unsubscribed).to.deep.equal([]);
  });

  it("polls while no upstream can be reached", async () => {
    const { gateway, upstream } = await upstreams.start({
      times: { pollAfterMs: 30 },
      prepare: ([first]) => {
        if (first !== undefined) first.refusesSockets = true;
      },
    });
    const client = await gateway.connect();
    const id = await client.subscribe("slotSubscribe");
    await client.notification(id);
    upstream.refusesSockets = false;
    await upstream.subscription("slotSubscribe", 2);
    upstream.moveTo(2000);
    await client.until(({ json }) => json.params?.result?.slot === 2000);
  });

  it("fetches what changed between the last poll and an upstream's confirmation", async () => {
    const { gateway, upstream } = await upstreams.start({
      times: { pollAfterMs: 30, pollMs: 60_000 },
      prepare: ([first]) => {
        if (first !== undefined) first.refusesSockets = true;
      },
    });
    upstream.answers.set("getMultipleAccounts", () => upstream.inContext(`[${account(1)}]`));
    const client = await gateway.connect();
    const id = await client.subscribe("accountSubscribe", address, { encoding: "base64" });
    const polls = () => upstream.calls.filter(({ method }) => method === "getMultipleAccounts").length;
    await upstream.until(() => polls() === 1, "the first poll");
    upstream.answers.set("getMultipleAccounts", () => upstream.inContext(`[${account(2)}]`));
    upstream.refusesSockets = false;
    const { json } = await client.notification(id);
    expect(json.params.result.value).to.deep.equal(JSON.parse(account(2)));
    expect(polls()).to.equal(2);
  });

  for (const [method, read, shown, answered] of [
    ["accountSubscribe", "getMultipleAccounts", (text: string) => text, (text: string) => `[${text}]`],
    [
      "programSubscribe",
      "getProgramAccounts",
      (text: string) => `{"pubkey":"${other}","account":${text}}`,
      (text: string) => `[{"account":${text},"pubkey":"${other}"}]`,
    ],
  ] as const)
    it(`delivers by ${method} what a fork brought back at an older slot, once the ledger is past that fork`, async () => {
      const { gateway, upstream } = await upstreams.start({ times: { lookupAfterMs: 10 } });
      let slot = 1005;
      const reads = () => upstream.calls.filter((call) => call.method === read).length;
      upstream.answers.set(read, () => upstream.inContext(answered(account(1)), slot));
      const client = await gateway.connect();
      const id = await client.subscribe(method, address, { encoding: "base64", commitment: "processed" });
      const { id: held, socket } = await upstream.subscription(method);
      socket.notify(held, upstream.inContext(shown(account(2)), 1010));
      await client.notification(id);
      const before = reads();
      socket.notify(held, upstream.inContext(shown(account(1)), 1005));
      await upstream.until(() => reads() >= before + 3, "reads below the slot");
      slot = 1011;
      const { json } = await client.notification(id, 2);
      const returned = JSON.parse(upstream.inContext(shown(account(1)), 1011));
      expect(json.params.result).to.deep.equal({ context: { slot: 1011 }, value: returned.value });
    });

  it("looks up a signature that landed before the subscription, though the upstream never reports it", async () => {
    const { gateway, upstream } = await upstreams.start({ times: { lookupAfterMs: 20 } });
    upstream.answers.set("getSignatureStatuses", () =>
      upstream.inContext(
        '[{"slot":900,"confirmations":null,"err":{"InstructionError":[0,{"Custom":1}]},"confirmationStatus":"finalized"}]',
      ),
    );
    const client = await gateway.connect();
    const id = await client.subscribe("signatureSubscribe", signature);
    const { json } = await client.notification(id);
    expect(json.params.result).to.deep.equal({
      context: { slot: 1000 },
      value: { err: { InstructionError: [0, { Custom: 1 }] } },
    });
    expect((await client.call("signatureUnsubscribe", [id])).json.error.message).to.equal(
      "Invalid subscription id.",
    );
  });

  it("does not settle a signature below the commitment that was asked for", async () => {
    const { gateway, upstream } = await upstreams.start({ times: { lookupAfterMs: 10 } });
    let status = "processed";
    upstream.answers.set("getSignatureStatuses", () =>
      upstream.inContext(`[{"slot":900,"confirmations":1,"err":null,"confirmationStatus":"${status}"}]`),
    );
    const client = await gateway.connect();
    const id = await client.subscribe("signatureSubscribe", signature, { commitment: "confirmed" });
    const looks = () => upstream.calls.filter(({ method }) => method === "getSignatureStatuses").length;
    await upstream.until(() => looks() >= 2, "two looks");
    expect(client.notifications(id)).to.have.length(0);
    status = "confirmed";
    await client.notification(id);
  });
});
