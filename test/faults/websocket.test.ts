import { expect } from "chai";
import { tickThrough, useFakeClock, usePatientClock } from "../fake-clock.ts";
import { account, addresses, shortTimes, signature, useSocketUpstreams } from "../subscriptions/harness.ts";
import type { ServerSocket, SocketUpstream } from "../subscriptions/socket-upstream.ts";
import type { SocketClient } from "../transports/websocket/socket-client.ts";

const [address] = addresses;
const landed = '{"slot":1001,"confirmations":null,"err":null,"confirmationStatus":"finalized"}';
const pending = { pollAfterMs: 60_000 };

/** A header that promises 100 bytes, and ten of them. */
const halfFrame = Buffer.concat([Buffer.from([0x81, 100]), Buffer.from('{"jsonrpc"')]);

function slotsOf(client: SocketClient, id: number): number[] {
  return client
    .notifications(id)
    .map(({ json }) => json.params.result.context?.slot ?? json.params.result.slot);
}

function lamportsOf(client: SocketClient, id: number): number[] {
  return client.notifications(id).map(({ json }) => json.params.result.value.lamports);
}

/** The account as HTTP calls show it, from now on. */
function holds(upstream: SocketUpstream, lamports: number): void {
  upstream.answers.set("getMultipleAccounts", ([keys]) =>
    upstream.inContext(`[${(keys as unknown[]).map(() => account(lamports)).join(",")}]`),
  );
}

/** The account's state was noted: later changes are seen. */
function noted(upstream: SocketUpstream): Promise<void> {
  return upstream.until(
    () => upstream.calls.some(({ method }) => method === "getMultipleAccounts"),
    "the first look at the account",
  );
}

