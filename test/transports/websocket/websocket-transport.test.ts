import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { expect } from "chai";
import { WebSocket } from "ws";
import { useFakeClock } from "../../fake-clock.ts";
import { account, addresses, signature, useSocketUpstreams } from "../../subscriptions/harness.ts";
import { SocketUpstream } from "../../subscriptions/socket-upstream.ts";
import { SocketGateway } from "./harness.ts";
import { SocketClient } from "./socket-client.ts";

const [address, other] = addresses;

type BadFrame = readonly [what: string, frame: string | Buffer, code: number, id: unknown];

type Upgrade = Parameters<SocketGateway["transport"]["handleUpgrade"]>;

/** What ledger nodes refuse, each one position more than the method takes. */
const surplus = [
  ["accountSubscribe", `["${address}",{},{}]`],
  ["signatureSubscribe", `["${signature}",{},null]`],
  ["slotSubscribe", "[{}]"],
  ["rootSubscribe", "[{}]"],
  ["slotsUpdatesSubscribe", "[{}]"],
  ["voteSubscribe", "[{}]"],
].map(
  ([method, params]): BadFrame => [
    `a surplus parameter of ${method}`,
    `{"jsonrpc":"2.0","id":"f","method":"${method}","params":${params}}`,
    -32602,
    "f",
  ],
);

