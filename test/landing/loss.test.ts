import { expect } from "chai";
import { TimerWheel } from "../../src/call/timer-wheel.ts";
import { isFinalFate } from "../../src/landing/fate.ts";
import { LandingLoop } from "../../src/landing/landing-loop.ts";
import { HandDrivenTime } from "../hand-driven-time.ts";
import { lossyCluster } from "./lossy-cluster.ts";
import type { Truth } from "./scripted-cluster.ts";

const count = 1000;

/** Sends transactions over three routes that lose a share of them, until each has a fate. */
async function sendAll(
  time: HandDrivenTime,
  loss: number,
): Promise<{ readonly truths: readonly Truth[]; readonly told: readonly string[] }> {
  const { cluster, random, pending, truths } = lossyCluster(time, loss, count);
  const faults: unknown[] = [];
  const landing = new LandingLoop({
    network: cluster,
    timers: new TimerWheel(),
    random,
    maxMs: Number.POSITIVE_INFINITY,
    maySend: () => true,
    onFate: () => undefined,
    onError: (error) => faults.push(error),
  });
  for (const transaction of pending) landing.add(transaction);
  while (pending.some(({ fate }) => !isFinalFate(fate))) {
    cluster.nextSlot();
    await time.pass(cluster.clock.slotMs);
  }
  landing.close();
  expect(faults).to.deep.equal([]);
  return { truths, told: pending.map(({ fate }) => fate.status) };
}

describe("a thousand transactions over three routes", () => {
  const time = new HandDrivenTime();
  beforeEach(() => time.install());
  afterEach(() => time.restore());

  for (const loss of [0, 0.3, 0.6, 0.9]) {
    it(`land although ${loss * 100} % of their sends are lost, and their fates are true`, async () => {
      const { truths, told } = await sendAll(time, loss);
      const landed = truths.filter(({ landedAt }) => landedAt !== undefined);
      expect(landed.length).to.be.at.least(0.999 * count);
      expect(told).to.deep.equal(
        truths.map(({ landedAt }) => (landedAt === undefined ? "expired" : "landed")),
      );
    });
  }

  it("land within a few rounds if nothing is lost: those that find no room wait for the next round", async () => {
    const { truths } = await sendAll(time, 0);
    const slots = truths.map(({ landedAt = Number.POSITIVE_INFINITY }) => landedAt - 1000);
    expect(slots.toSorted((one, other) => one - other)[count * 0.99]).to.be.at.most(14);
  });
});