describe("faults of a WebSocket upstream", () => {
  const upstreams = useSocketUpstreams();
  beforeEach(usePatientClock);

  const ends: readonly [what: string, end: (socket: ServerSocket) => void][] = [
    ["is killed", (socket) => socket.kill()],
    ["is killed in the middle of a frame", (socket) => socket.kill(halfFrame)],
    ["sends half a message", (socket) => socket.text('{"jsonrpc":"2.0","method":"accountNot')],
    ["sends what is no JSON", (socket) => socket.text("upstream connect error")],
    ["sends a binary frame", (socket) => socket.binary()],
  ];
  for (const [what, end] of ends) {
    it(`restores a subscription under its id when the upstream ${what}`, async () => {
      const { gateway, upstream } = await upstreams.start();
      holds(upstream, 5);
      const client = await gateway.connect();
      const id = await client.subscribe("accountSubscribe", address);
      const before = await upstream.subscription("accountSubscribe");
      await noted(upstream);
      upstream.nextId = 77;
      end(before.socket);
      const after = await upstream.subscription("accountSubscribe", 2);
      expect(after.id).to.be.at.least(77);
      after.socket.notify(after.id, upstream.inContext(account(6), 1005));
      expect((await client.notification(id)).json.params.result.value.lamports).to.equal(6);
      expect(client.notifications(id)).to.have.length(1);
    });
  }

  it("reports an account that changed during a gap, once", async () => {
    const { gateway, upstream } = await upstreams.start();
    holds(upstream, 5);
    const client = await gateway.connect();
    const id = await client.subscribe("accountSubscribe", address);
    const before = await upstream.subscription("accountSubscribe");
    await noted(upstream);
    upstream.slot = 1010;
    holds(upstream, 6);
    before.socket.kill();
    const after = await upstream.subscription("accountSubscribe", 2);
    await client.notification(id);
    // The upstream reports late what was already fetched, then something new.
    after.socket.notify(after.id, upstream.inContext(account(6), 1009));
    after.socket.notify(after.id, upstream.inContext(account(7), 1011));
    await client.notification(id, 2);
    expect(lamportsOf(client, id)).to.deep.equal([6, 7]);
    expect(slotsOf(client, id)).to.deep.equal([1010, 1011]);
  });

  it("reports a program's accounts that changed or appeared during a gap, and no others", async () => {
    const { gateway, upstream } = await upstreams.start();
    const keyed = (key: string, lamports: number) => `{"account":${account(lamports)},"pubkey":"${key}"}`;
    const listed = (...accounts: string[]) =>
      upstream.answers.set("getProgramAccounts", () => upstream.inContext(`[${accounts.join(",")}]`));
    const [first, second, third] = addresses;
    listed(keyed(first, 1), keyed(second, 1));
    const client = await gateway.connect();
    const id = await client.subscribe("programSubscribe", "11111111111111111111111111111111");
    const { socket } = await upstream.subscription("programSubscribe");
    await upstream.until(
      () => upstream.calls.some(({ method }) => method === "getProgramAccounts"),
      "the first look",
    );
    listed(keyed(first, 1), keyed(second, 2), keyed(third, 3));
    upstream.slot = 1010;
    socket.kill();
    await client.notification(id, 2);
    const told = client.notifications(id).map(({ json }) => json.params.result);
    expect(told.map(({ value }) => [value.pubkey, value.account.lamports])).to.deep.equal([
      [second, 2],
      [third, 3],
    ]);
    expect(told.map(({ context }) => context.slot)).to.deep.equal([1010, 1010]);
  });

  it("settles a signature that was confirmed during a gap", async () => {
    const { gateway, upstream } = await upstreams.start();
    const client = await gateway.connect();
    const id = await client.subscribe("signatureSubscribe", signature);
    const { socket } = await upstream.subscription("signatureSubscribe");
    upstream.answers.set("getSignatureStatuses", () => upstream.inContext(`[${landed}]`));
    socket.kill();
    expect((await client.notification(id)).json.params.result.value).to.deep.equal({ err: null });
  });

  it("fills a gap in logs from blocks, in order and without repeating any", async () => {
    const { gateway, upstream } = await upstreams.start();
    const signatures = ["a", "b", "c", "d"];
    upstream.answers.set("getBlock", ([slot]) => {
      const name = signatures[Number(slot) - 1001];
      const transaction = `{"meta":{"err":null,"logMessages":["log ${name}"]},"transaction":{"signatures":["${name}"],"message":{"accountKeys":["${address}"],"instructions":[{"programIdIndex":0}]}}}`;
      return `{"transactions":[${name === undefined ? "" : transaction}]}`;
    });
    const log = (name: string) => `{"signature":"${name}","err":null,"logs":["log ${name}"]}`;
    const client = await gateway.connect();
    const id = await client.subscribe("logsSubscribe", { mentions: [address] }, { commitment: "confirmed" });
    const before = await upstream.subscription("logsSubscribe");
    await upstream.until(() => upstream.calls.some(({ method }) => method === "getSlot"), "the first look");
    upstream.moveTo(1001);
    before.socket.notify(before.id, upstream.inContext(log("a"), 1001));
    await client.notification(id);
    upstream.slot = 1003;
    before.socket.kill();
    const after = await upstream.subscription("logsSubscribe", 2);
    upstream.slot = 1004;
    after.socket.notify(after.id, upstream.inContext(log("d"), 1004));
    await client.notification(id, 4);
    const told = client.notifications(id).map(({ json }) => json.params.result);
    expect(told.map(({ value }) => value.signature)).to.deep.equal(signatures);
    expect(told.map(({ context }) => context.slot)).to.deep.equal([1001, 1002, 1003, 1004]);
  });

  it("goes on with slots from the newest, never back", async () => {
    const { gateway, upstream } = await upstreams.start();
    const client = await gateway.connect();
    const id = await client.subscribe("slotSubscribe");
    await upstream.subscription("slotSubscribe", 2);
    upstream.moveTo(1005);
    await client.notification(id);
    upstream.killAll();
    await upstream.subscription("slotSubscribe", 4);
    for (const slot of [1003, 1005, 1009, 1008, 1010]) upstream.moveTo(slot);
    await client.notification(id, 3);
    expect(slotsOf(client, id)).to.deep.equal([1005, 1009, 1010]);
  });

  it("delivers notifications that arrive before the subscription is confirmed, after the client knows the id", async () => {
    const { gateway, upstream } = await upstreams.start();
    upstream.beforeConfirm = ({ id, method, socket }) => {
      if (method === "signatureSubscribe") socket.notify(id, upstream.inContext('{"err":null}'));
    };
    const client = await gateway.connect();
    const id = await client.subscribe("signatureSubscribe", signature);
    await client.notification(id);
    expect(client.messages.map(({ json }) => json.method ?? "confirmation")).to.deep.equal([
      "confirmation",
      "signatureNotification",
    ]);
  });

  it("passes duplicates on once, and asks for the newest state instead of going back", async () => {
    const { gateway, upstream } = await upstreams.start();
    const client = await gateway.connect();
    const id = await client.subscribe("accountSubscribe", address);
    const { id: upstreamId, socket } = await upstream.subscription("accountSubscribe");
    await noted(upstream);
    holds(upstream, 3);
    upstream.slot = 1012;
    for (const [lamports, slot] of [
      [1, 1005],
      [1, 1005],
      [2, 1010],
      [2, 1010],
      [1, 1005],
    ] as const)
      socket.notify(upstreamId, upstream.inContext(account(lamports), slot));
    // The last one is older than what was delivered, and shows another state: the current state is fetched.
    await client.notification(id, 3);
    expect(lamportsOf(client, id)).to.deep.equal([1, 2, 3]);
    expect(slotsOf(client, id)).to.deep.equal([1005, 1010, 1012]);
  });

  it("moves to another upstream when the slots of one stop while the ledger goes on", async () => {
    const { gateway, upstreams: all } = await upstreams.start({
      upstreams: 2,
      times: { ...pending, staleSlotsMs: 50 },
    });
    const [first, second] = all as [SocketUpstream, SocketUpstream];
    const client = await gateway.connect();
    const id = await client.subscribe("accountSubscribe", address);
    await first.subscription("accountSubscribe");
    await noted(first);
    first.moveTo(1001);
    // HTTP goes on, as it does behind a load balancer, and the socket stays silent.
    first.slot = 1100;
    const moved = await second.subscription("accountSubscribe");
    moved.socket.notify(moved.id, second.inContext(account(8), 1101));
    expect((await client.notification(id)).json.params.result.value.lamports).to.equal(8);
    expect(gateway.events.ended.join()).to.match(/its slots stopped at 1001/);
  });

  it("moves to another upstream when one is far behind, though its slots move", async () => {
    const unsupported = '{"code":-32601,"message":"Method not found"}';
    const { gateway, upstreams: all } = await upstreams.start({
      upstreams: 2,
      times: { ...shortTimes, pollAfterMs: 30 },
      prepare: ([first]) => void first?.refusals.set("programSubscribe", unsupported),
    });
    const [first, second] = all as [SocketUpstream, SocketUpstream];
    first.answers.set("getSlot", () => "2000");
    const client = await gateway.connect();
    const id = await client.subscribe("accountSubscribe", address);
    await client.subscribe("programSubscribe", address);
    await first.subscription("slotSubscribe");
    await second.subscription("slotSubscribe");
    first.moveTo(1849);
    second.moveTo(2000);
    const moved = await second.subscription("accountSubscribe");
    moved.socket.notify(moved.id, second.inContext(account(8), 2001));
    await client.notification(id);
    expect(gateway.events.ended.join()).to.match(/its slots stopped at 1849/);
  });

  it("stays where it is when the ledger itself stops", async () => {
    const { gateway, upstream } = await upstreams.start({ times: { ...pending, staleSlotsMs: 20 } });
    const client = await gateway.connect();
    await client.subscribe("accountSubscribe", address);
    await upstream.subscription("slotSubscribe");
    const asked = () => upstream.calls.filter(({ method }) => method === "getSlot").length;
    upstream.moveTo(1001);
    const before = asked();
    await upstream.until(() => asked() >= before + 3, "three comparisons");
    expect(gateway.events.ended).to.deep.equal([]);
  });

  it("moves to another upstream when one dies for good", async () => {
    const { gateway, upstreams: all } = await upstreams.start({ upstreams: 2 });
    const [first, second] = all as [SocketUpstream, SocketUpstream];
    const client = await gateway.connect();
    const id = await client.subscribe("accountSubscribe", address);
    await first.subscription("accountSubscribe");
    await noted(first);
    first.refusesSockets = true;
    first.killAll();
    const moved = await second.subscription("accountSubscribe");
    moved.socket.notify(moved.id, second.inContext(account(8), 1101));
    await client.notification(id);
    expect(lamportsOf(client, id)).to.deep.equal([8]);
  });

  it("ends a socket that answers no ping, and one that answers no request", async () => {
    const clock = useFakeClock();
    const ended = <Result>(promise: Promise<Result>) =>
      tickThrough(clock, promise, { maxMs: 30_000, stepMs: 50 });
    const { gateway, upstream } = await ended(
      upstreams.start({ times: { pingIntervalMs: 500, answerTimeoutMs: 2000 } }),
    );
    const client = await ended(gateway.connect());
    await ended(client.subscribe("accountSubscribe", address));
    const { socket } = await ended(upstream.subscription("accountSubscribe"));
    socket.freeze();
    await ended(upstream.subscription("accountSubscribe", 2));
    expect(gateway.events.ended[0]).to.match(/a ping timed out/);
    upstream.holdsConfirmations = true;
    upstream.killAll();
    await ended(upstream.subscription("accountSubscribe", 4));
    expect(gateway.events.ended.join()).to.match(/a request timed out/);
  });

  it("accepts lower slots when the ledger itself was restarted", async () => {
    const { gateway, upstream } = await upstreams.start({ times: { ...pending, staleSlotsMs: 50 } });
    const client = await gateway.connect();
    const id = await client.subscribe("slotSubscribe");
    await upstream.subscription("slotSubscribe", 2);
    upstream.moveTo(5000);
    await client.notification(id);
    upstream.killAll();
    await upstream.subscription("slotSubscribe", 4);
    let slot = 40;
    const timer = setInterval(() => {
      slot += 1;
      upstream.moveTo(slot);
    }, 10);
    await client.notification(id, 2);
    clearInterval(timer);
    expect(slotsOf(client, id)[1]).to.be.lessThan(1000);
  });
});