describe("WebSocket transport", () => {
  const upstreams = useSocketUpstreams();

  const badFrames: readonly BadFrame[] = [
    ["no JSON", "{", -32700, null],
    ["an empty frame", "", -32700, null],
    ["text that is no UTF-8", Buffer.from([0x22, 0xff, 0x22]), -32700, null],
    ["a JSON value that is no request", "42", -32600, null],
    ["an empty batch", "[]", -32600, null],
    ["a request without jsonrpc", '{"id":7,"method":"slotSubscribe"}', -32600, 7],
    ["an unknown method", '{"jsonrpc":"2.0","id":"x","method":"slotsubscribe"}', -32601, "x"],
    [
      "parameters by name",
      `{"jsonrpc":"2.0","id":"f","method":"accountSubscribe","params":{"pubkey":"${address}"}}`,
      -32602,
      "f",
    ],
    [
      "a missing parameter",
      '{"jsonrpc":"2.0","id":"f","method":"accountSubscribe","params":[]}',
      -32602,
      "f",
    ],
    [
      "a bad address",
      '{"jsonrpc":"2.0","id":"f","method":"accountSubscribe","params":["nobody"]}',
      -32602,
      "f",
    ],
    [
      "a bad commitment",
      `{"jsonrpc":"2.0","id":"f","method":"accountSubscribe","params":["${address}",{"commitment":"sure"}]}`,
      -32602,
      "f",
    ],
    [
      "two mentions",
      `{"jsonrpc":"2.0","id":"f","method":"logsSubscribe","params":[{"mentions":["${address}","${other}"]}]}`,
      -32602,
      "f",
    ],
    [
      "blocks at processed",
      '{"jsonrpc":"2.0","id":"f","method":"blockSubscribe","params":["all",{"commitment":"processed"}]}',
      -32602,
      "f",
    ],
    [
      "an id that is no subscription's",
      '{"jsonrpc":"2.0","id":"f","method":"accountUnsubscribe","params":[99]}',
      -32602,
      "f",
    ],
    ...surplus,
    [
      "parameters that are too long to keep",
      `{"jsonrpc":"2.0","id":"f","method":"accountSubscribe","params":["${address}",{"other":"${"x".repeat(8192)}"}]}`,
      -32602,
      "f",
    ],
    ["no id to unsubscribe", '{"jsonrpc":"2.0","id":"f","method":"accountUnsubscribe"}', -32602, "f"],
  ];
  for (const [what, frame, code, id] of badFrames) {
    it(`answers ${what} with ${code} and stays open`, async () => {
      const { gateway } = await upstreams.start();
      const client = await gateway.connect();
      client.socket.send(frame, { binary: false });
      const { json } = await client.until((message) => message.json.error !== undefined);
      expect([json.error.code, json.id]).to.deep.equal([code, id]);
      await client.subscribe("slotSubscribe");
    });
  }

  it("logs each internal error, also of batches and notifications, without showing it to the client", async () => {
    const { gateway } = await upstreams.start();
    const client = await gateway.connect();
    gateway.live.service.gateway.call = () => Promise.reject(new Error("a defect"));
    const one = (members: string) => `{"jsonrpc":"2.0",${members}"method":"getSlot"}`;
    client.send(one('"id":1,'));
    await client.until(({ json }) => json.error !== undefined);
    client.send(`[${one('"id":2,')},${one("")}]`);
    const { json } = await client.until((message) => Array.isArray(message.json));
    expect(JSON.stringify(json)).not.to.include("a defect");
    expect(gateway.events.failures).to.deep.equal(Array(3).fill("Error: a defect"));
  });

  it("says how many parameters a subscription takes", async () => {
    const { gateway } = await upstreams.start();
    const client = await gateway.connect();
    const { json } = await client.call("slotSubscribe", [{}]);
    expect(json.error.message).to.include("it takes at most 0 parameters, but got 1");
  });

  it("answers binary frames with an error, and closes with 1003 if more follow", async () => {
    const { gateway } = await upstreams.start();
    const client = await gateway.connect();
    for (let count = 0; count < 4; count += 1) client.socket.send(Buffer.from("{}"), { binary: true });
    expect(await client.closed()).to.equal(1003);
    expect(client.messages.map(({ json }) => json.error.code)).to.deep.equal([-32600, -32600, -32600]);
  });

  it("closes with 1009 on a frame longer than a body may be", async () => {
    const { gateway } = await upstreams.start();
    const client = await gateway.connect();
    client.send(`"${"x".repeat(1024 * 1024)}"`);
    expect(await client.closed()).to.equal(1009);
  });

  it("answers requests and batches, including subscriptions", async () => {
    const { gateway, upstream } = await upstreams.start();
    upstream.beforeConfirm = ({ id, method, socket }) => {
      if (method === "accountSubscribe") socket.notify(id, upstream.inContext(account(4), 1001));
    };
    const client = await gateway.connect();
    expect((await client.call("getSlot", [{ commitment: "processed" }])).text).to.equal(
      '{"jsonrpc":"2.0","result":1000,"id":1}',
    );
    client.send(
      `[{"jsonrpc":"2.0","id":"a","method":"getSlot"},{"jsonrpc":"2.0","method":"getSlot"},{"jsonrpc":"2.0","id":"b","method":"accountSubscribe","params":["${address}"]}]`,
    );
    const { json } = await client.until((message) => Array.isArray(message.json));
    expect(json.map(({ id }: { id: unknown }) => id)).to.deep.equal(["a", "b"]);
    await client.notification(json[1].result);
    const kinds = client.messages
      .slice(1)
      .map((message) => (Array.isArray(message.json) ? "batch" : "notification"));
    expect(kinds).to.deep.equal(["batch", "notification"]);
  });

  it("never shows a connection older state than before, independent of other connections", async () => {
    const { gateway, upstream } = await upstreams.start();
    const slots = [1000, 990, 1001, 990];
    upstream.answers.set("getBalance", () => upstream.inContext("1", slots.shift() ?? 0));
    const client = await gateway.connect();
    const balance = async (socket: SocketClient) =>
      (await socket.call("getBalance", [address, { commitment: "processed" }])).json.result.context.slot;
    expect([await balance(client), await balance(client)]).to.deep.equal([1000, 1001]);
    expect(await balance(await gateway.connect())).to.equal(990);
  });

  it("never shows a connection state older than an earlier notification", async () => {
    const { gateway, upstream } = await upstreams.start();
    const slots = [1000, 1001, 1001, 1002];
    upstream.answers.set("getBalance", () => upstream.inContext("1", slots.shift() ?? 0));
    const client = await gateway.connect();
    const balance = async () =>
      (await client.call("getBalance", [address, { commitment: "confirmed" }])).json.result.context.slot;
    const id = await client.subscribe("accountSubscribe", address, { commitment: "confirmed" });
    const { id: upstreamId, socket } = await upstream.subscription("accountSubscribe");
    socket.notify(upstreamId, upstream.inContext(account(4), 1001));
    await client.notification(id);
    expect(await balance()).to.equal(1001);
    const slotId = await client.subscribe("slotSubscribe");
    // It begins on top of 1002, which is complete.
    upstream.moveTo(1003);
    await client.notification(slotId);
    const processed = await client.call("getBalance", [address, { commitment: "processed" }]);
    expect(processed.json.result.context.slot).to.equal(1002);
  });

  it("sends an answer of many megabytes and parts as one message", async () => {
    const text = "x".repeat(2 * 1024 * 1024);
    const { gateway, upstream } = await upstreams.start();
    upstream.answers.set("getVoteAccounts", () => `"${text}"`);
    const client = await gateway.connect();
    client.send(
      '[{"jsonrpc":"2.0","id":1,"method":"getVoteAccounts"},{"jsonrpc":"2.0","id":2,"method":"getVoteAccounts"}]',
    );
    const { json } = await client.until((message) => Array.isArray(message.json));
    expect(json).to.deep.equal([1, 2].map((id) => ({ jsonrpc: "2.0", result: text, id })));
    await client.call("getSlot");
  });

  it("passes on subscriptions that the document does not list if the operator allows them", async () => {
    const { gateway, upstream } = await upstreams.start({ allowMethods: ["entry*"] });
    const client = await gateway.connect();
    const id = await client.subscribe("entrySubscribe", { shreds: true }, 5);
    const { id: upstreamId, params, socket } = await upstream.subscription("entrySubscribe");
    expect(params).to.deep.equal([{ shreds: true }, 5]);
    socket.notify(upstreamId, '{"entry":18446744073709551615}');
    const { text } = await client.notification(id);
    expect(text).to.include('"method":"entryNotification"').and.include('{"entry":18446744073709551615}');
    expect((await client.call("entryUnsubscribe", [id])).json.result).to.equal(true);
    for (const method of ["shredSubscribe", "shredUnsubscribe"])
      expect((await client.call(method, [])).json.error.code).to.equal(-32601);
  });

  it("subscribes to transactions if an upstream serves them, else names providers that do", async () => {
    const { gateway, upstream } = await upstreams.start();
    const client = await gateway.connect();
    const filter = { accountInclude: [address] };
    const id = await client.subscribe("transactionSubscribe", filter);
    const { id: upstreamId, params, socket } = await upstream.subscription("transactionSubscribe");
    expect(params).to.deep.equal([filter]);
    socket.notify(upstreamId, `{"signature":"${signature}","slot":1001}`);
    expect((await client.notification(id)).text).to.include('"method":"transactionNotification"');
    expect((await client.call("transactionUnsubscribe", [id])).json.result).to.equal(true);
    upstream.refusals.set("transactionSubscribe", '{"code":-32601,"message":"Method not found"}');
    const { json } = await client.call("transactionSubscribe", [{ accountInclude: [other] }]);
    expect(json.error.code).to.equal(-32601);
    expect(json.error.message).to.include("use an upstream of Helius");
  });

  it("shares one id and one stream among equal subscriptions of a connection, as nodes do", async () => {
    const { gateway, upstream } = await upstreams.start();
    const client = await gateway.connect();
    const id = await client.subscribe("accountSubscribe", address);
    expect(await client.subscribe("accountSubscribe", address)).to.equal(id);
    const { id: upstreamId, socket } = await upstream.subscription("accountSubscribe");
    socket.notify(upstreamId, upstream.inContext(account(1), 1001));
    await client.notification(id);
    expect((await client.call("accountUnsubscribe", [id])).json.result).to.equal(true);
    expect((await client.call("accountUnsubscribe", [id])).json.error).to.deep.include({
      code: -32602,
      message: "Invalid subscription id.",
    });
    expect(client.notifications(id)).to.have.length(1);
  });

  it("counts subscribing and unsubscribing as calls against the rate limit", async () => {
    const { gateway } = await upstreams.start({
      server: { rate_limit: { enabled: true, per_second: 5, per_minute: 5 } },
    });
    const client = await gateway.connect();
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        client.call(index % 2 === 0 ? "slotSubscribe" : "slotUnsubscribe", index % 2 === 0 ? [] : [1]),
      ),
    );
    const refused = answers.filter(({ json }) => json.error?.data?.reason === "rate-limited");
    expect(refused).to.have.length(55);
    const text = await gateway.live.service.metrics.registry.metrics();
    for (const method of ["slotSubscribe", "slotUnsubscribe"])
      expect(text).to.match(
        new RegExp(`requests_total\\{method="${method}",network="scripted",transport="websocket"\\} [23]`),
      );
  });

  it("charges more points for a subscription that is heavy upstream", async () => {
    const { gateway } = await upstreams.start({
      server: { rate_limit: { enabled: true, per_second: 7, per_minute: 7 } },
    });
    const client = await gateway.connect();
    await client.subscribe("programSubscribe", address);
    const { json } = await client.call("programSubscribe", [other]);
    expect(json.error.data.reason).to.equal("rate-limited");
    await client.subscribe("slotSubscribe");
    await client.subscribe("rootSubscribe");
    expect((await client.call("slotSubscribe", [])).json.error.data.reason).to.equal("rate-limited");
  });

  it("does not let a client end another connection's subscription", async () => {
    const { gateway } = await upstreams.start();
    const [mine, theirs] = [await gateway.connect(), await gateway.connect()];
    const id = await mine.subscribe("accountSubscribe", address);
    expect((await theirs.call("accountUnsubscribe", [id])).json.error.code).to.equal(-32602);
  });

  it("refuses more than 1000 subscriptions per connection, until one ends @long", async () => {
    const { gateway } = await upstreams.start();
    const client = await gateway.connect();
    const letters = [..."123456789ABCDEFGHJKLMNPQRSTUVWXYZ"];
    const ends = letters.flatMap((first) => letters.map((second) => first + second)).slice(0, 1000);
    const ids = await Promise.all(
      ends.map((end) => client.subscribe("accountSubscribe", address.slice(0, -2) + end)),
    );
    const { json } = await client.call("accountSubscribe", [other]);
    expect(json.error).to.include({ code: -32603 });
    expect(json.error.data).to.deep.equal({ reason: "at-capacity" });
    await client.call("slotUnsubscribe", [ids[0]]);
    await client.subscribe("accountSubscribe", other);
  });

  it("refuses connections beyond the limit with 503", async () => {
    const { gateway } = await upstreams.start({ server: { max_connections: 2 } });
    const client = await gateway.connect();
    await client.subscribe("slotSubscribe");
    expect(await refusedWith(gateway.url)).to.equal(503);
    client.close();
    await until(() => gateway.transport.connectionCount === 0);
    await gateway.connect();
  });

  const refused: readonly [what: string, path: string, headers: Record<string, string>, status: number][] = [
    ["an unknown path", "/other", {}, 404],
    ["an unknown network", "/networks/nowhere", {}, 404],
    ["all networks at once", "/networks/all", {}, 404],
    ["a broken escape", "/networks/%zz", {}, 404],
    ["a misspelt query", "/?netwrok=second", {}, 400],
    ["a foreign host name", "/", { host: "evil.example" }, 403],
  ];
  for (const [what, path, headers, status] of refused) {
    it(`refuses ${what} with ${status}`, async () => {
      const { gateway } = await upstreams.start();
      expect(await refusedWith(`${gateway.url}${path}`, headers)).to.equal(status);
    });
  }

  for (const [path, network] of [
    ["/", "first"],
    ["/networks/second", "second"],
    ["/networks/second/", "second"],
    ["/?network=second", "second"],
  ] as const) {
    it(`answers at ${path}`, async () => {
      const nodes = { first: await SocketUpstream.start(), second: await SocketUpstream.start() };
      const gateway = await SocketGateway.start({
        first: { rpcUrl: nodes.first.rpcUrl, wsUrls: [nodes.first.wsUrl] },
        second: { rpcUrl: nodes.second.rpcUrl, wsUrls: [nodes.second.wsUrl] },
      });
      try {
        await (await gateway.connect(path)).subscribe("accountSubscribe", address);
        const asked = Object.entries(nodes).filter(([, { subscriptions }]) =>
          subscriptions.some(({ method }) => method === "accountSubscribe"),
        );
        expect(asked.map(([name]) => name)).to.deep.equal([network]);
      } finally {
        await gateway.close();
        for (const node of Object.values(nodes)) await node.close();
      }
    });
  }

  it("handles the upgrades of an HTTP server", async () => {
    const { gateway } = await upstreams.start();
    const server = createServer()
      .on("upgrade", (...upgrade) => gateway.transport.handleUpgrade(...upgrade))
      .listen(0, "127.0.0.1");
    await once(server, "listening");
    const client = await SocketClient.connect(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await client.subscribe("slotSubscribe");
    expect(gateway.transport.connectionCount).to.equal(1);
    client.close();
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });

  const halfOpen: Socket[] = [];
  afterEach(() => {
    for (const client of halfOpen.splice(0)) client.destroy();
  });

  /** A server that passes upgrades on, and the first that a client asks it for, with both ends of the connection. */
  async function upgradeAt(path: string, onUpgrade: (...upgrade: Upgrade) => void) {
    const server = createServer().on("upgrade", onUpgrade).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const client = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    halfOpen.push(client);
    client.write(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n",
    );
    const [socket] = (await once(server, "connection")) as [Socket];
    server.close();
    return { client, socket };
  }

  it("disconnects a client that does not close its side of a refused upgrade", async () => {
    const { gateway } = await upstreams.start();
    const { client, socket } = await upgradeAt("/other", (...upgrade) =>
      gateway.transport.handleUpgrade(...upgrade),
    );
    // Reading to the end with an iterator would destroy the client.
    const ended = once(client, "end");
    let answer = "";
    client.on("data", (chunk: Buffer) => {
      answer += chunk;
    });
    await Promise.all([once(socket, "close"), ended]);
    expect(answer).to.match(/^HTTP\/1\.1 404 .*connect to \/ or \/networks\/ID\.\n$/s);
  });

  it("goes on if a client resets its connection while it is identified", async () => {
    const { gateway } = await upstreams.start();
    const { client } = await upgradeAt("/", (request, socket, head) => {
      gateway.transport.handleUpgrade(request, socket, head);
      socket.destroy(new Error("read ECONNRESET"));
    });
    expect(await text(client)).to.equal("");
    await (await gateway.connect()).subscribe("slotSubscribe");
    expect(gateway.transport.connectionCount).to.equal(1);
  });

  it("closes with 1001 when the gateway stops", async () => {
    const { gateway } = await upstreams.start();
    const client = await gateway.connect();
    await client.subscribe("slotSubscribe");
    const closed = gateway.transport.close();
    expect(await client.closed()).to.equal(1001);
    await closed;
  });

  it("disconnects and forgets a client that answers no ping", async () => {
    const clock = useFakeClock();
    const { gateway, upstream } = await upstreams.start();
    const client = await gateway.connect();
    await client.subscribe("accountSubscribe", address);
    client.socket.pause();
    await clock.tickAsync(30_000);
    expect(gateway.transport.connectionCount).to.equal(1);
    expect(gateway.hub.countByMethod()).to.deep.equal({ accountSubscribe: 1 });
    await clock.tickAsync(30_000);
    await upstream.until(() => upstream.unsubscribed.length === 1, "the unsubscribe");
    expect(gateway.transport.connectionCount).to.equal(0);
    expect(gateway.hub.countByMethod()).to.deep.equal({});
  });

  it("keeps a client that answers pings", async () => {
    const clock = useFakeClock();
    const { gateway } = await upstreams.start();
    const client = await gateway.connect();
    for (let count = 1; count <= 4; count += 1) {
      const ping = once(client.socket, "ping");
      await clock.tickAsync(30_000);
      await ping;
      // The gateway reads in the order of sending: what answers this call came after the answer to the ping.
      await client.call("getSlot");
    }
    expect(client.closeCode).to.equal(undefined);
  });

  it("does not compress frames for a client that offers it", async () => {
    const { gateway } = await upstreams.start();
    const socket = new WebSocket(gateway.url, { perMessageDeflate: true });
    await once(socket, "open");
    expect(socket.extensions).to.equal("");
    socket.terminate();
  });
});

/** The status with which an upgrade is refused. */
function refusedWith(url: string, headers: Record<string, string> = {}): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { headers });
    socket.on("unexpected-response", (request, response) => {
      resolve(response.statusCode);
      request.destroy();
    });
    socket.on("open", () => reject(new Error("it was not refused")));
    socket.on("error", (error) => reject(error));
  });
}

/** Turns of the event loop until something holds. */
async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setImmediate(resolve));
}
