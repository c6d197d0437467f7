import { expect } from "chai";
import { createMetrics } from "../../../src/observability/metrics.ts";
import { tickUntilSettled, useFakeClock } from "../../fake-clock.ts";
import {
  type AskOptions,
  createTestUpstreams,
  errorOf,
  respondError,
  ScriptedUpstream,
  type TestUpstreams,
  until,
} from "../harness.ts";

describe("a read that takes longer than its method usually does", () => {
  let slow: ScriptedUpstream;
  let quick: ScriptedUpstream;
  let third: ScriptedUpstream | undefined;
  let bench: TestUpstreams;
  let clock: ReturnType<typeof useFakeClock>;
  let tookMs: number;
  const metrics = createMetrics();

  function build(
    hedge: { enabled?: boolean; minDelayMs?: number; budgetRatio?: number } = {},
    connectionsPerOrigin = 256,
  ): void {
    bench = createTestUpstreams([slow, quick], {
      network: { weights: [1_000_000, 0.000001] },
      upstream: {
        hedge: { enabled: true, minDelayMs: 20, budgetRatio: 1, ...hedge },
        pollIntervalMs: 60_000,
        connectionsPerOrigin,
      },
      metrics,
    });
  }

  /** Awaits a call's answer while the clock advances. */
  async function ask(method = "getTransactionCount", params = "[]", options?: AskOptions): Promise<string> {
    const answer = bench.ask(method, params, options);
    tookMs = await tickUntilSettled(clock, answer, { maxMs: 5000, stepMs: 2 });
    return answer;
  }

  /** Lets the layer learn the method's latency. */
  async function learn(): Promise<void> {
    slow.script = () => '"first"';
    for (let count = 0; count < 40; count += 1) await ask();
    slow.asked.length = 0;
    quick.asked.length = 0;
  }

  beforeEach(async () => {
    clock = useFakeClock();
    slow = await new ScriptedUpstream().start();
    quick = await new ScriptedUpstream(() => '"second"').start();
  });
  afterEach(async () => {
    await bench.close();
    await Promise.all([slow.stop(), quick.stop(), third?.stop()]);
  });

  it("is sent to a second upstream too, and the first response wins", async () => {
    build();
    await learn();
    slow.script = () => new Promise(() => undefined);
    expect(await ask()).to.equal('"second"');
    expect(tookMs).to.be.within(20, 40);
    expect([slow.count(), quick.count()]).to.deep.equal([1, 1]);
    expect(await metrics.registry.metrics()).to.include(
      'svm_gateway_extra_attempts_total{kind="hedge",network="test"} 1',
    );
  });

  it("takes the first upstream's response if that comes first", async () => {
    build();
    await learn();
    const late = new Promise<string>((resolve) => {
      quick.script = () => {
        resolve('"late"');
        return new Promise(() => undefined);
      };
    });
    slow.script = () => late;
    expect(await ask()).to.equal('"late"');
  });

  it("waits for the other when one of the two fails", async () => {
    build();
    await learn();
    let asked: () => void = () => undefined;
    const secondAsked = new Promise<void>((resolve) => {
      asked = resolve;
    });
    slow.script = async () => {
      await secondAsked;
      return '"late"';
    };
    quick.script = (_, __, socket) => {
      socket.resetAndDestroy();
      asked();
      return undefined;
    };
    expect(await ask()).to.equal('"late"');
  });

  it("is answered with the ledger's own error from either", async () => {
    build();
    await learn();
    slow.script = () => new Promise(() => undefined);
    quick.script = (asked, response) => respondError(response, asked, -32602, "Invalid params") as undefined;
    expect((await errorOf(ask())).code).to.equal(-32602);
  });

  it("lets the slow attempt finish, so that its connection and score survive", async () => {
    // With several connections, the next call might use another one.
    build({}, 1);
    await learn();
    let answer: (result: string) => void = () => undefined;
    slow.script = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    const latencyMs = () => bench.upstreams.status()[0]?.upstreams[0]?.latencyMs ?? 0;
    const before = latencyMs();
    expect(await ask()).to.equal('"second"');
    const [hung] = slow.asked;
    answer('"too late"');
    await until(() => latencyMs() > before, "the late answer counts for the score of its upstream");
    slow.script = () => '"first"';
    await quick.stop();
    for (let call = 0; slow.count() === 1 && call < 10; call += 1) await ask();
    expect(slow.asked.at(-1)?.port, "the connection that the late answer came on").to.equal(hung?.port);
  });

  it("does not move its client when the budget refuses the hedge", async () => {
    third = await new ScriptedUpstream(() => '"third"').start();
    bench = createTestUpstreams([slow, quick, third], {
      network: { weights: [1_000_000, 0.000001, 0.000001] },
      upstream: {
        hedge: { enabled: true, minDelayMs: 20, budgetRatio: 0 },
        pollIntervalMs: 60_000,
      },
    });
    const options = { client: "198.51.100.7" };
    slow.script = () =>
      new Promise((resolve) => {
        setTimeout(resolve, 700, '"first"');
      });
    expect(await ask("getTransactionCount", "[]", options)).to.equal('"first"');
    await ask("getTransactionCount", "[]", options);
    expect([slow.count(), quick.count() + third.count()]).to.deep.equal([2, 0]);
  });

  for (const [method, params, why] of [
    ["sendTransaction", '["transaction"]', "a transaction is sent once"],
    ["requestAirdrop", '["address",1]', "an airdrop is paid once"],
    ["simulateTransaction", '["transaction"]', "a simulation costs compute"],
    ["getProgramAccounts", '["address"]', "a heavy read is never asked twice at once"],
  ] as const) {
    it(`is not hedged if it is ${method}: ${why}`, async () => {
      build({ minDelayMs: 1 });
      await learn();
      slow.script = async () => {
        await new Promise((resolve) => {
          setTimeout(resolve, 600);
        });
        return '"first"';
      };
      expect(await ask(method, params)).to.equal('"first"');
      expect(quick.count(method)).to.equal(0);
    });
  }

  for (const [why, hedge] of [
    ["that is switched off", { enabled: false }],
    ["its budget is nothing", { budgetRatio: 0 }],
  ] as const) {
    it(`is not hedged if ${why}: the second upstream is tried at half time`, async () => {
      build(hedge);
      await learn();
      slow.script = () => new Promise(() => undefined);
      expect(await ask(undefined, undefined, { timeoutMs: 400 })).to.equal('"second"');
      expect(tookMs).to.be.within(200, 240);
    });
  }
});
