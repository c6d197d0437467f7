import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { expect } from "chai";
import { WebSocket } from "ws";
import { digestOf } from "../../src/auth/key-table.ts";
import { tickUntil, useFakeClock } from "../fake-clock.ts";
import { SocketClient } from "../transports/websocket/socket-client.ts";
import { until } from "../upstream/harness.ts";
import { backendKey, countUses, keyEntry, otherKey } from "./harness.ts";
import { audience, Issuer, issuer } from "./issuer.ts";
import { type ServedGateway, serveCallers } from "./served-gateway.ts";

describe("callers with keys, on sockets", () => {
  let served: ServedGateway;
  const clients: SocketClient[] = [];
  const id = new Issuer();

  afterEach(async () => {
    id.close();
    for (const client of clients.splice(0)) client.socket.terminate();
    await served.close();
  });

  async function connect(path: string, headers: Record<string, string> = {}): Promise<SocketClient> {
    const client = await SocketClient.connect(`${served.wsUrl}${path}`, headers);
    clients.push(client);
    return client;
  }

  /** What an upgrade is refused with. */
  async function refusal(path: string, headers: Record<string, string> = {}) {
    const socket = new WebSocket(`${served.wsUrl}${path}`, { headers });
    socket.on("error", () => undefined);
    const [, response] = (await once(socket, "unexpected-response")) as [unknown, IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const { "www-authenticate": challenge, "retry-after": retryAfter } = response.headers;
    return { status: response.statusCode, challenge, retryAfter, body };
  }

  it("are taken with a key in header, query or path", async () => {
    served = await serveCallers({ keys: [{ id: "backend", key: backendKey }] });
    for (const client of [
      await connect("/", { authorization: `Bearer ${backendKey}` }),
      await connect("/networks/two", { "x-api-key": backendKey }),
      await connect(`/networks/one?api-key=${backendKey}`),
      await connect(`/k/${backendKey}/networks/one`),
    ])
      expect((await client.call("getSlot")).json.result).to.equal(7);
  });

  it("are refused at the upgrade with a wrong, expired or missing key", async () => {
    const expired = { id: "old", key: otherKey, expires: "2020-01-01" };
    served = await serveCallers({ keys: [{ id: "backend", key: backendKey }, expired] });
    for (const path of ["/", "/?api-key=no-key-of-anyone-here", `/k/${otherKey}/`]) {
      const { status, challenge, body } = await refusal(path);
      expect(status).to.equal(401);
      expect(challenge).to.match(/^Bearer realm=/);
      expect(JSON.parse(body).error.data.reason).to.equal("unauthorized");
      expect(body).not.to.include(otherKey);
    }
  });

  it("are refused with a key for a foreign host, and where two keys differ", async () => {
    const keys = [
      { id: "backend", key: backendKey },
      { id: "other", key: otherKey },
    ];
    served = await serveCallers({ keys });
    const foreign = await refusal("/", { host: "evil.example.com", "x-api-key": backendKey });
    expect(foreign.status).to.equal(403);
    const differing = await refusal(`/?api-key=${otherKey}`, { "x-api-key": backendKey });
    expect([differing.status, differing.body]).to.satisfy(
      ([status, body]: [number, string]) => status === 401 && !body.includes(otherKey),
    );
  });

  it("are refused on a network that the key may not use, and call by call without the right", async () => {
    served = await serveCallers({
      keys: [{ id: "reader", key: backendKey, networks: ["one"], read_only: true }],
    });
    const headers = { "x-api-key": backendKey };
    expect((await refusal("/networks/two", headers)).status).to.equal(403);
    const client = await connect("/networks/one", headers);
    const { json } = await client.call("sendTransaction", ["x"]);
    expect(json.error.data).to.deep.equal({ reason: "forbidden", right: "sending" });
  });

  it("may open as many sockets as the key allows, and as many subscriptions over all of them", async () => {
    const limits = { max_sockets: 2, max_subscriptions: 1 };
    served = await serveCallers({ keys: [{ id: "backend", key: backendKey, ...limits }] });
    const uses = countUses(served.service.auth?.table.meters[0]);
    const headers = { "x-api-key": backendKey };
    const first = await connect("/", headers);
    const second = await connect("/", headers);
    const refused = await refusal("/", headers);
    expect([refused.status, refused.retryAfter]).to.deep.equal([429, "1"]);
    await first.subscribe("slotSubscribe");
    const { json } = await second.call("slotSubscribe", []);
    expect(json.error.data).to.deep.equal({
      reason: "rate-limited",
      limit: "max_subscriptions",
      retryAfterSeconds: 1,
    });
    first.socket.terminate();
    while (uses.sockets > 1) await new Promise((resolve) => setImmediate(resolve));
    expect(uses.subscriptions).to.equal(0);
    await connect("/", headers);
  });

  it("are closed with 1008 when the key is revoked, and go on with other rights when it changes", async () => {
    served = await serveCallers({ keys: [{ id: "other", key: otherKey }] });
    const table = served.service.auth?.table;
    table?.replace("file", [keyEntry()]);
    const client = await connect("/", { "x-api-key": backendKey });
    const other = await connect("/", { "x-api-key": otherKey });
    table?.replace("file", [keyEntry({ methods: ["getBalance"] })]);
    expect((await client.call("getSlot")).json.error.data.right).to.equal("methods");
    table?.replace("file", []);
    await once(client.socket, "close");
    expect([client.closeCode, client.closeReason]).to.deep.equal([
      1008,
      "the key was revoked or has expired",
    ]);
    expect((await other.call("getSlot")).json.result).to.equal(7);
  });

  const narrowed: [name: string, now: object][] = [
    ["a method that it subscribed to", { methods: ["getSlot"] }],
    ["the network of the socket", { networks: ["two"] }],
    ["the place that it came from", { clients: ["192.0.2.0/24"] }],
  ];
  for (const [name, now] of narrowed) {
    it(`are closed with 1008 when the key loses ${name}, and others go on`, async () => {
      served = await serveCallers({ keys: [{ id: "other", key: otherKey }] });
      const table = served.service.auth?.table;
      table?.replace("file", [keyEntry()]);
      const uses = countUses(table?.find(digestOf(backendKey))?.meter);
      const client = await connect("/networks/one", { "x-api-key": backendKey });
      const other = await connect("/networks/one", { "x-api-key": otherKey });
      // The upstream speaks no WebSocket, which is found out slowly.
      if (name.includes("subscribed")) await client.subscribe("slotSubscribe");
      table?.replace("file", [keyEntry({ rate_limit: 50 })]);
      expect((await client.call("getSlot")).json.result).to.equal(7);
      table?.replace("file", [keyEntry(now)]);
      await once(client.socket, "close");
      expect(client.closeCode).to.equal(1008);
      expect((await other.call("getSlot")).json.result).to.equal(7);
      expect(uses.subscriptions).to.equal(0);
    });
  }

  it("are refused if the last free sockets are taken while their key is being checked", async () => {
    served = await serveCallers(
      { keys: [{ id: "backend", key: backendKey }] },
      { server_config: { max_connections: 2 } },
    );
    const { authenticator } = served.service.auth ?? expect.fail("callers are known");
    const authenticate = authenticator.authenticate.bind(authenticator);
    const waiting: (() => void)[] = [];
    authenticator.authenticate = async (...given) => {
      await new Promise<void>((resolve) => void waiting.push(resolve));
      return authenticate(...given) ?? expect.fail("the key is known");
    };
    const first = connect("/", { "x-api-key": backendKey });
    const second = refusal("/", { "x-api-key": backendKey });
    await until(() => waiting.length === 2, "both are looked up");
    waiting[0]?.();
    await first;
    waiting[1]?.();
    const { status, body, retryAfter } = await second;
    expect([status, retryAfter]).to.deep.equal([503, "1"]);
    expect(JSON.parse(body)).to.have.nested.property("error.data.reason", "at-capacity");
  });

  it("are closed with 1008 when the key expires", async () => {
    const clock = useFakeClock(Date.parse("2026-05-05T12:00:00Z"));
    served = await serveCallers({
      keys: [
        { id: "backend", key: backendKey, expires: "2026-05-05T12:05:00Z" },
        { id: "other", key: otherKey },
      ],
    });
    const client = await connect("/", { "x-api-key": backendKey });
    const other = await connect("/", { "x-api-key": otherKey });
    clock.setSystemTime(Date.parse("2026-05-05T12:04:59Z"));
    await clock.tickAsync(999);
    expect(client.socket.readyState).to.equal(WebSocket.OPEN);
    await tickUntil(clock, () => client.closeCode !== undefined, { maxMs: 2000 });
    expect([client.closeCode, client.closeReason]).to.deep.equal([
      1008,
      "the key was revoked or has expired",
    ]);
    expect(other.socket.readyState).to.equal(WebSocket.OPEN);
    const again = await refusal("/", { "x-api-key": backendKey });
    expect([again.status, JSON.parse(again.body).error.message]).to.deep.equal([
      401,
      "The key has expired; use a new one.",
    ]);
  });

  it("are closed with 1008 when the issuer withdraws the key of their token", async () => {
    const clock = useFakeClock(Date.now());
    await id.addKey("withdrawn");
    await id.addKey("kept");
    const jwks = await id.start();
    served = await serveCallers({ jwt: { issuer, audience: [audience], jwks_url: jwks } });
    const exp = Math.floor(Date.now() / 1000) + 3600;
    const bearer = async (kid: string) => ({ authorization: `Bearer ${await id.token({ exp }, kid)}` });
    const client = await connect("/", await bearer("withdrawn"));
    const other = await connect("/", await bearer("kept"));
    id.published = ["kept"];
    await clock.tickAsync(300_000);
    await tickUntil(clock, () => client.closeCode !== undefined, { maxMs: 2000 });
    expect([client.closeCode, client.closeReason]).to.deep.equal([
      1008,
      "the token was revoked or has expired",
    ]);
    expect(other.socket.readyState).to.equal(WebSocket.OPEN);
  });
});
