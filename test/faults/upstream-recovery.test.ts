import { expect } from "chai";
import { tickThrough, useFakeClock } from "../fake-clock.ts";
import { createTestUpstreams, errorOf, ScriptedUpstream, type TestUpstreams } from "../upstream/harness.ts";

describe("recovery", () => {
  let nodes: ScriptedUpstream[];
  let bench: TestUpstreams;
  let clock: ReturnType<typeof useFakeClock>;
  beforeEach(async () => {
    clock = useFakeClock();
    nodes = await Promise.all([1, 2, 3].map((name) => new ScriptedUpstream(() => `"${name}"`).start()));
    bench = createTestUpstreams(nodes);
    await ended(bench.ask("getVoteAccounts"));
  });
  afterEach(async () => {
    await bench.close();
    await Promise.all(nodes.map((node) => node.stop()));
  });

  /** What a promise resolves with, while the clock goes on. */
  const ended = <Result>(promise: Promise<Result>, maxMs = 10_000) => tickThrough(clock, promise, { maxMs });

  /** Asks until the answer is right; fails when that takes longer. */
  async function recover(isRight: (answer: string) => boolean, maxMs: number): Promise<void> {
    const asking = async () => {
      let answer = "";
      for (let slot = 5000; !isRight(answer); slot += 1) {
        answer = await bench.ask("getBlockTime", `[${slot}]`).catch(() => "");
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    };
    await ended(asking(), maxMs);
  }

  it("takes less than a second after all nodes were down and one is back", async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    const faults = await ended(
      Promise.all([1, 2, 3, 4].map((slot) => errorOf(bench.ask("getBlockTime", `[${slot}]`)))),
    );
    expect(new Set(faults.map(({ kind }) => kind))).to.deep.equal(new Set(["upstreamUnreachable"]));
    await nodes[1]?.start();
    await recover((answer) => answer === '"2"', 1000);
  });

  it("takes less than three seconds for a node that was down while the others answered", async () => {
    await nodes[0]?.stop();
    await ended(
      Promise.all(Array.from({ length: 50 }, (_, slot) => bench.ask("getBlockTime", `[${3000 + slot}]`))),
    );
    await nodes[0]?.start();
    await recover((answer) => answer === '"1"', 3000);
  });

  it("of one node after another delays no read: each is answered in time @long", async () => {
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
    await ended(Promise.all([flap(), ...Array.from({ length: 8 }, read)]));
    expect(slot - 10_000).to.be.above(100);
    expect(longestMs).to.be.lessThan(500);
  });
});
