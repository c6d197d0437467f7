import { expect } from "chai";
import { TimerWheel } from "../../src/call/timer-wheel.ts";
import { isFinalFate } from "../../src/landing/fate.ts";
import { LandingLoop } from "../../src/landing/landing-loop.ts";
import { TrackedTransaction } from "../../src/landing/tracked-transaction.ts";
import { HandDrivenTime } from "../hand-driven-time.ts";
import { lossyCluster } from "./lossy-cluster.ts";

const hourMs = 3_600_000;

describe("a pending transaction, while someone sets the machine's clock", () => {
  const time = new HandDrivenTime();
  beforeEach(() => time.install());
  afterEach(() => time.restore());

  for (const [what, jumpMs, loss, maxMs, status] of [
    ["an hour forwards: is watched until it has landed", hourMs, 0, 60_000, "landed"],
    ["an hour backwards: is watched no longer than it may be", -hourMs, 1, 10_000, "unknown"],
  ] as const)
    it(what, async () => {
      const { cluster, random, pending } = lossyCluster(time, loss, 1);
      const faults: unknown[] = [];
      const landing = new LandingLoop({
        network: cluster,
        timers: new TimerWheel(),
        random,
        maxMs,
        maySend: () => true,
        onFate: () => undefined,
        onError: (error) => faults.push(error),
      });
      for (const transaction of pending) landing.add(transaction);
      time.wallSkew = jumpMs;
      while (pending.some(({ fate }) => !isFinalFate(fate))) {
        cluster.nextSlot();
        await time.pass(cluster.clock.slotMs);
      }
      landing.close();
      expect(faults).to.deep.equal([]);
      expect(pending.map(({ fate }) => fate.status)).to.deep.equal([status]);
    });

  it("on another gateway, an hour ahead, is watched there until it has landed", async () => {
    const { cluster, random, pending } = lossyCluster(time, 0, 1);
    time.wallSkew = hourMs;
    const adopted = pending.map(({ saved }) => new TrackedTransaction(saved));
    const landing = new LandingLoop({
      network: cluster,
      timers: new TimerWheel(),
      random,
      maxMs: 60_000,
      maySend: () => true,
      onFate: () => undefined,
      onError: () => undefined,
    });
    for (const transaction of adopted) landing.add(transaction);
    while (adopted.some(({ fate }) => !isFinalFate(fate))) {
      cluster.nextSlot();
      await time.pass(cluster.clock.slotMs);
    }
    landing.close();
    expect(adopted.map(({ fate }) => fate.status)).to.deep.equal(["landed"]);
  });
});
