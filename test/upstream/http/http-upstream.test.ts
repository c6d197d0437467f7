import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { expect } from "chai";
import { Cancellation } from "../../../src/call/cancellation.ts";
import type { RpcError } from "../../../src/rpc/rpc-error.ts";
import { createIncomingResponses } from "../../../src/upstream/http/incoming-responses.ts";
import { isRateLimitError } from "../../../src/upstream/node/ledger-codes.ts";
import { usePatientClock } from "../../fake-clock.ts";
import {
  createTestUpstreams,
  errorOf,
  respond,
  respondError,
  type Script,
  ScriptedUpstream,
  type TestUpstreams,
  until,
} from "../harness.ts";

describe("a call over HTTP", () => {
  let node: ScriptedUpstream;
  let bench: TestUpstreams;
  beforeEach(async () => {
    usePatientClock();
    node = await new ScriptedUpstream().start();
    bench = createTestUpstreams([node], { upstream: { maxAttempts: 1, retryRatio: 0 } });
  });
  afterEach(async () => {
    await bench.close();
    await node.stop();
  });

  it("is one JSON-RPC request with every digit of its parameters", async () => {
    await bench.ask("getBlockTime", "[ 18446744073709551615,1.50e3 ]");
    expect(node.asked[0]?.body).to.match(
      /^\{"jsonrpc":"2\.0","id":\d+,"method":"getBlockTime","params":\[ 18446744073709551615,1\.50e3 \]\}$/,
    );
    expect(node.asked[0]?.headers["content-type"]).to.equal("application/json");
  });

  it("is a request of its own beside concurrent ones", async () => {
    await Promise.all(Array.from({ length: 50 }, (_, slot) => bench.ask("getBlockTime", `[${slot}]`)));
    const bodies = node.asked.filter(({ method }) => method === "getBlockTime").map(({ body }) => body);
    expect(bodies.map((body) => JSON.parse(body).params[0]).sort((one, other) => one - other)).to.deep.equal(
      Array.from({ length: 50 }, (_, slot) => slot),
    );
  });

  it("has no params if it was given none", async () => {
    await bench.ask("getVersion", "");
    expect(node.asked[0]?.body).to.match(/^\{"jsonrpc":"2\.0","id":\d+,"method":"getVersion"\}$/);
  });

  it("quotes a method name that a client made up", async () => {
    const name = 'x","method":"requestAirdrop\\';
    await bench.ask(name);
    expect(node.asked[0]?.method).to.equal(name);
  });

  it("returns the result's bytes as the upstream wrote them", async () => {
    const result = '{ "a" : 18446744073709551615, "b":1.0e5,"c":"\\u00e9\\/" ,"b":[ ]}';
    node.script = () => result;
    expect(await bench.ask("getVoteAccounts")).to.equal(result);
  });

  it("returns the ledger's error with its bytes", async () => {
    const written = '{"code":-32602,"message":"Invalid param: WrongSize","data":{"n":18446744073709551615}}';
    node.script = ({ id }, response) => {
      respond(response, `{"jsonrpc":"2.0","error":${written},"id":${id}}`);
      return undefined;
    };
    const error = await errorOf(bench.ask("getVoteAccounts"));
    expect([error.kind, error.code, error.message]).to.deep.equal([
      "ledger",
      -32602,
      "Invalid param: WrongSize",
    ]);
    expect(error.ledgerError?.toString()).to.equal(written);
  });

  it("accepts a response with the request's id as a string", async () => {
    node.script = ({ id }, response) => {
      respond(response, `{"jsonrpc":"2.0","result":7,"id":"${id}"}`);
      return undefined;
    };
    expect(await bench.ask("getVoteAccounts")).to.equal("7");
  });

  it("accepts the ledger's error in a response with an error status or the id null", async () => {
    node.script = (_, response) => {
      respond(response, '{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error"},"id":null}', 400);
      return undefined;
    };
    const error = await errorOf(bench.ask("getVoteAccounts"));
    expect([error.kind, error.code]).to.deep.equal(["ledger", -32700]);
  });

  it("keeps its connection for the next", async () => {
    for (let count = 0; count < 30; count += 1) await bench.ask("getVoteAccounts");
    // Probes opened a few more at the start.
    expect(new Set(node.asked.map(({ port }) => port)).size).to.be.at.most(5);
  });

  for (const [encoding, encode] of [
    ["gzip", gzipSync],
    ["deflate", deflateSync],
  ] as const) {
    it(`decodes a response in ${encoding}`, async () => {
      node.script = ({ id }, response) => {
        const body = encode(Buffer.from(`{"jsonrpc":"2.0","result":"${"x".repeat(200_000)}","id":${id}}`));
        respond(response, body, 200, { "content-encoding": encoding });
        return undefined;
      };
      expect(await bench.ask("getVoteAccounts")).to.have.length(200_002);
    });
  }

  for (const [encoding, encode] of [
    ["snappy", Buffer.from],
    ["br", brotliCompressSync],
  ] as const)
    it(`rejects ${encoding}, which it never requests`, async () => {
      node.script = ({ id }, response) => {
        const body = encode(Buffer.from(`{"jsonrpc":"2.0","result":1,"id":${id}}`));
        respond(response, body, 200, { "content-encoding": encoding });
        return undefined;
      };
      const error = await errorOf(bench.ask("getVoteAccounts"));
      expect(error.kind).to.equal("upstreamInvalid");
    });

  for (const [what, kind, answer] of [
    ["a page", "upstreamUnreachable", (_, response) => void respond(response, "<html>", 429)],
    [
      "an error in other words",
      "ledger",
      (asked, response) => void respondError(response, asked, -32005, "no", 429),
    ],
    [
      "an encoding",
      "upstreamInvalid",
      (_, response) => void respond(response, "x", 429, { "content-encoding": "br" }),
    ],
    ["a body that stalls", "upstreamTimeout", (_, response) => void response.writeHead(429).write("{")],
    [
      "a body that breaks off",
      "upstreamUnreachable",
      (_, response, socket) => void response.writeHead(429).write("{", () => socket.end()),
    ],
  ] as const satisfies readonly (readonly [string, string, Script])[])
    it(`was rate limited if its response has status 429 and ${what}`, async () => {
      node.script = answer;
      const error = await errorOf(bench.ask("getVoteAccounts", "[]", { timeoutMs: 500 }));
      expect([error.kind, isRateLimitError(error)]).to.deep.equal([kind, true]);
    });

  it("ends with its caller: the connection closes and nothing is answered", async () => {
    let closed = false;
    node.script = async (_, response) => {
      response.on("close", () => {
        closed = true;
      });
      return undefined;
    };
    const cancellation = new Cancellation();
    const answer = errorOf(bench.ask("getVoteAccounts", "[]", { cancellation }));
    await until(() => node.count() === 1, "the node was asked");
    cancellation.cancel();
    expect((await answer).kind).to.equal("cancelled");
    await until(() => closed, "the connection was closed");
  });

  it("is not sent if its caller has already left", async () => {
    const cancellation = new Cancellation();
    cancellation.cancel();
    expect((await errorOf(bench.ask("getVoteAccounts", "[]", { cancellation }))).kind).to.equal("cancelled");
    expect(node.count()).to.equal(0);
  });

  it("sends the user and password of the address as basic authentication, and never shows them", async () => {
    const url = new URL(node.url);
    const address = `http://user:pa%20ss@${url.host}/path/key-0123456789abcdef0123456789abcdef?api-key=secret`;
    const guarded = createTestUpstreams([address], { upstream: { maxAttempts: 1, retryRatio: 0 } });
    try {
      await guarded.ask("getVoteAccounts");
      const expected = `Basic ${Buffer.from("user:pa ss").toString("base64")}`;
      expect(node.asked[0]?.headers.authorization).to.equal(expected);
      await node.stop();
      const error = await errorOf(guarded.ask("getVoteAccounts"));
      const shown = JSON.stringify([error.message, error.data, guarded.lines, guarded.upstreams.status()]);
      expect(shown).not.to.match(/pa%20ss|pa ss|secret|0123456789abcdef/);
    } finally {
      await guarded.close();
    }
  });

  it("requests compression only for heavy methods of remote upstreams", async () => {
    const { port } = new URL(node.url);
    // The same machine under a name that does not say so.
    const far = createTestUpstreams([`http://[::ffff:127.0.0.1]:${port}/`]);
    try {
      await far.ask("getProgramAccounts", '["a"]');
      await far.ask("getTransactionCount");
      await bench.ask("getProgramAccounts", '["b"]');
      expect(node.asked.map(({ headers }) => headers["accept-encoding"])).to.deep.equal([
        "gzip",
        undefined,
        undefined,
      ]);
    } finally {
      await far.close();
    }
  });

  it("fails with a clear reason if it is in flight when the gateway stops", async () => {
    node.script = () => new Promise(() => undefined);
    const error = errorOf(bench.ask("getVoteAccounts"));
    await until(() => node.count() === 1, "the node was asked");
    await bench.close();
    const { kind, retryAfterSeconds } = await error;
    expect([kind, retryAfterSeconds]).to.deep.equal(["shuttingDown", 1]);
  });

  it("reads a large response in chunks, so that others get their turn", async () => {
    const result = `"${"x".repeat(6_000_000)}"`;
    node.script = () => result;
    let turns = 0;
    let done = false;
    const count = () => {
      turns += 1;
      if (!done) setImmediate(count);
    };
    count();
    expect((await bench.ask("getVoteAccounts")).length).to.equal(result.length);
    done = true;
    expect(turns).to.be.at.least(6_000_000 / (256 * 1024));
  });

  it("rejects a response whose declared length is too long before reading it", async () => {
    node.script = (_, response) => {
      response.writeHead(200, { "content-length": String(8 * 1024 * 1024 + 1) }).flushHeaders();
      return undefined;
    };
    const error = await errorOf(bench.ask("getVoteAccounts"));
    expect(error.kind).to.equal("responseTooLarge");
    expect(error.data).to.include({ maxResponseBytes: 8 * 1024 * 1024 });
  });

  it("fails without a retry if it is the slowest of responses that exceed the memory bound", async () => {
    const incoming = createIncomingResponses(500_000);
    const small = createTestUpstreams([node], { upstream: { incoming } });
    const began: ServerResponse[] = [];
    node.script = ({ id }, response) => {
      const head = `{"jsonrpc":"2.0","id":${id},"result":"`;
      response.writeHead(200, { "content-length": head.length + 300_001 }).write(head + "x".repeat(299_999));
      began.push(response);
      return undefined;
    };
    try {
      const outcomes: (string | number)[] = [];
      for (const params of ["[1]", "[2]"])
        void small.ask("getBlockTime", params).then(
          ({ length }) => outcomes.push(length),
          ({ kind, retryAfterSeconds }: RpcError) =>
            outcomes.push(`${kind}, again in ${retryAfterSeconds} s`),
        );
      await until(() => outcomes.length === 1, "one was refused");
      for (const response of began) response.end('"}');
      await until(() => outcomes.length === 2, "the other one was answered");
      expect(outcomes).to.deep.equal(["atCapacity, again in 1 s", 300_001]);
      expect([node.count(), incoming.byteLength]).to.deep.equal([2, 0]);
      expect(small.lines.filter(({ level }) => level === "warn")).to.deep.equal([]);
    } finally {
      await small.close();
    }
  });

  for (const [status, meaning] of [
    [300, " (redirects are not followed)"],
    [399, " (redirects are not followed)"],
    [400, ""],
    [401, " (the key in its URL may be wrong)"],
    [403, " (the key in its URL may be wrong)"],
    [429, " (too many requests)"],
  ] as const) {
    it(`says what HTTP status ${status} means: "${meaning}"`, async () => {
      node.script = (_, response) => {
        response.writeHead(status).end();
        return undefined;
      };
      const { message } = await errorOf(bench.ask("getVoteAccounts"));
      expect(message).to.include(`${status}${meaning}`);
      if (meaning === "") expect(message).to.not.include("(");
    });
  }

  it("follows no redirect", async () => {
    const other = createServer((_, response) => response.end("never"));
    other.listen(0, "127.0.0.1");
    await once(other, "listening");
    let asked = 0;
    other.on("request", () => {
      asked += 1;
    });
    node.script = (_, response) => {
      response.writeHead(307, { location: `http://127.0.0.1:${(other.address() as AddressInfo).port}/` });
      response.end();
      return undefined;
    };
    const error = await errorOf(bench.ask("getVoteAccounts"));
    other.close();
    expect(error.data).to.include({ status: 307 });
    expect(asked).to.equal(0);
  });

  for (const host of ["127.0.0.1", "[::1]", "169.254.169.254", "10.0.0.1", "2130706433", "localhost"]) {
    it(`never connects to ${host} for an address that a caller named`, async () => {
      const { port } = new URL(node.url);
      const url = `http://${host}:${port}/`;
      const network = { id: "named", httpAddresses: [{ url, weight: 1, trusted: false }] };
      const error = await errorOf(
        bench.ask("getVoteAccounts", "[]", { network: { ...bench.network, ...network } }),
      );
      expect([error.kind, error.data?.phase]).to.deep.equal(["upstreamUnreachable", "connect"]);
      expect(error.message).to.include("ERR_PRIVATE_ADDRESS");
      expect(node.count()).to.equal(0);
    });
  }
});
