import { expect } from "chai";
import type { UpstreamEntry } from "../../../generated/config.ts";
import { createMetrics, type Metrics } from "../../../src/observability/metrics.ts";
import { tickThrough, tickUntil, useFakeClock } from "../../fake-clock.ts";
import { createTestUpstreams, entryOf, ScriptedUpstream, type TestUpstreams } from "../harness.ts";

const address = "83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri";
const limits = { perSecond: 10, creditsPerDay: undefined, creditsPerMonth: undefined };

describe("tiers of upstreams that have one ledger", () => {
  let clock: ReturnType<typeof useFakeClock>;
  let first: ScriptedUpstream;
  let second: ScriptedUpstream;
  let bench: TestUpstreams;
  let metrics: Metrics;
  /** Slots of the client's answers. */
  let shown: number[];

  async function build(
    ofFirst: Partial<UpstreamEntry>,
    ofSecond: Partial<UpstreamEntry> = {},
    { slotMs = 100 } = {},
  ): Promise<void> {
    clock = useFakeClock();
    shown = [];
    const answer = ({ facts }: ScriptedUpstream) => `{"context":{"slot":${facts.slot}},"value":1}`;
    first = await new ScriptedUpstream(() => answer(first)).start();
    second = await new ScriptedUpstream(() => answer(second)).start();
    const goOn = () => {
      for (const { facts } of [first, second])
        Object.assign(facts, { slot: facts.slot + 1, finalized: facts.finalized + 1 });
    };
    setInterval(goOn, slotMs);
    metrics = createMetrics();
    const httpAddresses = [
      entryOf(first.url, { tier: 1, ...ofFirst }),
      entryOf(second.url, { tier: 2, ...ofSecond }),
    ].map((settings) => ({
      url: settings.url,
      weight: 1,
      trusted: true,
      settings,
    }));
    bench = createTestUpstreams([first, second], {
      network: { httpAddresses },
      upstream: { pollIntervalMs: undefined },
      ledgers: "none",
      metrics,
    });
  }

  afterEach(async () => {
    await tickThrough(clock, bench.close(), { maxMs: 10_000 });
    await Promise.all([first.stop(), second.stop()]);
  });

  /** One client sends calls at a rate per second, for some seconds. */
  async function call(perSecond: number, seconds: number): Promise<void> {
    let asked = 0;
    let answered = 0;
    const timer = setInterval(() => {
      asked += 1;
      void bench
        .ask("getBalance", `["${address}",{"commitment":"processed","minContextSlot":${asked % 1000}}]`, {
          client: "one",
        })
        .then((text) => {
          answered += 1;
          shown.push((JSON.parse(text) as { context: { slot: number } }).context.slot);
        });
    }, 1000 / perSecond);
    await tickUntil(clock, () => asked >= perSecond * seconds, { maxMs: (seconds + 5) * 1000 });
    clearInterval(timer);
    await tickUntil(clock, () => answered === asked, { maxMs: 5000 });
  }

  it("send all calls to the first while it has quota", async () => {
    await build({ limits });
    await call(4, 8);
    expect(second.count("getBalance")).to.be.at.most(3);
  });

  it("never show a client older state while the first lags, even if the first is probed only once a second", async () => {
    await build({}, {}, { slotMs: 1000 });
    await call(4, 12);
    first.facts.slot -= 10;
    first.facts.finalized -= 10;
    // One call may find out.
    await call(4, 2);
    shown = [];
    const before = first.count("getBalance");
    await call(4, 7);
    for (const [index, slot] of shown.entries()) expect(slot).to.be.at.least(shown[index - 1] ?? 0);
    expect(first.count("getBalance") - before).to.be.at.most(1);
  });

  it("send the first as many calls as its rate limit allows, and the rest to the second", async () => {
    await build({ limits });
    await call(20, 2);
    const before = first.count("getBalance");
    await call(20, 8);
    const perSecond = (first.count("getBalance") - before) / 8;
    // Three of the ten are reserved for probes.
    expect(perSecond).to.be.within(6, 7.7);
    for (const [index, slot] of shown.entries()) expect(slot).to.be.at.least(shown[index - 1] ?? 0);
  });

  it("let no call wait for a slot or for quota while the second has quota", async () => {
    await build({ limits });
    await call(20, 4);
    expect(await metrics.registry.metrics()).not.to.include("waits_total{");
  });

  it("count calls that wait for quota because no other upstream is left", async () => {
    await build({ limits }, { limits });
    await call(40, 1);
    expect(await metrics.registry.metrics()).to.match(/waits_total{reason="limit",network="test"} \d+/);
  });
});
