import { expect } from "chai";
import { RawJson } from "../../../src/json/raw-json.ts";
import { RpcError } from "../../../src/rpc/rpc-error.ts";
import { Attempt } from "../../../src/upstream/attempt/attempt.ts";
import { withOutcomes, withProbeOutcomes } from "../../../src/upstream/attempt/record-outcome.ts";
import type { Upstream } from "../../../src/upstream/node/upstream.ts";
import { useFakeClock } from "../../fake-clock.ts";
import { callOf, networkOf, upstreamOf } from "../harness.ts";

const ledgerError = (code: number, message = "words") =>
  RpcError.fromLedger(code, message, RawJson.fromText("{}"));
const http429 = RpcError.of("upstreamUnreachable", "429").withUpstreamStatus(429);

describe("the outcome of an attempt", () => {
  let upstream: Upstream;
  let events: string[];
  let clock: ReturnType<typeof useFakeClock>;

  const listener = {
    onAttempt: (_: Attempt, ms: number, error: RpcError | undefined) =>
      void events.push(`${error?.kind ?? "answered"} after ${ms} ms`),
    onHedge: () => undefined,
    onRetry: () => undefined,
    onWait: () => undefined,
    onBreaker: () => void events.push(upstream.breaker.isOpen ? "opened" : "closed"),
    onHealth: () => void events.push(upstream.health),
    onLedger: () => undefined,
  };

  beforeEach(() => {
    clock = useFakeClock();
    events = [];
    upstream = upstreamOf({ breaker: { failures: 2, openMs: 1000 } });
    upstream.recordHealth("healthy");
  });

  interface Outcome {
    readonly error?: RpcError;
    readonly retryAfterSeconds?: number;
    readonly tookMs?: number;
  }

  async function end(outcome: Outcome, wrapper = withOutcomes): Promise<void> {
    const { error, retryAfterSeconds, tookMs = 0 } = outcome;
    const call = callOf(networkOf(["http://127.0.0.1:9"]), "getBlockTime", "[7]");
    const attempt = new Attempt(call, upstream);
    attempt.retryAfterSeconds = retryAfterSeconds;
    const send = wrapper(listener)(async () => {
      clock.tick(tookMs);
      if (error !== undefined) throw error;
      return RawJson.fromText("1");
    });
    await send(attempt).catch(() => undefined);
  }

  it("records how long the upstream took to answer", async () => {
    await end({ tookMs: 3500 });
    expect(events).to.deep.equal(["answered after 3500 ms"]);
    expect(upstream.score.latencyMs).to.equal(3500);
  });

  it("records the slot of a result, but only a few per slot if the network has one upstream", async () => {
    const answerAt = async (slot: number) => {
      const call = callOf(networkOf(["http://127.0.0.1:9"]), "getBalance", '["A"]');
      const send = withOutcomes(listener)(async () =>
        RawJson.fromText(`{"context":{"slot":${slot}},"value":1}`),
      );
      await send(new Attempt(call, upstream));
    };
    await answerAt(5);
    expect(upstream.slots.newest("finalized")).to.equal(5);
    upstream.slots.lastRespondedAt = performance.now() + 1000;
    await answerAt(6);
    expect(upstream.slots.newest("finalized")).to.equal(5);
    upstream.slots.lastRespondedAt = performance.now() - 1000;
    await answerAt(7);
    expect(upstream.slots.newest("finalized")).to.equal(7);
  });

  it("records how long the upstream took to answer a probe", async () => {
    await end({ tookMs: 3500 }, withProbeOutcomes);
    expect(events).to.deep.equal([]);
    expect(upstream.score.latencyMs).to.equal(3500);
  });

  for (const [what, outcome, seconds] of [
    ["HTTP 429", { error: http429 }, 1],
    ["an error 429", { error: ledgerError(429) }, 1],
    ["an error -32429", { error: ledgerError(-32429) }, 1],
    ["an error -32005 in words", { error: ledgerError(-32005, "daily rate limit reached") }, 1],
    ["a provider's own code in words", { error: ledgerError(15, "Too many request, try again later") }, 1],
    ["an error -32005 about the RPS limit", { error: ledgerError(-32005, "exceeded the RPS limit") }, 1],
    ["HTTP 429 with a time", { error: http429, retryAfterSeconds: 7 }, 7],
    ["HTTP 429 with a very long time", { error: http429, retryAfterSeconds: 3600 }, 60],
  ] as const) {
    it(`pauses the upstream for ${seconds} s after ${what}, and does not count as a failure`, async () => {
      for (let at = 0; at < 3; at += 1) await end(outcome);
      const until = performance.now() + seconds * 1000;
      expect([upstream.isPaused(until - 1), upstream.isPaused(until)]).to.deep.equal([true, false]);
      expect([upstream.breaker.isOpen, upstream.health]).to.deep.equal([false, "healthy"]);
      expect(upstream.score.errorRate).to.be.greaterThan(0);
    });
  }

  it("pauses calls and probes after a rate-limited probe, and does not count as a failure", async () => {
    const rateLimited = { error: http429, retryAfterSeconds: 2 };
    await end(rateLimited);
    expect(upstream.hasProbeRoom(performance.now())).to.equal(true);
    for (let at = 0; at < 3; at += 1) await end(rateLimited, withProbeOutcomes);
    const until = performance.now() + 2000;
    expect([upstream.isPaused(until - 1), upstream.hasProbeRoom(until - 1)]).to.deep.equal([true, false]);
    expect([upstream.isPaused(until), upstream.hasProbeRoom(until)]).to.deep.equal([false, true]);
    expect([upstream.breaker.isOpen, events]).to.deep.equal([false, ["upstreamUnreachable after 0 ms"]]);
  });

  for (const [what, outcome] of [
    ["cannot be reached", { error: RpcError.of("upstreamUnreachable", "refused") }],
    ["answers what is no answer", { error: RpcError.of("upstreamInvalid", "html") }],
    ["does not answer in fair time", { error: RpcError.of("upstreamTimeout", "late"), tookMs: 1000 }],
    [
      "fails with an error of the ledger and HTTP 500",
      { error: ledgerError(-32603).withUpstreamStatus(500) },
    ],
  ] as const) {
    it(`opens the breaker of an upstream that repeatedly ${what}`, async () => {
      upstream.recordGenesis("GenesisA");
      await end(outcome);
      expect(upstream.breaker.isOpen).to.equal(false);
      await end(outcome);
      expect(events).to.include("opened");
      expect(upstream.mustCheckGenesis).to.equal(true);
      expect(upstream.lastError).to.equal(outcome.error.message);
    });
  }

  for (const [what, outcome] of [
    [
      "an attempt that had little time runs out",
      { error: RpcError.of("upstreamTimeout", "late"), tookMs: 100 },
    ],
    ["the ledger refuses a call", { error: ledgerError(-32602) }],
    ["the caller leaves", { error: RpcError.of("cancelled", "gone") }],
  ] as const) {
    it(`does not count against the upstream when ${what}`, async () => {
      for (let at = 0; at < 5; at += 1) await end(outcome);
      expect(upstream.breaker.isOpen).to.equal(false);
      expect(upstream.score.errorRate).to.equal(0);
      expect(upstream.health).to.equal("healthy");
    });
  }

  it("reports once that the upstream lags, if it says so", async () => {
    await end({ error: ledgerError(-32005) });
    await end({ error: ledgerError(-32005) });
    expect(upstream.health).to.equal("unhealthy");
    expect(events.filter((event) => event === "unhealthy")).to.have.length(1);
  });

  it("records that the upstream lacks a method, if it says so", async () => {
    await end({ error: ledgerError(-32601) });
    expect(upstream.lacksMethod("getBlockTime", performance.now())).to.equal(true);
  });
});
