import { expect } from "chai";
import { Cancellation } from "../../../src/call/cancellation.ts";
import { createMetrics } from "../../../src/observability/metrics.ts";
import { tickThrough, useFakeClock, usePatientClock } from "../../fake-clock.ts";
import {
  createTestUpstreams,
  errorOf,
  networkOf,
  respondError,
  type Script,
  ScriptedUpstream,
  type TestUpstreams,
  until,
} from "../harness.ts";

/** Strongly prefers the first upstream, so that a test knows which is tried first. */
const preferFirst = { weights: [1_000_000, 1, 0.000001] };

describe("a network with several upstreams", () => {
  let first: ScriptedUpstream;
  let second: ScriptedUpstream;
  let bench: TestUpstreams;

  function build(change: Parameters<typeof createTestUpstreams>[1] = {}): void {
    bench = createTestUpstreams([first, second], { network: preferFirst, ...change });
  }

  beforeEach(async () => {
    usePatientClock();
    first = await new ScriptedUpstream(() => '"first"').start();
    second = await new ScriptedUpstream(() => '"second"').start();
  });
  afterEach(async () => {
    await bench.close();
    await Promise.all([first.stop(), second.stop()]);
  });

  for (const [code, name] of [
    [-32001, "has deleted the block"],
    [-32003, "knows no processed state"],
    [-32004, "has no such block yet"],
    [-32005, "lags"],
    [-32007, "skipped the slot"],
    [-32011, "keeps no history"],
    [-32016, "has not reached the slot"],
    [-32065, "lacks a part of the method"],
    [-32601, "lacks the method"],
    [-32603, "has an internal error"],
    [429, "is asked too much"],
    [-32429, "has a limit of calls"],
  ] as const) {
    it(`sends a read to another when one ${name} (${code})`, async () => {
      first.script = (asked, response) => respondError(response, asked, code, "words") as undefined;
      build();
      expect(await bench.ask("getTransactionCount")).to.equal('"second"');
      expect(first.count()).to.equal(1);
    });

    it(`answers with the ledger's error ${code} when all return it, each tried once`, async () => {
      for (const node of [first, second]) {
        node.script = (asked, response) => respondError(response, asked, code, "words") as undefined;
      }
      build({ upstream: { maxAttempts: 1, retryRatio: 0.2 } });
      const error = await errorOf(bench.ask("getTransactionCount"));
      expect([error.kind, error.code]).to.deep.equal(["ledger", code]);
      expect([first.count(), second.count()]).to.deep.equal([1, 1]);
    });
  }

  for (const code of [-32600, -32602, -32002, -32013, -32015, -32017, 7]) {
    it(`answers with the ledger's error ${code} without a retry`, async () => {
      first.script = (asked, response) => respondError(response, asked, code, "words") as undefined;
      build();
      expect((await errorOf(bench.ask("getTransactionCount"))).code).to.equal(code);
      expect(second.count()).to.equal(0);
    });
  }

  for (const [message, other] of [
    ["Too many requests for a specific RPC call", true],
    ["rate limit exceeded", true],
    ["something broke", true],
    ["Transaction simulation failed: Blockhash not found", false],
    ["Database Error: RecordNotFound Error: Asset Not Found", false],
  ] as const) {
    it(`${other ? "tries another" : "answers"} when a provider's own code says "${message}"`, async () => {
      first.script = (asked, response) => respondError(response, asked, -32000, message) as undefined;
      build();
      const outcome = await bench.ask("getTransactionCount").catch(() => "fault");
      expect(outcome).to.equal(other ? '"second"' : "fault");
    });
  }

  for (const message of [
    "Invalid slot range: leader schedule for epoch 3 is unavailable",
    "Invalid params: unknown field(s) minContextSlot",
    "Invalid params: processed commitment requires the head cache",
    "Firedancer Error: Positional config params not supported",
    "getLargestAccounts is not supported on this node",
    "Invalid params: unknown variant `valueCmp`, expected one of `dataSize`, `memcmp`, `tokenAccountState`.",
  ]) {
    it(`tries another if parameters are invalid for one upstream only: ${message}`, async () => {
      first.script = (asked, response) => respondError(response, asked, -32602, message) as undefined;
      build();
      expect(await bench.ask("getSlotLeaders", "[1,1]")).to.equal('"second"');
    });
  }

  it("prefers the ledger's error to a network error", async () => {
    first.script = (asked, response) =>
      respondError(response, asked, -32004, "Block not available") as undefined;
    second.script = (_, __, socket) => void socket.resetAndDestroy();
    build();
    const error = await errorOf(bench.ask("getTransactionCount"));
    expect([error.kind, error.code]).to.deep.equal(["ledger", -32004]);
  });

  it("remembers which upstream lacks a method, and uses it for others", async () => {
    first.script = (asked, response) =>
      asked.method === "getSupply"
        ? (respondError(response, asked, -32601, "Method not found") as undefined)
        : '"first"';
    build();
    for (let count = 0; count < 3; count += 1) expect(await bench.ask("getSupply")).to.equal('"second"');
    expect(first.count("getSupply")).to.equal(1);
    expect(await bench.ask("getTransactionCount")).to.equal('"first"');
  });

  it("avoids a rate-limited upstream until Retry-After has passed, and then uses it again", async () => {
    const clock = useFakeClock();
    first.script = (_, response) => {
      response.writeHead(429, { "retry-after": "1" });
      response.end("slow down");
      return undefined;
    };
    build();
    const ask = () => tickThrough(clock, bench.ask("getTransactionCount"), { maxMs: 50 });
    expect(await ask()).to.equal('"second"');
    first.script = () => '"first"';
    await clock.tickAsync(900);
    expect(await ask()).to.equal('"second"');
    expect(first.count()).to.equal(1);
    await clock.tickAsync(100);
    expect(await ask()).to.equal('"first"');
  });

  it("prefers an upstream that has the slot that the call requires", async () => {
    first.facts.finalized = 1000;
    second.facts.finalized = 1001;
    build();
    await bench.ask("getTransactionCount");
    const asked = (slot: number) =>
      Promise.all(
        Array.from({ length: 30 }, (_, index) =>
          bench.ask("getTransactionCount", `[{"minContextSlot":${slot}}]`, { client: `client ${index}` }),
        ),
      );
    expect(new Set(await asked(1001))).to.deep.equal(new Set(['"second"']));
    // Other clients ask for another slot, because identical reads would share one call.
    const others = [
      await bench.ask("getTransactionCount", '[{"minContextSlot":900}]'),
      ...(await asked(899)),
    ];
    expect(others).to.include('"first"');
  });

  it("avoids a lagging upstream while one at the head can answer", async () => {
    first.facts.slot = 998;
    build();
    bench.proveAhead(second);
    await bench.ask("getTransactionCount");
    first.asked.length = 0;
    for (let slot = 0; slot < 30; slot += 1) await bench.ask("getBlockTime", `[${slot}]`);
    expect(first.count()).to.equal(0);
    await second.stop();
    expect(await bench.ask("getBlockTime", "[100]")).to.equal('"first"');
  });

  it("keeps a client's calls at one upstream, and spreads clients over all", async () => {
    build({ network: {} });
    await bench.ask("getTransactionCount");
    let slot = 0;
    const nodesOf = async (client: string) => {
      const answers: string[] = [];
      for (let count = 0; count < 5; count += 1) {
        // Each call is different, because identical ones would share a result.
        slot += 1;
        answers.push(await bench.ask("getTransactionCount", `[{"minContextSlot":${slot}}]`, { client }));
      }
      return new Set(answers);
    };
    const clients = await Promise.all(Array.from({ length: 20 }, (_, index) => nodesOf(`10.0.0.${index}`)));
    expect(clients.map(({ size }) => size)).to.deep.equal(clients.map(() => 1));
    expect(new Set(clients.flatMap((nodes) => [...nodes]))).to.deep.equal(new Set(['"first"', '"second"']));
  });

  it("spreads reads over equal upstreams by weight", async () => {
    // The clock is stopped, so both are equally fast and only weights decide.
    useFakeClock();
    build({ network: { weights: [3, 1] } });
    await bench.upstreams.check(bench.network);
    await Promise.all(
      Array.from({ length: 400 }, (_, slot) => bench.ask("getBlockTime", `[${5000 + slot}]`)),
    );
    expect(first.count() / 400).to.be.within(0.65, 0.85);
  });

  it("does not retry more than the budget allows when upstreams only refuse", async () => {
    for (const node of [first, second]) {
      node.script = (asked, response) =>
        respondError(response, asked, -32007, "Slot was skipped") as undefined;
    }
    build({
      upstream: { maxAttempts: 3, retryRatio: 0.1 },
      limits: { maxConcurrentRequests: 20 },
    });
    for (let slot = 0; slot < 200; slot += 1) await errorOf(bench.ask("getBlockTime", `[${slot}]`));
    const extra = first.count() + second.count() - 200;
    expect(extra).to.be.within(20, 42);
  });

  for (const rounds of [1, 2, 4]) {
    it(`tries all upstreams at most ${rounds} times when they break connections`, async () => {
      for (const node of [first, second]) node.script = (_, __, socket) => void socket.resetAndDestroy();
      build({ upstream: { maxAttempts: rounds, retryRatio: 0.2 } });
      await errorOf(bench.ask("getTransactionCount"));
      expect([first.count(), second.count()]).to.deep.equal([rounds, rounds]);
    });
  }

  it("gives an upstream more time on a retry if none was quick enough", async () => {
    const clock = useFakeClock();
    for (const upstream of [first, second])
      upstream.script = () => new Promise((resolve) => setTimeout(resolve, 1200, '"slow"'));
    build({ upstream: { maxAttempts: 2, retryRatio: 0.2 } });
    expect(await tickThrough(clock, bench.ask("getBlockTime", "[7]"), { maxMs: 5000 })).to.equal('"slow"');
    expect(first.count() + second.count()).to.equal(3);
  });

  it("retries at a single upstream after a broken connection, but not a transaction", async () => {
    await second.stop();
    let broken = 0;
    first.script = (_, __, socket) => {
      broken += 1;
      if (broken > 1) return '"again"';
      socket.resetAndDestroy();
      return undefined;
    };
    bench = createTestUpstreams([first]);
    expect(await bench.ask("getTransactionCount")).to.equal('"again"');
    broken = 0;
    expect((await errorOf(bench.ask("sendTransaction", '["x"]'))).kind).to.equal("upstreamUnreachable");
    expect(first.count("sendTransaction")).to.equal(1);
  });

  for (const [status, isSentOn] of [
    [429, true],
    [500, false],
    [502, false],
  ] as const)
    it(`${isSentOn ? "sends" : "does not send"} a transaction to another after HTTP ${status}`, async () => {
      first.script = (_, response) => {
        response.writeHead(status).end("no");
        return undefined;
      };
      build();
      const answer = bench.ask("sendTransaction", '["x"]').catch(({ kind }: { kind: string }) => kind);
      expect(await answer).to.equal(isSentOn ? '"second"' : "upstreamUnreachable");
      expect([first.count(), second.count()]).to.deep.equal([1, isSentOn ? 1 : 0]);
    });

  for (const [code, message, isSentOn] of [
    [429, "Too many requests", true],
    [-32429, "slow down", true],
    [-32005, "rate limit exceeded", true],
    [-32005, "Node is behind by 42 slots", false],
  ] as const)
    it(`${isSentOn ? "sends" : "does not send"} a transaction to another after error ${code} "${message}"`, async () => {
      first.script = (asked, response) => void respondError(response, asked, code, message) as undefined;
      build({ upstream: { retryRatio: 0 } });
      const answer = bench.ask("sendTransaction", '["x"]').catch((error: { code: number }) => error.code);
      expect(await answer).to.equal(isSentOn ? '"second"' : code);
      expect([first.count(), second.count()]).to.deep.equal([1, isSentOn ? 1 : 0]);
    });

  it("answers with the other error if one of two upstreams rate limited a transaction", async () => {
    const notFound = "Transaction simulation failed: Blockhash not found";
    first.script = (asked, response) =>
      void respondError(response, asked, 429, "Too many requests") as undefined;
    second.script = (asked, response) => void respondError(response, asked, -32002, notFound) as undefined;
    build();
    expect((await errorOf(bench.ask("sendTransaction", '["x"]'))).code).to.equal(-32002);
  });

  it("has a retry budget of its own, which no other failing network drains", async () => {
    const broken = networkOf([first.url], { id: "broken" });
    const well = networkOf([second.url], { id: "well" });
    const resets: Script = (_, __, socket) => void socket.resetAndDestroy();
    first.script = resets;
    bench = createTestUpstreams([], {
      limits: { maxConcurrentRequests: 4 },
      upstream: { maxAttempts: 3, retryRatio: 0.01 },
    });
    for (let call = 0; call < 20; call += 1)
      await errorOf(bench.ask("getBlockTime", `[${call}]`, { network: broken }));
    expect(first.count(), "four retries").to.equal(24);
    second.script = (...given) => {
      second.script = () => '"again"';
      return resets(...given);
    };
    expect(await bench.ask("getTransactionCount", "[]", { network: well })).to.equal('"again"');
  });

  it("never repeats an undocumented method once it may have been sent", async () => {
    first.script = (_, __, socket) => void socket.resetAndDestroy();
    build();
    expect((await errorOf(bench.ask("surfnet_setAccount"))).kind).to.equal("upstreamUnreachable");
    expect([first.count(), second.count()]).to.deep.equal([1, 0]);
  });

  it("stops waiting for an upstream that is down when the caller leaves", async () => {
    await Promise.all([first.stop(), second.stop()]);
    build({ upstream: { breaker: { failures: 1, openMs: 5000 } } });
    await errorOf(bench.ask("getTransactionCount"));
    const cancellation = new Cancellation();
    const answer = errorOf(bench.ask("getTransactionCount", "[]", { cancellation }));
    setImmediate(() => cancellation.cancel());
    expect((await answer).kind).to.equal("cancelled");
  });

  it("calls a method by the name that an upstream serves, and remembers it", async () => {
    const serves = (name: string) => (node: ScriptedUpstream) => {
      node.script = (asked, response) =>
        asked.method === name
          ? '"assets"'
          : (respondError(response, asked, -32601, "Method not found") as undefined);
    };
    serves("getAssets")(first);
    await second.stop();
    bench = createTestUpstreams([first]);
    expect(await bench.ask("getAssetBatch", '{"ids":[]}')).to.equal('"assets"');
    expect(await bench.ask("getAssetBatch", '{"ids":["a"]}')).to.equal('"assets"');
    expect(first.asked.map(({ method }) => method)).to.deep.equal([
      "getAssetBatch",
      "getAssets",
      "getAssets",
    ]);
    serves("getAssetBatch")(first);
    expect(await bench.ask("getAssetBatch", '{"ids":["b"]}')).to.equal('"assets"');
    expect(await bench.ask("getAssetBatch", '{"ids":["c"]}')).to.equal('"assets"');
    expect(first.asked.slice(3).map(({ method }) => method)).to.deep.equal([
      "getAssets",
      "getAssetBatch",
      "getAssetBatch",
    ]);
  });

  it("uses an alias of a parameter only if an upstream does not know the caller's name", async () => {
    first.script = (asked, response) =>
      JSON.stringify(asked.params).includes("Address")
        ? (respondError(response, asked, -32602, "missing field `mint`") as undefined)
        : '"accounts"';
    await second.stop();
    bench = createTestUpstreams([first]);
    const params = '{"mintAddress":"a","limit":18446744073709551615}';
    expect(await bench.ask("getTokenAccounts", '{"mint":"a"}')).to.equal('"accounts"');
    expect(await bench.ask("getTokenAccounts", params)).to.equal('"accounts"');
    expect(await bench.ask("getTokenAccounts", params.replace('"a"', '"b"'))).to.equal('"accounts"');
    expect(first.asked.map((asked) => Object.keys(asked.params as object)[0])).to.deep.equal([
      "mint",
      "mintAddress",
      "mint",
      "mint",
    ]);
  });

  it("passes on the refusal of the caller's name if no alias helps", async () => {
    first.script = (asked, response) =>
      respondError(response, asked, -32602, `no mint ${Object.keys(asked.params as object)[0]}`) as undefined;
    await second.stop();
    bench = createTestUpstreams([first]);
    const error = await errorOf(bench.ask("getTokenAccounts", '{"mint":"a"}'));
    expect(error.message).to.equal("no mint mint");
    expect(first.asked).to.have.lengthOf(2);
  });

  it("retries one that lagged while the others are down", async () => {
    const { url } = second;
    await second.stop();
    first.script = (asked, response) =>
      first.count() > 1
        ? '"first"'
        : (respondError(response, asked, -32005, "Node is behind by 500 slots") as undefined);
    bench = createTestUpstreams([first, url], { network: preferFirst });
    expect(await bench.ask("getTransactionCount")).to.equal('"first"');
    expect(first.count()).to.equal(2);
  });

  it("moves waiting calls to the new addresses once the old connections are closed", async () => {
    const { url } = first;
    await first.stop();
    bench = createTestUpstreams([url]);
    const waiting = bench.ask("getTransactionCount");
    const { upstreams } = bench.upstreams.set(bench.network);
    await until(() => upstreams[0]?.lastError !== undefined, "the call was tried at the old address");
    const network = networkOf([second.url]);
    expect(await bench.ask("getSupply", "[]", { network })).to.equal('"second"');
    expect(await waiting).to.equal('"second"');
  });

  it("counts the calls that it repeats", async () => {
    const metrics = createMetrics();
    first.script = (_, __, socket) => void socket.resetAndDestroy();
    build({ metrics });
    await bench.ask("getTransactionCount");
    expect(await metrics.registry.metrics()).to.include(
      'svm_gateway_extra_attempts_total{kind="retry",network="test"} 1',
    );
    await until(() => first.count() === 1, "the first was asked");
  });
});
