import { once } from "node:events";
import { Agent, request as httpRequest, type IncomingMessage } from "node:http";
import { SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/server";
import { expect } from "chai";
import { RawJson } from "../../../src/json/raw-json.ts";
import { type ErrorKind, errorTable } from "../../../src/rpc/error-table.ts";
import { RpcError } from "../../../src/rpc/rpc-error.ts";
import { supportedVersions } from "../../../src/transports/mcp/tools/protocol-version.ts";
import { UnreadBytes } from "../../../src/transports/shared/unread-bytes.ts";
import { type Answer, type ServedTools, serveTools } from "./harness.ts";

const callSlot = '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"getSlot","arguments":{}}}';
const list = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';

interface Refusal {
  readonly id: unknown;
  readonly error: { code: number; message: string; data: Record<string, unknown> };
}

/** A message as a client of a version sends it, where it can be read as one. */
function versioned(body: string, version: string): { body: string; headers: Record<string, string> } {
  const headers: Record<string, string> = { "mcp-protocol-version": version };
  if (version < "2026-07-28" || !body.includes('"params"')) return { body, headers };
  const message = JSON.parse(body) as { method: string; params: { name?: string } };
  const meta = {
    "io.modelcontextprotocol/protocolVersion": version,
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  headers["mcp-method"] = message.method;
  if (message.params.name !== undefined) headers["mcp-name"] = message.params.name;
  return { body: JSON.stringify({ ...message, params: { ...message.params, _meta: meta } }), headers };
}

describe("POST /api/mcp", () => {
  let served: ServedTools | undefined;
  const serve = async (answer?: Answer, settings?: object) => {
    served = await serveTools(answer, settings);
    return served;
  };
  afterEach(async () => {
    await served?.close();
    served = undefined;
  });

  it("serves a request without a handshake", async () => {
    const { post } = await serve(() => "18446744073709551615");
    const response = await post(callSlot);
    expect([response.status, response.headers.get("content-type")]).to.deep.equal([200, "application/json"]);
    expect(await response.text()).to.equal(
      '{"jsonrpc":"2.0","result":{"content":[{"type":"text","text":"18446744073709551615",' +
        '"annotations":{"audience":["assistant","user"],"priority":1}}]},"id":7}',
    );
  });

  it("requires only the content type header", async () => {
    const { url } = await serve(() => "1");
    const status = await new Promise((resolve, reject) => {
      const request = httpRequest(url, { method: "POST", headers: { "content-type": "application/json" } });
      request.on("response", (response) => resolve(response.resume().statusCode)).on("error", reject);
      request.end(callSlot);
    });
    expect(status).to.equal(200);
  });

  const ids = ['"a\\u0062c"', "0", "-1", "9007199254740993", "1.50", '""', "null"];
  for (const id of ids) {
    it(`echoes the id ${id} as it was written`, async () => {
      const { post } = await serve(() => "1");
      const text = await (await post(callSlot.replace("7", id))).text();
      expect(text.slice(text.lastIndexOf(',"id":'))).to.equal(`,"id":${id}}`);
    });
  }

  it("answers a ping", async () => {
    const { post } = await serve();
    const response = await post('{"jsonrpc":"2.0","id":1,"method":"ping"}');
    expect(await response.text()).to.equal('{"jsonrpc":"2.0","result":{},"id":1}');
  });

  it("stops counting the answers of a batch as unread when the batch fails", async () => {
    const unread = new UnreadBytes({ sendTimeoutMs: 60_000, maxUnreadBytes: 250_000 });
    let faults = 0;
    served = await serveTools(
      ({ method }) => {
        if (method !== "getSlot") throw new Error("unexpected");
        return `"${"x".repeat(100_000)}"`;
      },
      { tool_results: { max_bytes: 200_000 } },
      {
        unread,
        onError: () => {
          faults += 1;
          // The first report of each batch fails.
          if (faults % 2 === 1) throw new Error("the log is full");
        },
      },
    );
    const body = `[${callSlot},${callSlot},${callSlot.replace("getSlot", "getHealth")}]`;
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const sockets = new Set<unknown>();
    for (let batch = 0; batch < 4; batch += 1) {
      const headers = { "content-type": "application/json", "mcp-protocol-version": "2025-03-26" };
      const request = httpRequest(served.url, { method: "POST", agent, headers }).end(body);
      const [response] = (await once(request, "response")) as [IncomingMessage];
      sockets.add(request.socket);
      await once(response.resume(), "end");
      expect(response.statusCode).to.equal(500);
    }
    agent.destroy();
    expect(sockets.size).to.equal(1);
  });

  it("answers notifications with an empty 202, and ignores those that name a tool", async () => {
    const { post, calls } = await serve(() => "1");
    const notifications = [
      '{"jsonrpc":"2.0","method":"notifications/initialized"}',
      '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}',
      '{"jsonrpc":"2.0","method":"whatever","params":[1]}',
      callSlot.replace('"id":7,', ""),
      `[{"jsonrpc":"2.0","method":"notifications/initialized"}]`,
    ];
    for (const body of notifications) {
      const response = await post(body);
      expect([response.status, await response.text()], body).to.deep.equal([202, ""]);
    }
    expect(calls).to.deep.equal([]);
  });

  const refused: readonly (readonly [name: string, body: string, status: number, code: number])[] = [
    ["garbage", "{", 400, -32700],
    ["an empty body", "", 400, -32700],
    ["no request", "5", 400, -32600],
    ["no jsonrpc", '{"id":1,"method":"ping"}', 400, -32600],
    ["a response", '{"jsonrpc":"2.0","id":1,"result":{}}', 400, -32600],
    ["an empty batch", "[]", 400, -32600],
    ["an unknown method", '{"jsonrpc":"2.0","id":1,"method":"nonsense"}', 404, -32601],
    [
      "a ledger method by its own name",
      '{"jsonrpc":"2.0","id":1,"method":"getSlot","params":[]}',
      404,
      -32601,
    ],
    ["an unknown tool", callSlot.replace("getSlot", "getSlut"), 400, -32602],
    ["a wrong argument", callSlot.replace("{}", '{"commitment":"soon"}'), 400, -32602],
    ["an unknown network", callSlot.replace("{}", '{"network":"nowhere"}'), 400, -32602],
  ];
  for (const [name, body, status, code] of refused) {
    it(`refuses ${name} with ${status} and ${code}`, async () => {
      const { post } = await serve();
      const response = await post(body);
      const { error } = (await response.json()) as Refusal;
      expect([response.status, error.code]).to.deep.equal([status, code]);
      expect(error.data.protocolVersion).to.equal("2024-11-05");
    });
  }

  const faults = (Object.keys(errorTable) as ErrorKind[]).filter((kind) => kind !== "ledger");
  for (const kind of faults) {
    const { code, toolStatus } = errorTable[kind];
    it(`answers the gateway's error ${kind} with ${toolStatus}`, async () => {
      const { post } = await serve(() => RpcError.of(kind, "It broke."));
      const response = await post(callSlot);
      const { id, error } = (await response.json()) as Refusal;
      expect([response.status, id, error.code]).to.deep.equal([toolStatus, 7, code]);
      expect(error.message).to.match(/^It broke\./);
    });
  }

  it("sends a rate-limited client the retry delay, in a header and in the error", async () => {
    const { post } = await serve(() =>
      RpcError.of("rateLimited", "Too many requests.", { data: { limit: 10 }, retryAfterSeconds: 2.4 }),
    );
    const response = await post(callSlot);
    const { error } = (await response.json()) as Refusal;
    expect([response.status, response.headers.get("retry-after")]).to.deep.equal([429, "3"]);
    expect(error.data).to.deep.equal({
      reason: "rate-limited",
      limit: 10,
      retryAfterSeconds: 3,
      protocolVersion: "2024-11-05",
    });
  });

  it("answers a tool that fails on the ledger with 200", async () => {
    const wire = RawJson.fromText('{"code":-32007,"message":"Slot 5 was skipped"}');
    const { post } = await serve(() => RpcError.fromLedger(-32007, "Slot 5 was skipped", wire));
    const response = await post(callSlot);
    const { result } = (await response.json()) as { result: { isError: boolean } };
    expect([response.status, result.isError]).to.deep.equal([200, true]);
  });

  it("logs an internal error, hides it from the client and keeps serving", async () => {
    const { post, faults: logged } = await serve(() => {
      throw new Error("secret detail");
    });
    const response = await post(callSlot);
    expect(response.status).to.equal(500);
    expect(await response.text()).to.not.include("secret");
    expect(logged.map(({ cause }) => String(cause))).to.deep.equal(["Error: secret detail"]);
    expect((await post(list)).status).to.equal(200);
  });

  it("answers a batch in order, with one status", async () => {
    const { post } = await serve(async ({ method }) => `"${method}"`);
    const body = `[${callSlot},{"jsonrpc":"2.0","method":"notifications/initialized"},{"jsonrpc":"2.0","id":8,"method":"nonsense"},5]`;
    for (const version of ["", "2024-11-05", "2025-03-26"]) {
      const response = await post(body, { "mcp-protocol-version": version });
      const answers = (await response.json()) as { id: number | null }[];
      expect([response.status, answers.map(({ id }) => id)]).to.deep.equal([200, [7, 8, null]]);
    }
  });

  for (const version of ["2025-06-18", "2025-11-25"]) {
    it(`refuses a batch of version ${version}, which has none`, async () => {
      const { post } = await serve();
      const response = await post(` \n[${list}]`, { "mcp-protocol-version": version });
      const { error } = (await response.json()) as Refusal;
      expect([response.status, error.code]).to.deep.equal([400, -32600]);
      expect(error.message).to.include("no batches");
      expect((await post(list, { "mcp-protocol-version": version })).status).to.equal(200);
    });
  }

  it("supports every handshake version from 2024-11-05 on, and refuses others", async () => {
    const { post } = await serve();
    for (const version of SUPPORTED_PROTOCOL_VERSIONS) {
      const { status } = await post(list, { "mcp-protocol-version": version });
      expect([version, status]).to.deep.equal([version, version >= "2024-11-05" ? 200 : 400]);
    }
    expect(supportedVersions).to.have.length(5);
    const refusal = await post(list, { "mcp-protocol-version": "latest" });
    const { id, error } = (await refusal.json()) as Refusal;
    expect([refusal.status, id, error.code]).to.deep.equal([400, 1, -32022]);
    expect(error.data).to.include({ requested: "latest" });
  });

  const meta = (version: string) =>
    `"_meta":{"io.modelcontextprotocol/protocolVersion":"${version}","io.modelcontextprotocol/clientCapabilities":{}}`;
  const statelessSlot = callSlot.replace('"name"', `${meta("2026-07-28")},"name"`);
  const statelessHeaders = {
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": "tools/call",
    "mcp-name": "getSlot",
  };

  it("serves a stateless request and preserves the ledger's digits", async () => {
    const { post } = await serve(() => "18446744073709551615");
    const response = await post(statelessSlot, statelessHeaders);
    const { result } = (await response.json()) as {
      result: { resultType: string; content: { text: string }[] };
    };
    expect([response.status, result.resultType]).to.deep.equal([200, "complete"]);
    expect(result.content[0]?.text).to.equal("18446744073709551615");
  });

  const mismatches: readonly (readonly [name: string, headers: Record<string, string>, code: number])[] = [
    ["no version in the headers", { "mcp-protocol-version": "" }, -32020],
    ["another version in the headers", { "mcp-protocol-version": "2025-11-25" }, -32020],
    ["no method in the headers", { "mcp-method": "" }, -32020],
    ["another method in the headers", { "mcp-method": "tools/list" }, -32020],
    ["no name in the headers", { "mcp-name": "" }, -32020],
    ["another name in the headers", { "mcp-name": "getBlock" }, -32020],
    ["another name in Base64", { "mcp-name": `=?base64?${Buffer.from("x").toString("base64")}?=` }, -32020],
  ];
  for (const [name, headers, code] of mismatches) {
    it(`refuses a stateless request with ${name}`, async () => {
      const { post, calls } = await serve(() => "1");
      const response = await post(statelessSlot, { ...statelessHeaders, ...headers });
      const { id, error } = (await response.json()) as Refusal;
      expect([response.status, id, error.code]).to.deep.equal([400, 7, code]);
      expect(calls).to.deep.equal([]);
    });
  }

  it("accepts a name in Base64", async () => {
    const { post } = await serve(() => "1");
    const name = `=?base64?${Buffer.from("getSlot").toString("base64")}?=`;
    expect((await post(statelessSlot, { ...statelessHeaders, "mcp-name": name })).status).to.equal(200);
  });

  it("refuses a future version and names the one that it supports", async () => {
    const { post } = await serve(() => "1");
    const later = statelessSlot.replace("2026-07-28", "2099-01-01");
    const response = await post(later, { ...statelessHeaders, "mcp-protocol-version": "2099-01-01" });
    const { error } = (await response.json()) as Refusal;
    expect([response.status, error.code]).to.deep.equal([400, -32022]);
    expect(error.data).to.deep.include({ supported: ["2026-07-28"], requested: "2099-01-01" });
  });

  it("answers any failure of a known tool as a result from 2025-06-18 on", async () => {
    const kinds = Object.entries(errorTable).filter(([, row]) => "failsTool" in row);
    expect(kinds.map(([kind]) => kind)).to.include.members([
      "invalidParams",
      "upstreamTimeout",
      "notAllowed",
    ]);
    for (const [kind] of kinds) {
      if (kind === "ledger") continue;
      const { post } = await serve(() => RpcError.of(kind as "invalidParams", "It broke."));
      const response = await post(callSlot, { "mcp-protocol-version": "2025-06-18" });
      const { result } = (await response.json()) as {
        result: { isError: boolean; content: { text: string }[] };
      };
      expect([kind, response.status, result.isError]).to.deep.equal([kind, 200, true]);
      expect(result.content[0]?.text).to.include('"message":"It broke."');
      expect(result.content[1]?.text).to.match(/^What to do: [A-Z].+\.$/);
      await served?.close();
    }
    served = undefined;
  });

  const named: readonly (readonly [kind: Exclude<ErrorKind, "ledger">, version: string, status: number])[] = (
    [
      ["rateLimited", 200, 200],
      ["atCapacity", 200, 200],
      ["internal", 200, 200],
      ["methodNotFound", 200, 404],
      ["parse", 400, 400],
      ["invalidRequest", 400, 400],
    ] as const
  ).flatMap(([kind, handshake, stateless]) => [
    [kind, "2024-11-05", handshake],
    [kind, "2025-03-26", handshake],
    [kind, "2025-11-25", handshake],
    [kind, "2026-07-28", stateless],
  ]);
  for (const [kind, version, status] of named) {
    it(`answers the error ${kind} with ${status} to a client that names ${version}`, async () => {
      const { post } = await serve(() => RpcError.of(kind, "It broke.", { retryAfterSeconds: 2 }));
      const { body, headers } = versioned(callSlot, version);
      const response = await post(body, headers);
      const { error } = (await response.json()) as Refusal;
      expect([
        response.status,
        response.headers.get("retry-after"),
        error.data.protocolVersion,
      ]).to.deep.equal([status, "2", version]);
      expect(error.message).to.match(/^It broke\./);
    });
  }

  const bodies: readonly (readonly [
    name: string,
    body: string,
    plain: number,
    handshake: number,
    stateless: number,
  ])[] = [
    ["an unknown tool", callSlot.replace("getSlot", "getSlott"), 400, 200, 200],
    ["an unknown method", '{"jsonrpc":"2.0","id":7,"method":"tools/lisst","params":{}}', 404, 200, 404],
    ["no JSON", "{", 400, 400, 400],
    ["no message", '{"id":7}', 400, 400, 400],
  ];
  for (const [name, body, plain, handshake, stateless] of bodies) {
    it(`answers ${name} with ${plain} over plain HTTP, ${handshake} after a handshake, ${stateless} without one`, async () => {
      const { post } = await serve();
      const statuses: number[] = [(await post(body)).status];
      for (const version of ["2025-11-25", "2026-07-28"]) {
        const { body: text, headers } = versioned(body, version);
        statuses.push((await post(text, headers)).status);
      }
      expect(statuses).to.deep.equal([plain, handshake, stateless]);
    });
  }

  it("answers a failed handshake with 200, since its body names the version", async () => {
    const { post } = await serve();
    const response = await post(
      '{"jsonrpc":"2.0","id":7,"method":"initialize","params":{"protocolVersion":5}}',
    );
    const { error } = (await response.json()) as Refusal;
    expect([response.status, error.code]).to.deep.equal([200, -32602]);
  });

  it("accepts only JSON, in any spelling of the content type", async () => {
    const { post } = await serve();
    for (const type of ["application/json; charset=utf-8", "application/JSON", "application/mcp+json"]) {
      expect((await post(list, { "content-type": type })).status, type).to.equal(200);
    }
    for (const type of ["text/plain", "", "application/x-www-form-urlencoded"]) {
      const response = await post(list, { "content-type": type });
      const { error } = (await response.json()) as Refusal;
      expect([response.status, error.code, error.data.protocolVersion], type).to.deep.equal([
        415,
        -32600,
        "2024-11-05",
      ]);
    }
  });

  it("refuses a body that is too large with 413", async () => {
    const { post } = await serve(undefined, { server_config: { max_body_bytes: 2000 } });
    const response = await post(`${list.slice(0, -1)},"x":"${"y".repeat(5_000_000)}"}`);
    // A close before all is read would reset the connection of a client that still sends.
    expect([response.status, response.headers.get("connection")]).to.deep.equal([413, "keep-alive"]);
  });

  for (const method of ["GET", "DELETE", "PUT"]) {
    it(`answers ${method} with 405: there is no stream and no session`, async () => {
      const { url } = await serve();
      const response = await fetch(url, { method, headers: { accept: "text/event-stream" } });
      expect([response.status, response.headers.get("allow")]).to.deep.equal([405, "POST, OPTIONS"]);
    });
  }

  const origins: readonly (readonly [origin: string, status: number])[] = [
    ["", 200],
    ["http://evil.example.com", 403],
    ["null", 403],
    ["https://app.example.com", 200],
    ["https://app.example.com.evil.example", 403],
  ];
  for (const [origin, status] of origins) {
    it(`answers a page of ${origin || "no origin"} with ${status}`, async () => {
      const { post, calls } = await serve(() => "1", {
        server_config: { cors_origins: ["*", "https://app.example.com"] },
      });
      const response = await post(callSlot, { origin });
      expect([response.status, calls.length]).to.deep.equal([status, status === 200 ? 1 : 0]);
    });
  }

  it("answers a page of its own origin", async () => {
    const { post, url } = await serve(() => "1");
    expect((await post(callSlot, { origin: new URL(url).origin })).status).to.equal(200);
  });

  it("refuses the name of another host", async () => {
    const { url } = await serve(() => "1");
    const status = await new Promise((resolve, reject) => {
      const headers = { "content-type": "application/json", host: "evil.example.com" };
      const request = httpRequest(url, { method: "POST", headers });
      request.on("response", (response) => resolve(response.resume().statusCode)).on("error", reject);
      request.end(callSlot);
    });
    expect(status).to.equal(403);
  });

  it("selects a network by query or header, the argument before both", async () => {
    const { post, calls } = await serve(() => "1");
    const withArgument = callSlot.replace("{}", '{"network":"all"}');
    await post(callSlot, {}, "?network=two");
    await post(callSlot, { "x-network": "one" });
    await post(callSlot, { "x-network": "one" }, "?network=two");
    await post(withArgument, { "x-network": "one" }, "?network=two");
    await post(callSlot);
    expect(calls.map(({ network }) => network)).to.deep.equal(["two", "one", "two", "all", undefined]);
  });

  it("passes on the call headers: session, slot, agreement, sending and cache bypass", async () => {
    const { post, calls } = await serve(() => "1");
    await post(callSlot, {
      "x-session": "agent",
      "x-min-slot": "7",
      "x-agree": "2",
      "x-send": "land",
      "cache-control": "no-cache",
    });
    await post(callSlot, { "x-session": "agent" });
    const [first, second] = calls;
    expect(first?.preferences?.session).to.equal(second?.preferences?.session).and.not.equal(undefined);
    expect(calls.map(({ preferences }) => preferences?.minSlot)).to.deep.equal([7, undefined]);
    expect(calls.map(({ preferences }) => preferences?.agree)).to.deep.equal([2, undefined]);
    expect(calls.map(({ preferences }) => preferences?.sending)).to.deep.equal(["land", undefined]);
    expect(calls.map(({ preferences }) => preferences?.bypassesCache)).to.deep.equal([true, false]);
  });

  it("separates calls of different clients with the same id", async () => {
    const { post } = await serve(async ({ params }) => params ?? "");
    const bodies = Array.from({ length: 50 }, (_, slot) =>
      callSlot.replace("{}", `{"minContextSlot":${slot}}`),
    );
    const answers = await Promise.all(bodies.map(async (body) => (await post(body)).json()));
    const texts = (answers as { result: { content: { text: string }[] } }[]).map(
      ({ result }) => result.content[0]?.text,
    );
    expect(texts).to.deep.equal(bodies.map((_, slot) => `{"minContextSlot":${slot}}`));
  });

  it("cancels the call when its client disconnects", async () => {
    let left: () => void = () => undefined;
    const gone = new Promise<void>((resolve) => {
      left = resolve;
    });
    let arrived: () => void = () => undefined;
    const called = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const { url } = await serve(
      ({ cancellation }) =>
        new Promise((_, reject) => {
          cancellation.add({
            onCancel() {
              reject(RpcError.of("cancelled", "gone"));
              left();
            },
          });
          arrived();
        }),
    );
    const client = new AbortController();
    const answer = fetch(url, {
      method: "POST",
      body: callSlot,
      headers: { "content-type": "application/json" },
      signal: client.signal,
    }).catch(() => "aborted");
    await called;
    client.abort();
    await gone;
    expect(await answer).to.equal("aborted");
  });
});
