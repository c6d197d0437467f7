import { expect } from "chai";
import { readTransaction } from "../../../src/transaction/read-transaction.ts";
import { freePort } from "../../free-port.ts";
import { configFor, type ServedGateway, startGateway } from "../../gateway-process.ts";
import { makeTransaction } from "../../transaction/made-transactions.ts";
import { type Script, ScriptedUpstream } from "../../upstream/harness.ts";
import { type ReceivedSpan, ScriptedCollector } from "./scripted-collector.ts";

const traceId = "0af7651916cd43dd8448eb211c80319c";
const spanId = "b7ad6b7169203331";
const address = "Vote111111111111111111111111111111111111111";
const other = "Stake11111111111111111111111111111111111111";
/** Each contains a text that must never show. */
const secrets = /Vote1111|Stake111|key-in-a-path|key-of-the-collector|client-secret/;

function deferred() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

describe("tracing", () => {
  let first: ScriptedUpstream;
  let second: ScriptedUpstream;
  let collector: ScriptedCollector;
  let gateway: ServedGateway;

  before(async () => {
    collector = await new ScriptedCollector().start();
    [first, second] = await Promise.all([new ScriptedUpstream().start(), new ScriptedUpstream().start()]);
    const urls = [first, second].map(({ url }) => `${url}key-in-a-path-0123456789abcdef`);
    gateway = await startGateway(["serve", "--ws-port", "0"], {
      config: configFor(
        { both: { rpc_urls: urls }, one: { rpc_url: urls[0], type: "devnet" } },
        {
          tracing: {
            endpoint: collector.url,
            headers: { authorization: "key-of-the-collector" },
            sample_ratio: 0,
          },
          log: { access: true, level: "error" },
        },
      ),
    });
  });
  after(async () => {
    const { code } = await gateway.process.stop();
    await Promise.all([collector.stop(), first.stop(), second.stop()]);
    expect(code).to.equal(0);
  });
  beforeEach(() => {
    for (const upstream of [first, second]) {
      upstream.script = ({ method }) => (method === "getSlot" ? "1000" : '"ok"');
      upstream.asked.length = 0;
    }
    collector.requests.length = 0;
  });

  const call = async (method: string, params: unknown[], network: string, traceparent?: string) =>
    gateway.post(
      `/networks/${network}`,
      JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      traceparent === undefined ? {} : { traceparent },
    );
  const sampled = (id = traceId) => `00-${id}-${spanId}-01`;
  /** The spans of some traces once as many have arrived as their calls have; those of earlier tests may arrive late. */
  async function spansOf(count: number, ...traces: readonly string[]): Promise<ReceivedSpan[]> {
    const spans = () => collector.spans.filter((span) => traces.includes(span.traceId));
    await collector.until(() => spans().length >= count);
    return spans();
  }
  const named = (spans: readonly ReceivedSpan[], name: string) => spans.filter((span) => span.name === name);

  it("records a call and its attempt in the client's trace, and passes it on to the upstream", async () => {
    await call("getBalance", [address], "one", sampled());
    const spans = await spansOf(2, traceId);
    const [root] = named(spans, "getBalance");
    const [attempt] = named(spans, "getBalance attempt");
    expect(root).to.include({ traceId, parentSpanId: spanId, kind: 2, flags: 0x301 });
    expect(root?.attributes).to.include({
      "rpc.method": "getBalance",
      "svm.network": "one",
      "svm.dialect": "ledger",
      "svm.transport": "http",
    });
    expect(attempt).to.include({ traceId, parentSpanId: root?.spanId, kind: 3 });
    expect(attempt?.attributes).to.deep.include({
      "server.address": new URL(first.url).host,
      "svm.attempt": "1",
      "svm.hedge": false,
      "http.response.status_code": "200",
    });
    expect(first.asked[0]?.headers.traceparent).to.equal(`00-${traceId}-${attempt?.spanId}-01`);
  });

  it("records each send of a resent transaction, and its fate", async () => {
    const wire = await makeTransaction();
    const { signature } = readTransaction(Buffer.from(wire, "base64"));
    const sends = () => first.count("sendTransaction");
    const final = '{"slot":1001,"confirmations":null,"err":null,"confirmationStatus":"finalized"}';
    first.script = ({ method }) =>
      method === "getSignatureStatuses"
        ? `{"context":{"slot":1032},"value":[${sends() > 1 ? final : "null"}]}`
        : `"${signature}"`;
    const body = `{"jsonrpc":"2.0","id":1,"method":"sendTransaction","params":["${wire}",{"encoding":"base64"}]}`;
    await gateway.post("/networks/one", body, { "x-send": "land", traceparent: sampled() });
    // A send may still be under way when the fate is known.
    await collector.until(
      () =>
        named(collector.spans, "sendTransaction fate").length > 0 &&
        named(collector.spans, "sendTransaction attempt").length === sends(),
    );
    const [root] = named(collector.spans, "sendTransaction");
    const [fate] = named(collector.spans, "sendTransaction fate");
    expect(fate).to.include({ traceId, parentSpanId: root?.spanId, kind: 1 });
    expect(fate?.attributes).to.deep.include({
      "svm.network": "one",
      "svm.transaction.signature": signature,
      "svm.transaction.status": "landed",
      "svm.transaction.sends": String(sends() - 1),
      "svm.slot": "1001",
    });
    const attempts = named(collector.spans, "sendTransaction attempt");
    expect(attempts).to.have.length(sends());
    for (const attempt of attempts) expect(attempt.parentSpanId).to.equal(root?.spanId);
  });

  it("records the attempts of a session's calls too", async () => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "getBalance", params: [other] });
    first.script = () => '{"context":{"slot":1000},"value":1}';
    const traces = ["6", "7"].map((digit) => digit.repeat(32));
    for (const trace of traces) {
      const headers = { "x-session": "a reader", traceparent: sampled(trace) };
      await gateway.post("/networks/one", body, headers);
    }
    const [attempt] = named(await spansOf(4, ...traces), "getBalance attempt").filter(
      (span) => span.traceId === "7".repeat(32),
    );
    expect(first.asked[1]?.headers.traceparent).to.equal(`00-${"7".repeat(32)}-${attempt?.spanId}-01`);
  });

  it("records the attempt that failed beside the one that succeeded", async () => {
    // Either may be called first.
    let hasFailed = false;
    const script: Script = ({ method }, response) => {
      if (method !== "getBlockTime" || hasFailed) return "1000";
      hasFailed = true;
      response.writeHead(503).end();
      return undefined;
    };
    first.script = script;
    second.script = script;
    await call("getBlockTime", [1], "both", sampled("a".repeat(32)));
    const spans = await spansOf(3, "a".repeat(32));
    const failed = spans.find(({ status }) => status.code === 2);
    expect(failed?.attributes).to.include({
      "error.type": "upstreamUnreachable",
      "http.response.status_code": "503",
    });
    const attempts = named(spans, "getBlockTime attempt");
    expect(attempts.map(({ attributes }) => attributes["svm.attempt"])).to.deep.equal(["1", "2"]);
    expect(new Set(attempts.map(({ parentSpanId }) => parentSpanId)).size).to.equal(1);
  });

  it("records the hedge beside a slow first attempt", async () => {
    // The first attempt is answered once the other upstream has been asked too.
    const slow = async () => {
      if (first.count() + second.count() === 1) await hedged.promise;
      hedged.resolve();
      return '"ok"';
    };
    const hedged = deferred();
    first.script = slow;
    second.script = slow;
    await call("getEpochSchedule", [], "both", sampled("b".repeat(32)));
    const spans = await spansOf(3, "b".repeat(32));
    // On a busy machine both may run out of time, and a third attempt follows.
    const attempts = named(spans, "getEpochSchedule attempt").filter(
      ({ attributes }) => Number(attributes["svm.attempt"]) <= 2,
    );
    expect(attempts.map(({ attributes }) => attributes["svm.hedge"])).to.have.members([true, false]);
  });

  it("records a merged call under the first read, with links to the others", async () => {
    const merging = deferred();
    const underWay = deferred();
    first.script = async ({ method, params }) => {
      underWay.resolve();
      // In flight until the others have left together.
      if (first.count() === 1) await merging.promise;
      merging.resolve();
      if (method === "getBalance") return '{"context":{"slot":1000},"value":1}';
      const [list] = params as [string[]];
      const account =
        '{"lamports":1,"owner":"11111111111111111111111111111111","data":["","base64"],"executable":false,"rentEpoch":0,"space":0}';
      return `{"context":{"slot":1000},"value":[${list.map(() => account).join(",")}]}`;
    };
    const ids = ["c", "d"].map((digit) => digit.repeat(32));
    const single = call("getBalance", [address], "one", sampled(ids[0]));
    await underWay.promise;
    const batch = [other, "Config1111111111111111111111111111111111111"].map((wallet, id) => ({
      jsonrpc: "2.0",
      id,
      method: "getBalance",
      params: [wallet],
    }));
    await gateway.post("/networks/one", JSON.stringify(batch), { traceparent: sampled(ids[1]) });
    await single;
    await collector.until(() => named(collector.spans, "getBalance").length === 3);
    const [merged] = named(collector.spans, "getMultipleAccounts merged");
    expect(merged?.attributes["svm.merged.calls"]).to.equal("2");
    const reads = named(collector.spans, "getBalance").filter((span) => span.traceId === ids[1]);
    expect(merged?.links).to.have.length(1);
    expect([merged?.parentSpanId, merged?.links[0]?.spanId]).to.have.members(
      reads.map((span) => span.spanId),
    );
    const [attempt] = named(collector.spans, "getMultipleAccounts attempt");
    expect(attempt?.parentSpanId).to.equal(merged?.spanId);
  });

  it("records nothing if the client's trace is not sampled, and passes that on to the upstream", async () => {
    await call("getTransactionCount", [], "one", `00-${traceId}-${spanId}-00`);
    expect(first.asked[0]?.headers.traceparent).to.match(new RegExp(`^00-${traceId}-[0-9a-f]{16}-00$`));
    // A call with an invalid field starts a new trace, by sample_ratio: none.
    await call("getSupply", [], "one", "client-secret");
    expect(first.asked[1]?.headers.traceparent).to.match(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
    await call("getInflationGovernor", [], "one", sampled("f".repeat(32)));
    await collector.until(() => named(collector.spans, "getInflationGovernor").length === 1);
    expect(collector.spans.map(({ traceId: id }) => id)).not.to.include(traceId);
  });

  it("writes one line for each call to the access log, whatever the level, with its trace", async () => {
    const before = gateway.process.stderr.length;
    await call("getBalance", [address, { "client-secret": 1 }], "one", sampled("9".repeat(32)));
    await call("client-secret", [], "one");
    await gateway.process.logged(/"method":"other"[^\n]*\n/);
    const lines = gateway.process.stderr
      .slice(before)
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines).to.have.length(2);
    expect(lines[0]).to.include({
      level: "info",
      msg: "access",
      method: "getBalance",
      network: "one",
      dialect: "ledger",
      transport: "http",
      client: "127.0.0.1",
      bytes: 4,
      trace: "9".repeat(32),
    });
    expect(lines[0].ms).to.be.a("number");
    expect(lines[1]).to.include({ method: "other", code: -32601, fault: "methodNotFound" });
  });

  it("leaks no parameter or key into spans or the log", async () => {
    first.script = () => undefined;
    first.script = (_asked, response) => {
      response
        .writeHead(200, { "content-type": "application/json" })
        .end(`{"jsonrpc":"2.0","id":${_asked.id},"error":{"code":-32602,"message":"bad ${address}"}}`);
      return undefined;
    };
    await call("getTokenSupply", [address], "one", sampled("8".repeat(32)));
    await collector.until(() => named(collector.spans, "getTokenSupply").length === 1);
    const [root] = named(collector.spans, "getTokenSupply");
    expect(root?.attributes).to.include({ "error.type": "ledger", "rpc.response.status_code": "-32602" });
    for (const { body } of collector.requests) expect(body).not.to.match(secrets);
    expect(gateway.process.stderr).not.to.match(secrets);
  });
});

describe("tracing while the collector is down", () => {
  it("costs calls nothing but a metric and one warning @long", async () => {
    const upstream = await new ScriptedUpstream(() => "1000").start();
    const gateway = await startGateway(["serve", "--ws-port", "0"], {
      config: configFor(
        { one: { rpc_url: upstream.url } },
        {
          tracing: { endpoint: `http://127.0.0.1:${await freePort()}` },
          log: { level: "warn" },
          // Longer than a test may take: the collector must not hold up the stop.
          server_config: { shutdown_timeout_ms: 120_000 },
        },
      ),
    });
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "getSlot", params: [] });
    const fresh = { "cache-control": "no-cache" };
    const first = await gateway.post("/networks/one", body, fresh);
    expect(await first.json()).to.have.property("result");
    await gateway.process.logged(/the trace collector does not accept spans/);
    const second = await gateway.post("/networks/one", body, fresh);
    expect(await second.json()).to.have.property("result");
    const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
    expect(metrics).to.match(/subsystem_failures_total{subsystem="tracing"} [1-9]/);
    const { code, stderr } = await gateway.process.stop();
    expect(code).to.equal(0);
    expect(stderr.match(/the trace collector does not accept spans/g)).to.have.length(1);
    await upstream.stop();
  });
});
