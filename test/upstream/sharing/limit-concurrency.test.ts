import { expect } from "chai";
import { Cancellation } from "../../../src/call/cancellation.ts";
import { createMetrics } from "../../../src/observability/metrics.ts";
import { tickUntilSettled, useFakeClock } from "../../fake-clock.ts";
import { createTestUpstreams, errorOf, ScriptedUpstream, type TestUpstreams, until } from "../harness.ts";

describe("the limit of concurrent upstream calls", () => {
  let node: ScriptedUpstream;
  let bench: TestUpstreams;
  let clock: ReturnType<typeof useFakeClock>;
  const answers: ((result: string) => void)[] = [];
  const metrics = createMetrics();

  beforeEach(async () => {
    clock = useFakeClock();
    answers.length = 0;
    node = await new ScriptedUpstream(() => new Promise((resolve) => answers.push(resolve))).start();
    bench = createTestUpstreams([node], { limits: { maxConcurrentRequests: 2 }, metrics });
  });
  afterEach(async () => {
    await bench.close();
    await node.stop();
  });

  /** Size of the queue where two may run. */
  const queued = 40;
  const slots = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
  const ask = (slot: number, options = {}) => bench.ask("getBlockTime", `[${slot}]`, options);
  const wasAsked = (times: number) =>
    until(() => answers.length === times, `the node was asked ${times} times`);

  it("runs calls up to the limit, queues the next ones in order, and refuses the rest at once", async () => {
    const first = ask(1);
    await wasAsked(1);
    const done = [
      first,
      ...slots(2 + queued)
        .slice(1)
        .map((slot) => ask(slot)),
    ];
    const error = await errorOf(ask(99));
    expect([error.kind, error.retryAfterSeconds]).to.deep.equal(["atCapacity", 1]);
    await wasAsked(2);
    expect((await metrics.registry.metrics()).split("\n")).to.include.members([
      'svm_gateway_upstream_calls{state="running"} 2',
      'svm_gateway_upstream_calls{state="waiting"} 40',
    ]);
    answers[0]?.('"a"');
    expect(await done[0]).to.equal('"a"');
    await wasAsked(3);
    expect(node.asked.map(({ params }) => params)).to.deep.equal([[1], [2], [3]]);
    for (let slot = 2; slot <= 2 + queued; slot += 1) {
      await until(() => answers.length >= slot, `call ${slot} was asked`);
      answers[slot - 1]?.(`${slot}`);
    }
    expect(await Promise.all(done)).to.deep.equal([
      '"a"',
      ...slots(2 + queued)
        .slice(1)
        .map(String),
    ]);
  });

  it("hands a waiting call's turn to the next when its caller leaves", async () => {
    const cancellation = new Cancellation();
    const kept = slots(1 + queued).map((slot) => ask(slot));
    const leaving = errorOf(ask(97, { cancellation }));
    expect((await errorOf(ask(99))).kind).to.equal("atCapacity");
    cancellation.cancel();
    expect((await leaving).kind).to.equal("cancelled");
    kept.push(ask(98));
    for (let count = 1; count <= kept.length; count += 1) {
      await until(() => answers.length >= count, `call ${count} was asked`);
      answers[count - 1]?.("1");
    }
    await Promise.all(kept);
    // Of two concurrent calls, either may arrive first.
    expect(node.asked.map(({ params }) => params)).to.have.deep.members(
      [...slots(1 + queued), 98].map((slot) => [slot]),
    );
  });

  it("does not let a call wait beyond its deadline", async () => {
    const running = [1, 2].map((slot) => ask(slot));
    const error = errorOf(ask(3, { timeoutMs: 60 }));
    expect(await tickUntilSettled(clock, error, { maxMs: 80 })).to.be.at.least(60);
    expect((await error).kind).to.equal("atCapacity");
    for (const answer of answers) answer("1");
    await Promise.all(running);
  });

  it("does not count a call that joins another", async () => {
    const same = Array.from({ length: 10 }, () => ask(1));
    await wasAsked(1);
    answers[0]?.("1");
    expect(await Promise.all(same)).to.deep.equal(Array.from({ length: 10 }, () => "1"));
  });

  it("releases the permit when a call fails", async () => {
    for (let count = 0; count < 5; count += 1) {
      const error = errorOf(ask(count, { timeoutMs: 30 }));
      await wasAsked(count + 1);
      await tickUntilSettled(clock, error, { maxMs: 50 });
    }
    const last = ask(9);
    await wasAsked(6);
    answers[5]?.("9");
    expect(await last).to.equal("9");
  });
});
