import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { expect } from "chai";
import type { RequestHandler } from "express";
import type { Caller } from "../../../src/gateway/gateway-call.ts";
import { RawJson } from "../../../src/json/raw-json.ts";
import { unknownNetworkError } from "../../../src/networks/network-errors.ts";
import { RpcError } from "../../../src/rpc/rpc-error.ts";
import { UnreadBytes } from "../../../src/transports/shared/unread-bytes.ts";
import { until } from "../../upstream/harness.ts";
import { request, type ServedHttp, serveHttp } from "./harness.ts";

const exact = '{"rentEpoch":18446744073709551615,"a":1.0,"b":1e2,"c":-0,"d":"\\u00e9 é"}';

describe("createHttpTransport()", () => {
  let served: ServedHttp;
  afterEach(() => served.close());

  it("answers a request with the result's bytes and the id as written", async () => {
    served = await serveHttp(() => exact);
    const response = await served.post("/", request("m", "[]", '"a\\u0062"'));
    expect(response.status).to.equal(200);
    expect(response.headers.get("content-type")).to.equal("application/json");
    expect(await response.text()).to.equal(`{"jsonrpc":"2.0","result":${exact},"id":"a\\u0062"}`);
  });

  const routes: readonly [path: string, dialect: string, network: string | undefined][] = [
    ["/", "gateway", undefined],
    ["/rpc", "gateway", undefined],
    ["/?network=one", "gateway", "one"],
    ["/rpc?network=all", "gateway", "all"],
    ["/networks/known", "ledger", "known"],
    ["/networks/known/", "ledger", "known"],
    ["/networks/all", "ledger", "all"],
  ];
  for (const [path, dialect, network] of routes) {
    it(`serves the ${dialect} dialect at POST ${path}, network ${network ?? "by default"}`, async () => {
      served = await serveHttp(() => "1");
      await served.post(path, request("m"));
      expect(served.calls.map((call) => [call.dialect, call.network])).to.deep.equal([[dialect, network]]);
    });
  }

  it("takes the network from the query, else from a header", async () => {
    served = await serveHttp(() => "1");
    await served.post("/", request("m"), { "x-network": "header" });
    await served.post("/?network=query", request("m"), { "x-network": "header" });
    expect(served.calls.map(({ network }) => network)).to.deep.equal(["header", "query"]);
  });

  for (const [path, says] of [
    ["/?netwrok=one", 'Unknown query parameter "netwrok": / takes network.'],
    ["/rpc?network=one&network=two", 'The query parameter "network" is given twice: give it once.'],
    ["/networks/known?network=one", 'Unknown query parameter "network": /networks/known takes none.'],
    ["/api/mcp?netwrok=one", 'Unknown query parameter "netwrok": /api/mcp takes network.'],
    ["/admin/reload?now=1", 'Unknown query parameter "now": /admin/reload takes none.'],
  ] as const)
    it(`rejects POST ${path}, whose query would be ignored`, async () => {
      served = await serveHttp(() => "1");
      const response = await served.post(path, request("m"));
      const { error } = JSON.parse(await response.text());
      expect([response.status, error.message, served.calls]).to.deep.equal([400, says, []]);
    });

  for (const [length, name] of [
    ["Content-Length: 10000000", "declared to be longer than 8 MiB"],
    ["Transfer-Encoding: chunked", "of undeclared length"],
  ])
    it(`closes the connection after refusing a body ${name}`, async () => {
      served = await serveHttp(() => "1", { server: { maxBodyBytes: 1000 } });
      const socket = await served.connect();
      const closed = new Promise((resolve) => socket.once("close", resolve));
      const head = `POST /?netwrok=one HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${length}\r\n\r\n`;
      let text = "";
      socket.on("data", (chunk) => {
        text += String(chunk);
      });
      socket.write(head);
      await closed;
      expect(text).to.match(/^HTTP\/1.1 400 .*connection: close/is);
    });

  for (const [name, target, says] of [
    ["whose query is refused", "/?netwrok=one", "netwrok"],
    ["that is too long", "/networks/one", "body too large"],
  ] as const)
    it(`drains a body ${name} and answers the next call of the connection`, async () => {
      served = await serveHttp(() => "1", { server: { maxBodyBytes: 100_000 } });
      const socket = await served.connect();
      let text = "";
      socket.on("data", (chunk) => {
        text += String(chunk);
      });
      const post = (target: string, body: string) =>
        `POST ${target} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
      const hidden = post("/", request("hidden"));
      const refused = post(target, hidden.repeat(10_000));
      // The rest of the body comes after the answer.
      socket.write(refused.slice(0, -hidden.length));
      await until(() => text.includes(says), "the refusal");
      socket.write(refused.slice(-hidden.length) + post("/", request("next")));
      await until(() => socket.closed || text.includes('"result":1'), "the next answer");
      socket.destroy();
      expect(served.calls.map(({ method }) => method)).to.deep.equal(["next"]);
    });

  it("ignores any query at pages that read none, and a key without authentication", async () => {
    served = await serveHttp(() => "1");
    for (const path of ["/livez?verbose", "/docs/?utm_source=x", "/metrics?v=1", "/networks?api-key=x"])
      expect((await fetch(served.url + path)).status, path).to.equal(200);
    expect((await served.post("/?api-key=x&network=one", request("m"))).status).to.equal(200);
  });

  it("bypasses caches for a client that sends cache-control: no-cache", async () => {
    served = await serveHttp(() => "1");
    for (const field of ["no-cache", "No-Cache, max-age=0", "max-age=0"])
      await served.post("/", request("m"), { "cache-control": field });
    await served.post("/", request("m"));
    expect(served.calls.map(({ preferences }) => preferences?.bypassesCache)).to.deep.equal([
      true,
      true,
      false,
      false,
    ]);
  });

  it("gives all calls with the same x-session one session, calls of a batch included", async () => {
    served = await serveHttp(() => "1");
    await served.post("/", request("m"), { "x-session": "wallet" });
    await served.post("/", `[${request("m")},${request("m")}]`, { "x-session": "wallet" });
    await served.post("/", request("m"), { "x-session": "y".repeat(128) });
    const [first, ...others] = served.calls.map(({ preferences }) => preferences?.session);
    expect(first).to.not.equal(undefined);
    expect(others.map((session) => session === first)).to.deep.equal([true, true, false]);
  });

  it("gives a call without x-session none", async () => {
    served = await serveHttp(() => "1");
    await served.post("/", request("m"));
    await served.post("/", request("m"), { "x-session": "" });
    expect(served.calls.map(({ preferences }) => preferences?.session)).to.deep.equal([undefined, undefined]);
  });

  it("takes the minimum slot from a header", async () => {
    served = await serveHttp(() => "1");
    await served.post("/", request("m"), { "x-min-slot": "341197900" });
    expect(served.calls.map(({ preferences }) => preferences?.minSlot)).to.deep.equal([341197900]);
  });

  it("takes the number of upstreams that must agree from a header, for each call of a batch", async () => {
    served = await serveHttp(() => "1");
    await served.post("/", `[${request("m")},${request("m")}]`, { "x-agree": "2" });
    await served.post("/", request("m"));
    expect(served.calls.map(({ preferences }) => preferences?.agree)).to.deep.equal([2, 2, undefined]);
  });

  const badFields: readonly [field: string, text: string, message: RegExp][] = [
    ["x-session", "x".repeat(129), /x-session has 129 characters; at most 128 are allowed/],
    ["x-min-slot", "-1", /x-min-slot must be a slot in digits, got "-1"/],
    ["x-min-slot", "1e9", /must be a slot in digits, got "1e9"/],
    ["x-min-slot", "9".repeat(16), /must be a slot in digits/],
    ["x-min-slot", "", /must be a slot in digits, got ""/],
  ];
  for (const [field, text, message] of badFields) {
    it(`refuses ${field} of ${text.length} characters: ${text.slice(0, 8)}`, async () => {
      served = await serveHttp(() => "1");
      const answer = await served.post("/", request("m"), { [field]: text });
      const { error } = (await answer.json()) as { error: { code: number; message: string } };
      expect(error.code).to.equal(-32600);
      expect(error.message).to.match(message);
      expect(served.calls).to.deep.equal([]);
    });
  }

  it("names the source of an answer in x-cache", async () => {
    served = await serveHttp(({ notes }) => {
      notes.cache = "merged";
      return "1";
    });
    expect((await served.post("/", request("m"))).headers.get("x-cache")).to.equal("merged");
  });

  it("names the slot of a single answer in x-slot, and none for a batch", async () => {
    served = await serveHttp(({ notes }) => {
      notes.slot = 7;
      return "1";
    });
    expect((await served.post("/", request("m"))).headers.get("x-slot")).to.equal("7");
    const batch = await served.post("/", `[${request("a")},${request("b")}]`);
    expect(batch.headers.get("x-slot")).to.equal(null);
  });

  it("answers batches in order and leaves notifications out", async () => {
    served = await serveHttp(({ method }) => `"${method}"`);
    const response = await served.post(
      "/",
      `[${request("a")},{"jsonrpc":"2.0","method":"b"},${request("c", "[]", "2")}]`,
    );
    expect(await response.json()).to.deep.equal([
      { jsonrpc: "2.0", result: "a", id: 1 },
      { jsonrpc: "2.0", result: "c", id: 2 },
    ]);
  });

  it("answers notifications with 204", async () => {
    served = await serveHttp(() => "1");
    const response = await served.post("/", '{"jsonrpc":"2.0","method":"m"}');
    expect(response.status).to.equal(204);
    expect(served.calls).to.have.length(1);
  });

  const statuses: readonly [what: string, error: RpcError, status: number][] = [
    ["a method that does not exist", RpcError.of("methodNotFound", "x"), 200],
    ["wrong parameters", RpcError.of("invalidParams", "x"), 200],
    ["an upstream that is down", RpcError.of("upstreamUnreachable", "x"), 200],
    ["a full queue", RpcError.of("atCapacity", "x"), 503],
    ["an unknown network", RpcError.of("networkNotFound", "x"), 404],
    [
      "a ledger's error",
      RpcError.fromLedger(-32005, "x", RawJson.fromText('{"code":-32005,"message":"x"}')),
      200,
    ],
  ];
  for (const [what, error, status] of statuses) {
    it(`answers ${what} with status ${status}`, async () => {
      served = await serveHttp(() => Promise.reject(error));
      const response = await served.post("/", request("m"));
      expect(response.status).to.equal(status);
      expect(await response.json()).to.have.nested.property("error.code", error.code);
    });
  }

  it("answers the rate limit with 429 and Retry-After", async () => {
    served = await serveHttp(() =>
      Promise.reject(RpcError.of("rateLimited", "x", { retryAfterSeconds: 6.2 })),
    );
    const response = await served.post("/", request("m"));
    expect(response.status).to.equal(429);
    expect(response.headers.get("retry-after")).to.equal("7");
  });

  it("answers an internal error with 500 and logs the cause without showing it to the client", async () => {
    served = await serveHttp(() => Promise.reject(new Error("secret detail")));
    const response = await served.post("/", request("m"));
    expect(response.status).to.equal(500);
    expect(await response.text()).to.not.include("secret");
    expect(served.faults.map(({ cause }) => (cause as Error).message)).to.deep.equal(["secret detail"]);
  });

  it("refuses a body over the limit with 413, whether its length is declared or not", async () => {
    served = await serveHttp(() => "1", { server: { maxBodyBytes: 100 } });
    expect((await served.post("/", request("m", `["${"x".repeat(200)}"]`))).status).to.equal(413);
    const stream = new Blob(["x".repeat(200)]).stream();
    const chunked = await fetch(served.url, {
      method: "POST",
      body: stream,
      duplex: "half",
      headers: { "content-type": "application/json" },
    } as RequestInit);
    expect(chunked.status).to.equal(413);
    expect(served.calls).to.deep.equal([]);
  });

  const types: readonly [type: string, status: number][] = [
    ["application/json", 200],
    ["application/json; charset=utf-8", 200],
    ["APPLICATION/JSON", 200],
    ["application/vnd.api+json", 200],
    ["text/plain", 415],
    ["application/jsonp", 415],
    ["", 415],
  ];
  for (const [type, status] of types) {
    it(`answers content type ${JSON.stringify(type)} with ${status}`, async () => {
      served = await serveHttp(() => "1");
      expect((await served.post("/", request("m"), { "content-type": type })).status).to.equal(status);
    });
  }

  it("refuses a compressed body with 415 and says how to send it", async () => {
    served = await serveHttp(() => "1");
    const refused = await served.post("/", request("m"), { "content-encoding": "gzip" });
    expect(refused.status).to.equal(415);
    expect(await refused.text()).to.contain(
      'Unsupported content encoding \\"gzip\\": send the body as it is, without Content-Encoding.',
    );
    expect((await served.post("/", request("m"), { "content-encoding": "identity" })).status).to.equal(200);
  });

  it("answers 405 with Allow, 404 for unknown paths", async () => {
    served = await serveHttp(() => "1");
    const get = await fetch(`${served.url}/rpc`);
    expect([get.status, get.headers.get("allow")]).to.deep.equal([405, "POST, OPTIONS"]);
    const post = await served.post("/health", "{}");
    expect([post.status, post.headers.get("allow")]).to.deep.equal([405, "GET, HEAD, OPTIONS"]);
    expect((await fetch(`${served.url}/nothing`)).status).to.equal(404);
    expect((await served.post("/networks/%zz", request("m"))).status).to.equal(404);
  });

  it("answers a range beyond the end of a page with 416, in plain JSON", async () => {
    const page: RequestHandler = (_request, response) => {
      response.set("content-encoding", "br").sendFile("harness.ts", { root: import.meta.dirname });
    };
    served = await serveHttp(() => "1", { handlers: { docs: page } });
    const answer = await fetch(`${served.url}/docs/`, { headers: { range: "bytes=99999999-" } });
    expect([answer.status, answer.headers.get("content-encoding")]).to.deep.equal([416, null]);
    expect(answer.headers.get("content-range")).to.match(/^bytes \*\/\d+$/);
    expect(JSON.parse(await answer.text()).error.message).to.include("Range Not Satisfiable");
  });

  it("answers a call on an unknown network with 404 and the call's own id", async () => {
    served = await serveHttp(({ network = "" }) => {
      throw unknownNetworkError(network, [{ id: "known" }]);
    });
    const misspelt = await served.post("/networks/knwon", '{"jsonrpc":"2.0","id":"a","method":"m"}');
    expect(misspelt.status).to.equal(404);
    const { id, error } = JSON.parse(await misspelt.text());
    expect(id).to.equal("a");
    expect(error.message).to.equal('Unknown network "knwon"; did you mean known? listSvmNetworks lists all');
  });

  it("serves browser pages to browsers only", async () => {
    served = await serveHttp(() => "1");
    const get = async (accept: string) => {
      const { status, headers } = await fetch(served.url, { headers: { accept } });
      return [status, headers.get("allow")];
    };
    expect(await get("text/html,application/xhtml+xml,*/*;q=0.8")).to.deep.equal([200, null]);
    expect(await get("application/json")).to.deep.equal([405, "POST, OPTIONS"]);
    expect(await get("*/*")).to.deep.equal([405, "POST, OPTIONS"]);
  });

  it("directs other clients of that path to the page", async () => {
    served = await serveHttp(() => "1");
    const refused = await (await fetch(served.url)).text();
    expect(refused).to.contain("GET is not allowed at /: use POST, or open it in a browser.");
  });

  const modes: readonly [
    mode: "web" | "rpc" | "http",
    served: readonly string[],
    absent: readonly string[],
  ][] = [
    ["web", ["POST /api/mcp", "GET /health", "GET /metrics"], ["POST /", "POST /rpc", "GET /openrpc.json"]],
    ["rpc", ["POST /", "POST /networks/known"], ["POST /rpc", "POST /api/mcp", "GET /health"]],
    ["http", ["POST /rpc", "GET /health"], ["POST /", "POST /api/mcp", "GET /metrics"]],
  ];
  for (const [mode, present, absent] of modes) {
    it(`serves its own routes and no others in mode ${mode}`, async () => {
      served = await serveHttp(() => "1", { mode });
      const statusOf = async (route: string) => {
        const [method = "", path = ""] = route.split(" ");
        const init =
          method === "POST"
            ? { method, body: request("m"), headers: { "content-type": "application/json" } }
            : {};
        return (await fetch(served.url + path, init)).status;
      };
      for (const route of present) expect(await statusOf(route), route).to.equal(200);
      for (const route of absent) expect(await statusOf(route), route).to.equal(404);
    });
  }

  it("accepts one spelling of each path, so that path rules of a proxy hold", async () => {
    served = await serveHttp(() => "1");
    const statusOf = async (path: string) => (await fetch(served.url + path)).status;
    for (const path of ["/metrics", "/status", "/status/", "/status.json", "/health", "/docs/"])
      expect(await statusOf(path), path).to.equal(200);
    for (const path of [
      "/metrics/",
      "/METRICS",
      "/Status",
      "/status.json/",
      "/STATUS.JSON",
      "//metrics",
      "/%6detrics",
    ])
      expect(await statusOf(path), path).to.equal(404);
  });

  it("sends rate limit headers to a limited client", async () => {
    const limitHeaders = ({ address }: Caller) => [
      "ratelimit-policy",
      '"second";q=10;w=1',
      "ratelimit",
      `"second";r=9;t=1;pk=${address}`,
    ];
    served = await serveHttp(() => "1", { limitHeaders });
    const { headers } = await served.post("/", request("m"));
    expect(headers.get("ratelimit-policy")).to.equal('"second";q=10;w=1');
    expect(headers.get("ratelimit")).to.equal('"second";r=9;t=1;pk=127.0.0.1');
  });

  it("refuses foreign Host names on a loopback listener", async () => {
    served = await serveHttp(() => "1", { server: { allowedHosts: ["gateway.test"] } });
    const statusFor = async (host: string) => {
      const socket = await served.connect();
      socket.end(
        `POST / HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 40\r\nConnection: close\r\n\r\n${'{"jsonrpc":"2.0","id":1,"method":"mmmm"}'}`,
      );
      let text = "";
      for await (const chunk of socket) text += String(chunk);
      return text.split(" ")[1];
    };
    expect(await statusFor("127.0.0.1:1")).to.equal("200");
    expect(await statusFor("localhost")).to.equal("200");
    expect(await statusFor("gateway.test:80")).to.equal("200");
    expect(await statusFor("evil.example")).to.equal("403");
    expect(await statusFor("127.0.0.1.evil.example")).to.equal("403");
  });

  it("answers pipelined requests in their order, however long each takes", async () => {
    let release: (result: string) => void = () => undefined;
    const slow = new Promise<string>((resolve) => {
      release = resolve;
    });
    served = await serveHttp(({ method }) => {
      if (method === "slow") return slow;
      release('"slow"');
      return '"fast"';
    });
    const body = (method: string) => {
      const text = request(method);
      return `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`;
    };
    const socket = await served.connect();
    socket.write(body("slow") + body("fast"));
    let text = "";
    for await (const chunk of socket) {
      text += String(chunk);
      if (text.includes('"fast"')) break;
    }
    expect(text.indexOf('"slow"')).to.be.greaterThan(0).and.lessThan(text.indexOf('"fast"'));
  });

  it("compresses large answers when asked, and only then", async () => {
    const large = `["${"a".repeat(100_000)}"]`;
    served = await serveHttp(() => large);
    const plain = await served.post("/", request("m"), { "accept-encoding": "identity" });
    expect(plain.headers.get("content-encoding")).to.equal(null);
    // A shared cache must keep the two apart, also where this client took the plain one.
    expect(plain.headers.get("vary")).to.equal("accept-encoding");
    expect(plain.headers.get("content-length")).to.equal(String(large.length + 34));
    const raw = await new Promise<Buffer>((resolve, reject) => {
      void served.connect().then((socket) => {
        const body = request("m");
        socket.write(
          `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAccept-Encoding: gzip\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
        );
        const chunks: Buffer[] = [];
        socket.on("data", (chunk: Buffer) => chunks.push(chunk));
        socket.on("end", () => resolve(Buffer.concat(chunks)));
        socket.on("error", reject);
      }, reject);
    });
    expect(raw.toString("latin1")).to.match(/content-encoding: gzip/i);
    expect(raw.length).to.be.lessThan(5000);
    const brotli = await served.post("/", request("m"), { "accept-encoding": "gzip, br" });
    expect(brotli.headers.get("content-encoding")).to.equal("br");
    expect(brotli.headers.get("vary")).to.equal("accept-encoding");
    expect(await brotli.text()).to.equal(`{"jsonrpc":"2.0","result":${large},"id":1}`);
  });

  it("honors weights in Accept-Encoding: zero excludes an encoding, even beside *", async () => {
    served = await serveHttp(() => `["${"a".repeat(100_000)}"]`);
    const chosen: Record<string, string | null> = {};
    for (const accepted of ["gzip;q=0, *", "br;q=0.0, gzip", "*", "*;q=0", "br ; q=0.5, gzip;q=1"])
      chosen[accepted] = (await served.post("/", request("m"), { "accept-encoding": accepted })).headers.get(
        "content-encoding",
      );
    expect(chosen).to.deep.equal({
      "gzip;q=0, *": null,
      "br;q=0.0, gzip": "gzip",
      "*": "gzip",
      "*;q=0": null,
      "br ; q=0.5, gzip;q=1": "br",
    });
  });

  it("sends answers uncompressed while sixteen compressors wait for slow readers", async () => {
    const large = JSON.stringify(randomBytes(12_000_000).toString("base64"));
    const small = JSON.stringify("a".repeat(10_000));
    served = await serveHttp(({ params }) => (params === "[1]" ? large : small));
    const body = request("m", "[1]");
    const deaf = await Promise.all(
      Array.from({ length: 16 }, async () => {
        const socket = await served.connect();
        socket.write(
          `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAccept-Encoding: br\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
        );
        await once(socket, "readable");
        return socket;
      }),
    );
    const encodings = new Set<string | null>();
    const ask = async () => {
      const response = await served.post("/", request("m"), { "accept-encoding": "br" });
      expect(await response.text()).to.equal(`{"jsonrpc":"2.0","result":${small},"id":1}`);
      encodings.add(response.headers.get("content-encoding"));
    };
    await ask();
    expect([...encodings]).to.deep.equal([null]);
    for (const socket of deaf) socket.destroy();
    while (!encodings.has("br")) await ask();
  });

  it("cancels the call when its client disconnects", async () => {
    const gone = new Promise<void>((resolve) => {
      void serveHttp((call) => {
        call.cancellation.add({ onCancel: () => resolve() });
        return new Promise(() => undefined);
      }).then(async (it) => {
        served = it;
        const socket = await it.connect();
        const body = request("m");
        socket.write(
          `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
        );
        while (it.calls.length === 0) await new Promise((next) => setImmediate(next));
        socket.destroy();
      });
    });
    await gone;
  });

  describe("with browsers", () => {
    it("lets pages of any origin read when CORS is on, and answers preflights", async () => {
      served = await serveHttp(() => "1", { server: { enableCors: true } });
      const response = await served.post("/", request("m"), { origin: "https://dapp.example" });
      expect(response.headers.get("access-control-allow-origin")).to.equal("*");
      const preflight = await fetch(served.url, {
        method: "OPTIONS",
        headers: { origin: "https://dapp.example", "access-control-request-method": "POST" },
      });
      expect(preflight.status).to.equal(204);
      const allowed = preflight.headers.get("access-control-allow-headers")?.split(", ");
      expect(allowed).to.include.members(["content-type", "x-session", "x-min-slot"]);
    });

    it("sends no CORS headers when it is off", async () => {
      served = await serveHttp(() => "1", { server: { enableCors: false } });
      const response = await served.post("/", request("m"), { origin: "https://dapp.example" });
      expect(response.headers.get("access-control-allow-origin")).to.equal(null);
    });

    const origins: readonly [origin: string | undefined, corsOrigins: readonly string[], foreign: boolean][] =
      [
        [undefined, [], false],
        ["https://dapp.example", [], true],
        ["https://dapp.example", ["*"], true],
        ["https://dapp.example", ["https://dapp.example"], false],
        ["https://dapp.example", ["https://other.example"], true],
        ["null", ["*"], true],
      ];
    for (const [origin, corsOrigins, foreign] of origins) {
      it(`treats origin ${origin} as ${foreign ? "foreign" : "its own"} with cors_origins ${JSON.stringify(corsOrigins)}`, async () => {
        served = await serveHttp(() => "1", { server: { enableCors: true, corsOrigins } });
        await served.post("/", request("m"), origin === undefined ? {} : { origin });
        expect(served.calls[0]?.caller.isForeignOrigin).to.equal(foreign);
      });
    }

    it("treats a page of its own address as its own", async () => {
      served = await serveHttp(() => "1");
      await served.post("/", request("m"), { origin: served.url });
      expect(served.calls[0]?.caller.isForeignOrigin).to.equal(false);
    });
  });

  describe("behind proxies", () => {
    const cases: readonly [trustProxy: number, forwarded: string, address: string][] = [
      [0, "1.1.1.1", "127.0.0.1"],
      [1, "1.1.1.1, 2.2.2.2", "2.2.2.2"],
      [2, "1.1.1.1, 2.2.2.2", "1.1.1.1"],
      [3, "1.1.1.1", "127.0.0.1"],
    ];
    for (const [trustProxy, forwarded, address] of cases) {
      it(`treats ${address} as the client with ${trustProxy} trusted and ${JSON.stringify(forwarded)}`, async () => {
        served = await serveHttp(() => "1", { server: { trustProxy } });
        await served.post("/", request("m"), { "x-forwarded-for": forwarded });
        expect(served.calls[0]?.caller.address).to.equal(address);
      });
    }
  });

  it("stops counting the answers of a batch as unread when the batch fails", async () => {
    const unread = new UnreadBytes({ sendTimeoutMs: 60_000, maxUnreadBytes: 250_000 });
    let faults = 0;
    served = await serveHttp(
      ({ method }) => {
        if (method === "large") return `"${"x".repeat(100_000)}"`;
        throw new Error("unexpected");
      },
      {
        unread,
        reportError: () => {
          faults += 1;
          // The first report of each batch fails.
          if (faults % 2 === 1) throw new Error("the log is full");
        },
      },
    );
    const socket = await served.connect();
    const body = `[${request("large")},${request("large")},${request("other")}]`;
    for (let batch = 0; batch < 4; batch += 1) {
      socket.write(
        `POST / HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      );
      const [answered] = await once(socket, "data");
      expect(String(answered)).to.contain("500 Internal Server Error");
    }
    socket.destroy();
  });
});
