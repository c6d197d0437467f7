import { expect } from "chai";
import { heapBytes } from "../../heap-growth.ts";
import { account, addresses, useSocketUpstreams } from "../../subscriptions/harness.ts";
import { SocketClient } from "../../transports/websocket/socket-client.ts";
import { until } from "../../upstream/harness.ts";

const [address, other] = addresses;

/** Another address for each number. */
function addressOf(index: number): string {
  const letters = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
  const tail = [58 * 58, 58, 1].map((unit) => letters[Math.floor(index / unit) % 58]).join("");
  return `${address.slice(0, -3)}${tail}`;
}

/** Bytes that the heap and the buffers hold. */
function memoryBytes(): number {
  return heapBytes() + process.memoryUsage().arrayBuffers;
}

describe("hostile subscriptions", () => {
  const upstreams = useSocketUpstreams();

  it("cannot join another client's by an unknown field that is written like two known ones", async () => {
    const { gateway, upstream } = await upstreams.start();
    const [victim, thief] = [await gateway.connect(), await gateway.connect()];
    const filters = [{ dataSize: 165 }];
    const forged = await thief.subscribe("programSubscribe", address, {
      'encoding="base64" filters': filters,
    });
    const own = await victim.subscribe("programSubscribe", address, { encoding: "base64", filters });
    expect(forged).to.not.equal(own);
    const held = await upstream.subscription("programSubscribe");
    held.socket.notify(held.id, upstream.inContext(`{"pubkey":"${other}","account":${account(1)}}`));
    await thief.notification(forged);
    await victim.call("getSlot", []);
    expect(victim.notifications(own)).to.deep.equal([]);
  });

  it("cost the upstream one subscription and no full read, however often they begin and end", async () => {
    const { gateway, upstream } = await upstreams.start({
      times: { recordStateAfterMs: 60_000, lingerMs: 60_000 },
    });
    const client = await gateway.connect();
    for (let round = 0; round < 500; round += 1) {
      client.send(`{"jsonrpc":"2.0","id":"s${round}","method":"programSubscribe","params":["${address}"]}`);
      client.send(`{"jsonrpc":"2.0","id":"u${round}","method":"programUnsubscribe","params":[1]}`);
    }
    await client.until(({ json }) => json.id === "u499");
    expect(upstream.subscriptions.filter(({ method }) => method === "programSubscribe")).to.have.length(1);
    expect(upstream.calls.filter(({ method }) => method === "getProgramAccounts")).to.deep.equal([]);
  });

  it("of 300 programs make few full reads at a time, and only while they last", async () => {
    const { gateway, upstream } = await upstreams.start({
      prepare: ([first]) => first?.answers.set("getProgramAccounts", () => first.inContext("[]")),
    });
    const client = await gateway.connect();
    for (let index = 0; index < 300; index += 1) {
      client.send(
        `[{"jsonrpc":"2.0","id":"s${index}","method":"programSubscribe","params":["${addressOf(index)}"]},` +
          `{"jsonrpc":"2.0","id":"c${index}","method":"getSlot"}]`,
      );
      client.send(`{"jsonrpc":"2.0","id":"u${index}","method":"programUnsubscribe","params":[${index + 1}]}`);
    }
    await client.until(({ json }) => json.id === "u299");
    expect(upstream.calls.filter(({ method }) => method === "getProgramAccounts").length).to.be.lessThan(300);
    expect(gateway.events.failures.join("\n")).to.match(/full reads are already waiting|^$/);
    const neighbour = await SocketClient.connect(gateway.url);
    await neighbour.call("getSlot", []);
    neighbour.close();
  });

  it("get no notification for ids that were not asked for, and none is kept", async () => {
    const { gateway, upstream } = await upstreams.start();
    const client = await gateway.connect();
    const id = await client.subscribe("accountSubscribe", address);
    const { id: upstreamId, socket } = await upstream.subscription("accountSubscribe");
    const before = memoryBytes();
    const payload = upstream.inContext(`"${"x".repeat(100_000)}"`);
    for (let index = 0; index < 300; index += 1) socket.notify(1_000_000 + index, payload);
    socket.notify(upstreamId, upstream.inContext(account(1), 1001));
    await client.notification(id);
    expect(client.messages).to.have.length(2);
    expect(gateway.events.ended).to.deep.equal([]);
    // 30 MB were sent; a thread of the engine frees buffers.
    await until(() => memoryBytes() - before < 5 * 2 ** 20, "their bytes are free again");
  });

  it("of made-up names are remembered for the latest 256 only, and no upstream is asked twice", async () => {
    const names = Array.from({ length: 300 }, (_, index) => `made${index}Subscribe`);
    const refusal = '{"code":-32601,"message":"Method not found"}';
    const { gateway, upstreams: all } = await upstreams.start({
      upstreams: 2,
      allowMethods: ["made*"],
      prepare: (all) => {
        for (const upstream of all) for (const name of names) upstream.refusals.set(name, refusal);
      },
    });
    const client = await gateway.connect();
    const asked = () =>
      all
        .flatMap(({ sockets }) => [...sockets].flatMap(({ requests }) => requests))
        .filter(({ method }) => names.includes(method)).length;
    const answers = await Promise.all(names.map((name) => client.call(name, [])));
    expect(new Set(answers.map(({ json }) => json.error?.code))).to.deep.equal(new Set([-32601]));
    expect(asked()).to.equal(600);
    await client.call("made299Subscribe", []);
    expect(asked()).to.equal(600);
    await client.call("made0Subscribe", []);
    expect(asked()).to.equal(602);
  });

  it("ignore answers to requests that were not made", async () => {
    const { gateway, upstream } = await upstreams.start();
    const client = await gateway.connect();
    const id = await client.subscribe("accountSubscribe", address);
    const { id: upstreamId, socket } = await upstream.subscription("accountSubscribe");
    for (const outcome of ['"result":5', '"error":{"code":-32601,"message":"Method not found"}'])
      socket.text(`{"jsonrpc":"2.0",${outcome},"id":999}`);
    socket.notify(upstreamId, upstream.inContext(account(1), 1001));
    await client.notification(id);
    expect(gateway.events.ended).to.deep.equal([]);
  });

  it("end with an upstream that sends a megabyte instead of an id", async () => {
    const { gateway, upstream } = await upstreams.start({ upstreams: 2 });
    upstream.holdsConfirmations = true;
    const client = await gateway.connect();
    const answered = client.call("accountSubscribe", [address]);
    const { socket } = await upstream.subscription("accountSubscribe");
    const request = socket.requests.find(({ method }) => method === "accountSubscribe");
    socket.text(`{"jsonrpc":"2.0","result":"${"x".repeat(1_000_000)}","id":${request?.id}}`);
    expect((await answered).json.result).to.be.a("number");
    expect(gateway.events.ended.join()).to.match(/is not an id/);
  });
});
