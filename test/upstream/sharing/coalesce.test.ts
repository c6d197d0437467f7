import { expect } from "chai";
import { Cancellation } from "../../../src/call/cancellation.ts";
import { TimerWheel } from "../../../src/call/timer-wheel.ts";
import type { UpstreamCall } from "../../../src/call/upstream-call.ts";
import { RawJson } from "../../../src/json/raw-json.ts";
import { createMetrics } from "../../../src/observability/metrics.ts";
import type { UpstreamSet } from "../../../src/upstream/node/upstream-set.ts";
import { withCoalescing } from "../../../src/upstream/sharing/coalesce.ts";
import { usePatientClock } from "../../fake-clock.ts";
import {
  callOf,
  createTestUpstreams,
  errorOf,
  networkOf,
  respondError,
  ScriptedUpstream,
  type TestUpstreams,
  until,
} from "../harness.ts";

describe("identical reads in flight", () => {
  let node: ScriptedUpstream;
  let bench: TestUpstreams;
  let answer: (result: string) => void;
  let disconnected: number;
  const metrics = createMetrics();

  beforeEach(async () => {
    usePatientClock();
    disconnected = 0;
    node = await new ScriptedUpstream(
      (_, response) =>
        new Promise((resolve) => {
          answer = resolve;
          response.on("close", () => {
            if (!response.writableFinished) disconnected += 1;
          });
        }),
    ).start();
    bench = createTestUpstreams([node], { metrics });
  });
  afterEach(async () => {
    await bench.close();
    await node.stop();
  });

  const wasAsked = (times: number) =>
    until(() => node.count() === times, `the node was asked ${times} times`);

  it("share one call, whatever the order of keys and the whitespace", async () => {
    const forms = [
      '["Addr",{"commitment":"confirmed","encoding":"base64"}]',
      '["Addr",{"encoding":"base64","commitment":"confirmed"}]',
      '[ "Addr" , { "commitment" : "confirmed", "encoding": "base64" } ]',
    ];
    const answers = forms.map((params) => bench.ask("getAccountInfo", params));
    await wasAsked(1);
    answer('"shared"');
    expect(await Promise.all(answers)).to.deep.equal(['"shared"', '"shared"', '"shared"']);
    expect(node.count()).to.equal(1);
    expect(await metrics.registry.metrics()).to.include(
      'svm_gateway_extra_attempts_total{kind="shared",network="test"} 2',
    );
  });

  it("are sent again when they are repeated afterwards", async () => {
    const one = bench.ask("getSupply");
    await wasAsked(1);
    answer("1");
    expect(await one).to.equal("1");
    const two = bench.ask("getSupply");
    await wasAsked(2);
    answer("2");
    expect(await two).to.equal("2");
  });

  for (const [what, one, other] of [
    ["the case of an address", '["addr"]', '["Addr"]'],
    ["digits", "[9007199254740993]", "[9007199254740992]"],
    ["a space in a string", '["a b"]', '["ab"]'],
    ["a number's form", "[1.0]", "[1]"],
    ["a key that is written twice", '["a",{"x":1,"x":2}]', '["a",{"x":2,"x":1}]'],
  ] as const) {
    it(`do not share a call if they differ in ${what}`, async () => {
      const answers = [one, other].map((params) =>
        errorOf(bench.ask("getSupply", params, { timeoutMs: 300 })),
      );
      await wasAsked(2);
      await Promise.all(answers);
      expect(node.count()).to.equal(2);
    });
  }

  it("do not share a call with those of another network", async () => {
    const other = networkOf([node.url], { id: "other" });
    const answers = [
      errorOf(bench.ask("getSupply", "[]", { timeoutMs: 200 })),
      errorOf(bench.ask("getSupply", "[]", { timeoutMs: 200, network: other })),
    ];
    await wasAsked(2);
    await Promise.all(answers);
    expect(node.count()).to.equal(2);
  });

  for (const [method, params] of [
    ["sendTransaction", '["transaction"]'],
    ["requestAirdrop", '["address",1]'],
    ["surfnet_setAccount", "[]"],
  ] as const) {
    it(`do not include ${method}: each is a call of its own`, async () => {
      const answers = [1, 2].map(() => errorOf(bench.ask(method, params, { timeoutMs: 300 })));
      await wasAsked(2);
      await Promise.all(answers);
      expect(node.count()).to.equal(2);
    });
  }

  it("all get the ledger's error, byte for byte", async () => {
    node.script = (asked, response) => respondError(response, asked, -32602, "Invalid params") as undefined;
    const errors = await Promise.all([1, 2].map(() => errorOf(bench.ask("getSupply"))));
    expect(errors.map(({ code, ledgerError }) => [code, ledgerError?.toString()])).to.deep.equal([
      [-32602, '{"code":-32602,"message":"Invalid params"}'],
      [-32602, '{"code":-32602,"message":"Invalid params"}'],
    ]);
  });

  for (const leaving of [0, 1, 2]) {
    it(`go on when caller ${leaving + 1} of three leaves`, async () => {
      const cancellations = [0, 1, 2].map(() => new Cancellation());
      const answers = cancellations.map((cancellation) => bench.ask("getSupply", "[]", { cancellation }));
      await wasAsked(1);
      const staying = answers.filter((_, index) => index !== leaving);
      const gone = answers[leaving]?.catch(() => undefined);
      cancellations[leaving]?.cancel();
      answer("7");
      expect(await Promise.all(staying)).to.deep.equal(["7", "7"]);
      await gone;
      expect(disconnected).to.equal(0);
    });
  }

  it("end when the last caller has left, and the next one starts a new call", async () => {
    const cancellations = [0, 1].map(() => new Cancellation());
    const errors = cancellations.map((cancellation) =>
      errorOf(bench.ask("getSupply", "[]", { cancellation })),
    );
    await wasAsked(1);
    for (const cancellation of cancellations) cancellation.cancel();
    expect((await Promise.all(errors)).map(({ kind }) => kind)).to.deep.equal(["cancelled", "cancelled"]);
    await until(() => disconnected === 1, "the call was broken off");
    const next = bench.ask("getSupply");
    await wasAsked(2);
    answer("8");
    expect(await next).to.equal("8");
  });

  it("keep each caller's own deadline: one with less time fails, one with more retries", async () => {
    const first = errorOf(bench.ask("getSupply", "[]", { timeoutMs: 250 }));
    await wasAsked(1);
    const shorter = errorOf(bench.ask("getSupply", "[]", { timeoutMs: 50 }));
    const longer = bench.ask("getSupply", "[]", { timeoutMs: 3000 });
    expect((await shorter).kind).to.equal("upstreamTimeout");
    expect((await first).kind).to.equal("upstreamTimeout");
    await wasAsked(2);
    answer("9");
    expect(await longer).to.equal("9");
  });

  it("end with their result without a cancellation, so that the slower of two attempts may finish", async () => {
    const sent: UpstreamCall[] = [];
    let resolve: (result: RawJson) => void = () => undefined;
    const sets = { get: () => ({ upstreams: [undefined] }) as unknown as UpstreamSet };
    const wrapper = withCoalescing({ sets, timers: new TimerWheel(), onShared: () => undefined });
    const send = wrapper((call) => {
      sent.push(call);
      return new Promise((done) => {
        resolve = done;
      });
    });
    const cancellation = new Cancellation();
    void send(callOf(bench.network, "getSupply", "[]", { cancellation }));
    const second = send(callOf(bench.network, "getSupply", "[]"));
    cancellation.cancel();
    resolve(RawJson.fromText("9"));
    expect((await second).toString()).to.equal("9");
    expect(sent.map((call) => call.cancellation.cancelled)).to.deep.equal([false]);
  });

  for (const [why, code, message, status, moreMs, times, outcome] of [
    ["is behind", -32005, "Node is behind by 500 slots", 200, 2000, 2, "retries"],
    ["is behind", -32005, "Node is behind by 500 slots", 200, 100, 1, "fails with it"],
    ["rate limits it, by an error", 429, "Too many requests", 200, 2000, 2, "retries"],
    ["rate limits it, by HTTP 429 with an error", -32000, "slow down", 429, 2000, 2, "retries"],
    ["rate limits it, by HTTP 429 with an error", -32000, "slow down", 429, 100, 1, "fails with it"],
  ] as const) {
    it(`that fail because the upstream ${why}: a caller with ${moreMs} ms more time ${outcome}`, async () => {
      let fail: () => void = () => undefined;
      node.script = (asked, response) => {
        if (node.count() > 1) return '"again"';
        fail = () => respondError(response, asked, code, message, status);
        return undefined;
      };
      await bench.close();
      bench = createTestUpstreams([node], { upstream: { maxAttempts: 1 } });
      const first = errorOf(bench.ask("getSupply", "[]", { timeoutMs: 1000 }));
      await wasAsked(1);
      const longer = bench.ask("getSupply", "[]", { timeoutMs: 1000 + moreMs }).catch(() => "failed");
      fail();
      expect((await first).code).to.equal(code);
      expect(await longer).to.equal(times === 2 ? '"again"' : "failed");
      expect(node.count()).to.equal(times);
    });
  }
});
