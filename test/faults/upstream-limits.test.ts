import { expect } from "chai";
import type { UpstreamEntry } from "../../generated/config.ts";
import { createMetrics } from "../../src/observability/metrics.ts";
import { tickUntilSettled, useFakeClock } from "../fake-clock.ts";
import {
  createTestUpstreams,
  entryOf,
  errorOf,
  respond,
  ScriptedUpstream,
  type TestUpstreams,
} from "../upstream/harness.ts";

const address = "11111111111111111111111111111111";

/** A scripted upstream that records when it was called, probes included. */
class TimedUpstream extends ScriptedUpstream {
  readonly times: number[] = [];

  constructor(answer: string) {
    super(({ method }) => {
      this.times.push(performance.now());
      const own: Record<string, string> = {
        getSlot: "1000",
        getGenesisHash: '"GenesisA"',
        getHealth: '"ok"',
      };
      return own[method] ?? answer;
    });
    this.scriptsProbes = true;
  }

  get mostInASecond(): number {
    const { times } = this;
    const counts = times.map((from) => times.filter((time) => time >= from && time < from + 1000).length);
    return Math.max(0, ...counts);
  }

  /** Calls of clients. */
  get calls(): number {
    return this.asked.filter(({ method }) => method === "getProgramAccounts").length;
  }
}

describe("upstreams with plans", () => {
  let clock: ReturnType<typeof useFakeClock>;
  /** How long the last calls took by the clock. */
  let tookMs: number;
  let first: TimedUpstream;
  let second: TimedUpstream;
  let bench: TestUpstreams;

  function build(
    entries: readonly Partial<UpstreamEntry>[],
    change: Parameters<typeof createTestUpstreams>[1] = {},
  ): void {
    const nodes = [first, second].slice(0, entries.length);
    const httpAddresses = nodes.map(({ url }, index) => {
      const settings = entryOf(url, entries[index]);
      return { url, weight: settings.weight, trusted: true, settings };
    });
    bench = createTestUpstreams(nodes, {
      network: { httpAddresses },
      cache: { enabled: false },
      upstream: { pollIntervalMs: 2000 },
      ...change,
    });
  }

  /** Concurrent calls that share nothing; the clock goes on until all are answered. */
  async function ask(count: number, timeoutMs = 10_000): Promise<string[]> {
    const answers = Promise.all(
      Array.from({ length: count }, (_, turn) =>
        bench.ask("getProgramAccounts", `["${address}",{"minContextSlot":${turn % 900}}]`, { timeoutMs }),
      ),
    );
    tookMs = await tickUntilSettled(clock, answers, { maxMs: timeoutMs + 100, stepMs: 4 });
    return answers;
  }
  const limited = (perSecond: number) => ({
    limits: { perSecond, creditsPerDay: undefined, creditsPerMonth: undefined },
  });
  const credits = (creditsPerDay: number) => ({
    limits: { perSecond: undefined, creditsPerDay, creditsPerMonth: undefined },
  });

  beforeEach(async () => {
    clock = useFakeClock();
    first = new TimedUpstream('"first"');
    second = new TimedUpstream('"second"');
    await Promise.all([first.start(), second.start()]);
  });
  afterEach(async () => {
    await bench.close();
    await Promise.all([first.stop(), second.stop()]);
  });

  it("get no more calls in any second than their limit, and no call is lost that another can answer", async () => {
    build([{ ...limited(50), tier: 1 }, { tier: 2 }]);
    const answers = await ask(200);
    expect(answers).to.have.length(200);
    expect(first.mostInASecond).to.be.at.most(51);
    expect(first.calls).to.be.greaterThan(0);
    expect(first.calls + second.calls).to.equal(200);
  });

  it("make calls wait while all are at their limit, and answer each", async () => {
    build([limited(50), limited(50)]);
    await ask(200);
    expect(first.mostInASecond).to.be.at.most(51);
    expect(second.mostInASecond).to.be.at.most(51);
    expect(tookMs).to.be.within(1000, 3000);
  });

  it("refuse a call that no limit admits before its deadline, and say why and when to retry", async () => {
    build([limited(1)]);
    await ask(1);
    const error = await errorOf(ask(1, 400));
    expect([error.kind, error.code]).to.deep.equal(["upstreamsLimited", -32000]);
    expect(error.message).to.contain("is at its limit");
    expect(error.retryAfterSeconds).to.be.within(1, 2);
  });

  it("are out when their credits are spent, until the period ends", async () => {
    clock.setSystemTime(Date.UTC(2026, 10, 22, 23, 59));
    build([{ ...credits(8), costs: { default: 0, getProgramAccounts: 4 } }, { tier: 2 }]);
    await ask(4);
    expect([first.calls, second.calls]).to.deep.equal([2, 2]);
    clock.setSystemTime(Date.now() + 60_000);
    await ask(1);
    expect(first.calls).to.equal(3);
  });

  it("refuse at once when all their credits are spent", async () => {
    build([{ ...credits(1), costs: { default: 0, getProgramAccounts: 1 } }]);
    await ask(1);
    const error = await errorOf(ask(1));
    expect(error.message).to.contain("has spent its credits");
    expect(error.kind).to.equal("upstreamsLimited");
    expect(tookMs).to.be.at.most(20);
  });

  it("get fewer calls after they refused one as too many", async () => {
    build([limited(100)]);
    await ask(1);
    const { script } = first;
    first.script = (_asked, response) => respond(response, "", 429) as undefined;
    await errorOf(ask(1, 300));
    first.script = script;
    await ask(120);
    // 70 per second and what may be sent at once, besides probes; 90 and more without the refusal.
    expect(first.mostInASecond).to.be.at.most(82);
  });

  it("count their credits by method", async () => {
    const metrics = createMetrics();
    build([{ id: "main", costs: { default: 2, getProgramAccounts: 7 } }], { metrics });
    await ask(2);
    expect(await metrics.registry.metrics()).to.contain(
      'svm_gateway_upstream_credits_total{network="test",upstream="main",method="getProgramAccounts"} 14',
    );
  });

  it("get calls by cost if cost is preferred, and the next one does when the cheapest is at its limit", async () => {
    build(
      [
        { costs: { default: 5 }, weight: 100 },
        { costs: { default: 1 }, ...limited(10) },
      ],
      {
        routing: { prefer: "cost" },
      },
    );
    await ask(1);
    expect([first.calls, second.calls]).to.deep.equal([0, 1]);
    await ask(20);
    expect(first.calls).to.be.greaterThan(0);
  });

  it("share calls by weight if even is preferred, however they perform", async () => {
    first.script = async ({ method }) => {
      if (method === "getProgramAccounts") await new Promise((done) => setTimeout(done, 30));
      return method === "getProgramAccounts" ? '"first"' : "1000";
    };
    first.scriptsProbes = false;
    first.facts.finalized = 1000;
    build([{ weight: 3 }, { weight: 1 }], { routing: { prefer: "even" } });
    await ask(200);
    expect(first.calls).to.be.within(115, 180);
  });
});
