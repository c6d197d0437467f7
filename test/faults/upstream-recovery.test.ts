import { expect } from "chai";
import { type Bench, createBench, faultOf, ScriptedUpstream } from "./upstream-harness.ts";

/** Asks until the answer is right; returns the time that took. */
async function recovery(bench: Bench, isRight: (answer: string) => boolean): Promise<number> {
  const startedAt = performance.now();
  for (let slot = 5000; performance.now() - startedAt < 5000; slot += 1) {
    const answer = await bench.ask("getBlockTime", `[${slot}]`).catch(() => "");
    if (isRight(answer)) break;
  }
  const ms = performance.now() - startedAt;
  console.log(`      recovered in ${ms.toFixed(1)} ms`);
  return ms;
}

describe("recovery", () => {
  let nodes: ScriptedUpstream[];
  let bench: Bench;
  beforeEach(async () => {
    nodes = await Promise.all([1, 2, 3].map((name) => new ScriptedUpstream(() => `"${name}"`).start()));
    // On a machine that stalls, a node flaps many times during one call.
    bench = createBench(nodes, { upstream: { retry: { maxAttempts: 10, budgetRatio: 0.2 } } });
    await bench.ask("getVoteAccounts");
  });
  afterEach(async () => {
    await bench.close();
    await Promise.all(nodes.map((node) => node.stop()));
  });

  it("takes less than a second after all nodes were down and one is back", async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    const faults = await Promise.all(
      [1, 2, 3, 4].map((slot) => faultOf(bench.ask("getBlockTime", `[${slot}]`))),
    );
    expect(new Set(faults.map(({ kind }) => kind))).to.deep.equal(new Set(["upstreamUnreachable"]));
    await nodes[1]?.start();
    expect(await recovery(bench, (answer) => answer === '"2"')).to.be.lessThan(1000);
  });

  it("takes little more than the probes of a node that was down while the others answered", async () => {
    await nodes[0]?.stop();
    await Promise.all(Array.from({ length: 50 }, (_, slot) => bench.ask("getBlockTime", `[${3000 + slot}]`)));
    await nodes[0]?.start();
    expect(await recovery(bench, (answer) => answer === '"1"')).to.be.lessThan(3000);
  });

  it("is not needed for reads while nodes flap in turn: each is answered in time", async function () {
    this.timeout(20_000);
    const endsAt = performance.now() + 2000;
    let longestMs = 0;
    let slot = 10_000;
    const flap = async () => {
      for (let turn = 0; performance.now() < endsAt; turn += 1) {
        const node = nodes[turn % 3];
        await node?.stop();
        await new Promise((resolve) => {
          setTimeout(resolve, 100);
        });
        await node?.start();
      }
    };
    const read = async () => {
      while (performance.now() < endsAt) {
        slot += 1;
        const startedAt = performance.now();
        expect(await bench.ask("getBlockTime", `[${slot}]`)).to.match(/^"[123]"$/);
        longestMs = Math.max(longestMs, performance.now() - startedAt);
        await new Promise((resolve) => setTimeout(resolve, 4));
      }
    };
    await Promise.all([flap(), ...Array.from({ length: 8 }, read)]);
    console.log(`      ${slot - 10_000} reads, the longest took ${longestMs.toFixed(0)} ms`);
    expect(longestMs).to.be.lessThan(2000);
  });
});
