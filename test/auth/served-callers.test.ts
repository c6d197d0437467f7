// Loaded before the check for leaks, which would find what it leaves behind.
import "@modelcontextprotocol/server";
import { expect } from "chai";
import { digestOf } from "../../src/auth/key-table.ts";
import { Cancellation } from "../../src/call/cancellation.ts";
import { redactText } from "../../src/log/redact.ts";
import { routes } from "../../src/transports/http/routes.ts";
import { createToolServer } from "../../src/transports/mcp/tool-server.ts";
import { useFakeClock } from "../fake-clock.ts";
import { localCaller } from "../gateway/harness.ts";
import { backendKey, keyEntry, otherKey } from "./harness.ts";
import { type Asking, type ServedGateway, serveCallers } from "./served-gateway.ts";

const wrongKey = "a-key-that-no-one-has-made";
const narrowKey = "a-key-of-an-administrator-of-some";
const expiredKey = "a-key-that-has-expired-long-ago";

describe("HTTP routes of a gateway with keys", () => {
  let served: ServedGateway;

  before(async () => {
    const keys = [
      { id: "backend", key: backendKey, admin: true },
      { id: "reader", key_sha256: digestOf(otherKey), read_only: true, networks: ["one"] },
      { id: "old", key: expiredKey, expires: "2020-01-01" },
    ];
    served = await serveCallers({ keys }, { server_config: { enable_cors: true } });
  });

  after(() => served.close());

  const ways: [name: string, path: (path: string) => string, headers: (key: string) => Asking["headers"]][] =
    [
      ["bearer", (path) => path, (key) => ({ authorization: `Bearer ${key}` })],
      ["x-api-key", (path) => path, (key) => ({ "x-api-key": key })],
      ["query", (path) => `${path}?api-key=KEY`, () => ({})],
      ["path", (path) => `/k/KEY${path}`, () => ({})],
    ];
  for (const [name, pathWith, headersWith] of ways) {
    for (const route of ["/", "/rpc", "/networks/one"]) {
      const send = (key: string) =>
        served.ask(pathWith(route).replace("KEY", key), { headers: headersWith(key) ?? {} });

      it(`answer ${route} with a key in the ${name}`, async () => {
        const { status, json } = await send(backendKey);
        expect(status).to.equal(200);
        expect(json.result ?? json.error).to.deep.equal(route === "/networks/one" ? 7 : { value: 7 });
      });

      it(`refuse an unknown and an expired key in the ${name} at ${route} with 401, and never name it`, async () => {
        for (const key of [wrongKey, expiredKey]) {
          const { status, json, text, headers } = await send(key);
          expect(status).to.equal(401);
          expect(json.error.code).to.equal(route === "/networks/one" ? -32603 : -32000);
          expect(json.error.data.reason).to.equal("unauthorized");
          expect(headers["www-authenticate"]).to.match(/^Bearer realm="svm-gateway"/);
          expect(headers["referrer-policy"]).to.equal("no-referrer");
          expect(text + JSON.stringify(headers)).not.to.include(key);
        }
      });
    }
  }

  const twice = (text: string) =>
    [...text].map((letter) => `%25${letter.charCodeAt(0).toString(16)}`).join("");
  const huge = "k".repeat(1024 * 1024);
  const hostile: [name: string, path: string, headers: Asking["headers"], status: number][] = [
    ["a key that is escaped twice in the query", `/?api-key=${twice(backendKey)}`, {}, 401],
    ["a key that is escaped twice in the path", `/k/${twice(backendKey)}/rpc`, {}, 401],
    ["a key with a line break", `/?api-key=${backendKey}%0d%0ax-a:%20b`, {}, 401],
    ["a key with a zero", `/?api-key=${backendKey}%00`, {}, 401],
    ["a key with a space before it, escaped", `/?api-key=%20${backendKey}`, {}, 401],
    ["a key with a mark that turns text around", `/?api-key=${backendKey}%E2%80%AE`, {}, 401],
    ["a key in other letters", "/", { "x-api-key": backendKey.toUpperCase() }, 401],
    ["the SHA-256 of a key", "/", { "x-api-key": digestOf(backendKey) }, 401],
    ["the id of a key", "/", { "x-api-key": "backend" }, 401],
    ["the name of a member of every object", "/?api-key=__proto__", {}, 401],
    ["a megabyte in a header", "/", { "x-api-key": huge }, 431],
    ["a megabyte in the query", `/?api-key=${huge}`, {}, 431],
    ["a megabyte in the path", `/k/${huge}/`, {}, 431],
    ["twelve thousand letters", "/", { "x-api-key": huge.slice(0, 12_000) }, 401],
    ["a key in a cookie", "/", { cookie: `api-key=${backendKey}` }, 401],
    ["a key as the password of HTTP", "/", { authorization: `Basic ${btoa(`x:${backendKey}`)}` }, 401],
    [
      "a key for a foreign host (DNS rebinding)",
      "/",
      { host: "evil.example.com", "x-api-key": backendKey },
      403,
    ],
    ["a key in the path for a foreign host", `/k/${backendKey}/`, { host: "evil.example.com" }, 403],
  ];
  for (const [name, path, headers, expected] of hostile) {
    it(`refuse ${name} without quoting it, and keep serving`, async () => {
      const answered = await served
        .ask(path, { headers: headers ?? {} })
        .catch((caught: NodeJS.ErrnoException) => {
          // The connection may end before all of a long request is read.
          if (expected === 431 && ["ECONNRESET", "EPIPE"].includes(caught.code ?? "")) return undefined;
          throw caught;
        });
      expect(answered?.status ?? 431).to.equal(expected);
      expect(answered?.text ?? "").not.to.include(backendKey);
      expect((await served.ask("/", { headers: { "x-api-key": backendKey } })).status).to.equal(200);
    });
  }

  it("read no key from a body: a call with a key there counts as one without a key", async () => {
    const call = `{"jsonrpc":"2.0","id":1,"method":"getSlot","params":[],"api-key":"${backendKey}"}`;
    expect((await served.ask("/rpc", { body: `[${call},${call}]` })).status).to.equal(401);
  });

  it("refuse a request without a key", async () => {
    const { status, json } = await served.ask("/");
    expect([status, json.error.data.reason]).to.deep.equal([401, "unauthorized"]);
    expect(json.error.message).to.include("requires a key or token");
    expect(redactText(json.error.message), "as it is logged").to.equal(json.error.message);
  });

  it("take keys for tools in headers only", async () => {
    const list = { body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' };
    const inHeader = await served.ask("/api/mcp", { ...list, headers: { "x-api-key": backendKey } });
    expect(inHeader.status).to.equal(200);
    for (const path of [`/api/mcp?api-key=${backendKey}`, `/k/${backendKey}/api/mcp`]) {
      const { status, json } = await served.ask(path, list);
      expect([status, json.error.data.reason]).to.deep.equal([401, "unauthorized"]);
    }
  });

  it("refuse two keys that differ, wherever they are", async () => {
    const headers = { authorization: [`Bearer ${backendKey}`, `Bearer ${otherKey}`] };
    expect((await served.ask("/", { headers })).status).to.equal(401);
    const disagreeing = await served.ask(`/?api-key=${backendKey}`, { headers: { "x-api-key": otherKey } });
    expect(disagreeing.status).to.equal(401);
    expect(disagreeing.json.error.message).to.include("two different keys");
  });

  it("answer a preflight without a key, and let pages send one", async () => {
    const headers = { origin: "https://app.example.com", "access-control-request-method": "POST" };
    for (const path of ["/", `/k/${backendKey}/`, "/networks/one"]) {
      const preflight = await served.ask(path, { method: "OPTIONS", headers });
      expect(preflight.status).to.equal(204);
      expect(preflight.headers["access-control-allow-headers"]).to.include("authorization, x-api-key");
    }
    const refused = await served.ask("/", { headers: { origin: "https://app.example.com" } });
    expect(refused.headers["access-control-allow-origin"]).to.equal("*");
  });

  it("redirect browsers to an address without the key", async () => {
    const browser = { method: "GET", headers: { accept: "text/html" } };
    const { status, headers } = await served.ask(`/k/${backendKey}/docs/?a=1`, browser);
    expect([status, headers.location, headers["referrer-policy"]]).to.deep.equal([
      303,
      "/docs/?a=1",
      "no-referrer",
    ]);
  });

  for (const path of [`/k/${backendKey}//evil.example.com/`, `/k/${backendKey}/\\evil.example.com/`]) {
    it(`redirect no browser to another host, as ${path.slice(-20)} asks`, async () => {
      const { status, headers } = await served.ask(path, { method: "GET", headers: { accept: "text/html" } });
      expect([status, headers.location]).to.deep.equal([303, "/evil.example.com/"]);
    });
  }

  it("show no key in the error for an unknown path", async () => {
    const { status, text } = await served.ask(`/k/${backendKey}/nothing`, { method: "GET" });
    expect(status).to.equal(404);
    expect(text).to.include("/nothing").and.not.include(backendKey);
  });

  it("need no key for health and the playground", async () => {
    for (const path of ["/livez", "/readyz", "/health", "/openrpc.json"])
      expect((await served.ask(path, { method: "GET" })).status, path).not.to.equal(401);
  });

  it("need a key for the list of networks", async () => {
    expect((await served.ask("/networks", { method: "GET" })).status).to.equal(401);
    const { status, headers } = await served.ask(`/networks?api-key=${otherKey}`, { method: "GET" });
    expect([status, headers["cache-control"]]).to.deep.equal([200, "no-store"]);
  });

  it("need a key for every route that is not public, for HEAD too", async () => {
    const guarded = routes.filter(({ access, modes }) => access === undefined && modes.includes("serve"));
    for (const { method, path } of guarded)
      for (const asked of method === "GET" ? ["GET", "HEAD"] : ["POST"]) {
        const { status } = await served.ask(path.replace(/:\w+/, "one"), { method: asked });
        expect(status, `${asked} ${path}`).to.equal(401);
      }
  });

  it("check the rights of callers who query the fate of a transaction", async () => {
    const path = `/transactions/${"1".repeat(64)}?network=two&api-key=${otherKey}`;
    const { status, json } = await served.ask(path, { method: "GET" });
    expect([status, json.error.data.right]).to.deep.equal([403, "networks"]);
  });

  it("check the rights of each call of a batch", async () => {
    const call = (method: string, id: number) =>
      `{"jsonrpc":"2.0","id":${id},"method":"${method}","params":[]}`;
    const body = `[${call("getSlot", 1)},${call("requestAirdrop", 2)},${call("sendTransaction", 3)}]`;
    const { status, json } = await served.ask("/rpc", { body, headers: { "x-api-key": otherKey } });
    expect(status).to.equal(200);
    // biome-ignore lint/suspicious/noExplicitAny: whatever arrived.
    const reasons = json.map(({ error }: any) => error?.data);
    expect(reasons).to.deep.equal([
      undefined,
      { reason: "forbidden", right: "read_only" },
      { reason: "forbidden", right: "sending" },
    ]);
  });

  it("check the rights on each network of all", async () => {
    const headers = { "x-api-key": otherKey };
    const { json } = await served.ask("/?network=all", { headers });
    expect(json.result.one).to.deep.equal({ value: 7 });
    expect(json.result.two.error.data).to.deep.equal({ reason: "forbidden", right: "networks" });
    const single = await served.ask("/networks/two", { headers });
    expect([single.status, single.json.error.data.right]).to.deep.equal([403, "networks"]);
  });

  it("give no cached answer to a caller who may not ask for it", async () => {
    const call = { call: "getGenesisHash" };
    const path = "/networks/two";
    expect((await served.ask(path, { ...call, headers: { "x-api-key": backendKey } })).status).to.equal(200);
    expect(
      (await served.ask(path, { ...call, headers: { "x-api-key": backendKey } })).headers["x-cache"],
    ).to.equal("hit");
    expect((await served.ask(path, { ...call, headers: { "x-api-key": otherKey } })).status).to.equal(403);
  });

  it("let administrators alone change networks", async () => {
    const body = '{"jsonrpc":"2.0","id":1,"method":"enableSvmNetwork","params":{"network_id":"one"}}';
    const reader = await served.ask("/", { body, headers: { "x-api-key": otherKey } });
    expect([reader.status, reader.json.error.data.right]).to.deep.equal([403, "admin"]);
    const admin = await served.ask("/", { body, headers: { "x-api-key": backendKey } });
    expect(admin.json.result.network.enabled).to.equal(true);
    expect((await served.ask("/admin/upstreams", { method: "GET" })).status).to.equal(401);
    const path = `/admin/upstreams?api-key=${otherKey}`;
    expect((await served.ask(path, { method: "GET" })).json.error.data.right).to.equal("admin");
  });

  it("let an administrator of some networks change no others", async () => {
    const table = served.service.auth?.table;
    table?.replace("file", [keyEntry({ id: "some", key: narrowKey, admin: true, networks: ["one"] })]);
    const change = async (id: string) => {
      const body = `{"jsonrpc":"2.0","id":1,"method":"enableSvmNetwork","params":["${id}"]}`;
      return (await served.ask("/", { body, headers: { "x-api-key": narrowKey } })).json;
    };
    expect((await change("one")).result.network.enabled).to.equal(true);
    expect((await change("two")).error.data.right).to.equal("networks");
    table?.replace("file", []);
  });

  it("list only the tools that the key may call, and refuse the others as a failed result", async () => {
    const headers = { "x-api-key": otherKey };
    const list = await served.ask("/api/mcp", {
      body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
      headers,
    });
    const names = list.json.result.tools.map(({ name }: { name: string }) => name);
    expect(names).to.include("getBalance").and.not.include("sendTransaction");
    expect(names).to.not.include("enableSvmNetwork");
    const params = '{"name":"sendTransaction","arguments":{"transaction":"x"}}';
    const authenticated = served.service.auth?.table.find(digestOf(otherKey));
    const { gateway, store, document, config } = served.service;
    const tools = await createToolServer({ gateway, store, document, config, hasAuth: false });
    const result = await tools.call({
      request: { kind: "request", id: "1", method: "tools/call", params, isDirectForm: false },
      scope: {
        caller: { ...localCaller, authenticated },
        network: undefined,
        cancellation: new Cancellation(),
        version: "2025-06-18",
      },
    });
    expect(result.toString()).to.include('"isError":true').and.include('right\\":\\"sending');
    await tools.close();
  });

  it("read a body that came while its caller was looked up", async () => {
    const body = `{"jsonrpc":"2.0","id":1,"method":"getSlot","params":[${" ".repeat(200_000)}]}`;
    const { json } = await served.ask("/networks/one", { body, headers: { "x-api-key": backendKey } });
    expect(json.result).to.equal(7);
  });
});

describe("callers with keys, on other machines", () => {
  let served: ServedGateway;

  // Their limits are those of one second, or of ten, however long that lasts on this machine.
  beforeEach(() => void useFakeClock(Date.now()));
  afterEach(() => served.close());

  it("need the admin right for metrics and status, unless they are on this machine", async () => {
    const keys = [
      { id: "admin", key: backendKey, admin: true },
      { id: "reader", key: otherKey },
    ];
    served = await serveCallers({ keys }, { server_config: { trust_proxy: 1 } });
    const proxied = (key?: string) => ({
      method: "GET",
      headers: { "x-forwarded-for": "192.0.2.1", ...(key === undefined ? {} : { "x-api-key": key }) },
    });
    for (const path of ["/metrics", "/status.json"]) {
      expect((await served.ask(path, { method: "GET" })).status, `${path} here`).to.equal(200);
      expect((await served.ask(path, proxied())).status, `${path} without`).to.equal(401);
      expect((await served.ask(path, proxied(otherKey))).status, `${path} reader`).to.equal(403);
      expect((await served.ask(path, proxied(backendKey))).status, `${path} admin`).to.equal(200);
    }
  });

  it("may use a key from its blocks of addresses only, as the trusted proxy names them", async () => {
    const keys = [{ id: "backend", key: backendKey, clients: ["192.0.2.0/24", "2001:db8::/32"] }];
    served = await serveCallers({ keys }, { server_config: { trust_proxy: 1 } });
    const from = async (address: string) =>
      (await served.ask("/", { headers: { "x-api-key": backendKey, "x-forwarded-for": address } })).status;
    expect([await from("192.0.2.9"), await from("2001:db8::9"), await from("198.51.100.1")]).to.deep.equal([
      200, 200, 403,
    ]);
  });

  it("may use a key in web pages from its origins only", async () => {
    const keys = [{ id: "page", key: backendKey, origins: ["https://app.example.com"], rate_limit: 10 }];
    served = await serveCallers({ keys });
    const from = (origin: string) => served.ask("/", { headers: { "x-api-key": backendKey, origin } });
    expect((await from("https://evil.example.com")).json.error.data.right).to.equal("origins");
    const first = await from("https://app.example.com");
    expect([first.status, first.headers.ratelimit]).to.deep.equal([200, '"second";r=0;t=1']);
    expect((await from("https://app.example.com")).status).to.equal(429);
  });

  it("see the credits that calls took: one for each network of a call to all, none for refused calls", async () => {
    const keys = [{ id: "backend", key: backendKey, credits_per_day: 14 }];
    served = await serveCallers({ keys, costs: { getBlockHeight: 5 } });
    const headers = { "x-api-key": backendKey };
    const statuses = [];
    for (const [path, call] of [
      ["/?network=all", "getBlockHeight"],
      ["/", "getSlot"],
      ["/", "getBlockHeight"],
      ["/networks", undefined],
    ] as const)
      statuses.push((await served.ask(path, call ? { call, headers } : { method: "GET", headers })).status);
    expect(statuses).to.deep.equal([200, 200, 429, 200]);
    const { json } = await served.ask("/usage", { method: "GET", headers });
    const used = json.usage.map(({ method, calls, credits }: Record<string, unknown>) => [
      method,
      calls,
      credits,
    ]);
    expect(used).to.deep.equal([
      ["getBlockHeight", 1, 10],
      ["getSlot", 1, 1],
    ]);
  });

  it("spend no credit on a network that the key may not use, nor on one that does not exist", async () => {
    served = await serveCallers({
      keys: [{ id: "backend", key: backendKey, networks: ["one"], credits_per_day: 1 }],
    });
    const headers = { "x-api-key": backendKey };
    const statuses = [];
    for (const id of ["two", "absent", "one", "one"])
      statuses.push((await served.ask(`/networks/${id}`, { headers })).status);
    expect(statuses).to.deep.equal([403, 404, 200, 429]);
  });

  it("take a point for a call to all networks, though the key may use none that is enabled", async () => {
    served = await serveCallers({
      keys: [{ id: "backend", key: backendKey, networks: ["two"], rate_limit: 2 }],
    });
    await served.service.store.setEnabled("two", false);
    const ask = () => served.ask("/?network=all", { headers: { "x-api-key": backendKey } });
    expect([(await ask()).status, (await ask()).status, (await ask()).status]).to.deep.equal([200, 200, 429]);
  });

  it("are anonymous without a key where that is allowed, and refused with a wrong one", async () => {
    served = await serveCallers({ keys: [{ id: "backend", key: backendKey }], anonymous: true });
    expect((await served.ask("/")).status).to.equal(200);
    expect((await served.ask("/", { headers: { "x-api-key": wrongKey } })).status).to.equal(401);
    const body = '{"jsonrpc":"2.0","id":1,"method":"enableSvmNetwork","params":{"network_id":"one"}}';
    expect((await served.ask("/", { body })).status).to.equal(403);
  });

  it("must wait when they guess keys", async () => {
    served = await serveCallers({ keys: [{ id: "backend", key: backendKey }] });
    const statuses: number[] = [];
    for (let count = 0; count < 101; count += 1)
      statuses.push((await served.ask("/", { headers: { "x-api-key": `${wrongKey}${count}` } })).status);
    expect(new Set(statuses.slice(0, 100))).to.deep.equal(new Set([401]));
    expect(statuses[100]).to.equal(429);
    expect((await served.ask("/", { headers: { "x-api-key": backendKey } })).status).to.equal(200);
  });
});
