import { expect } from "chai";
import { NetworkLanding } from "../../src/landing/network-landing.ts";
import { PendingTransaction } from "../../src/landing/pending-transaction.ts";
import { HandDrivenTimers } from "./hand-driven-timers.ts";
import { hashOf } from "./made-transactions.ts";
import { ScriptedCluster, seededRandom, type Truth } from "./scripted-cluster.ts";

const count = 1000;

/** Sends transactions over three routes that lose a share of them, until each has a fate. */
async function sendAll(
  loss: number,
): Promise<{ readonly truths: readonly Truth[]; readonly told: readonly string[] }> {
  const timers = new HandDrivenTimers();
  const random = seededRandom(loss * 100);
  const upstreams = [0, 1, 2].map((at) => ({
    name: `u${at}`,
    lag: at,
    latencyMs: 10,
    lies: false,
    away: [],
  }));
  const cluster = new ScriptedCluster({ timers, random, upstreams, loss, slotMs: 400 });
  const faults: unknown[] = [];
  const landing = new NetworkLanding({
    network: cluster,
    timers,
    random,
    maxMs: Number.POSITIVE_INFINITY,
    onFate: () => undefined,
    onFault: (fault) => faults.push(fault),
  });
  const lastHeight = cluster.height + 150;
  const pending = Array.from({ length: count }, (_, at) => {
    const [signature, lifetime] = [`s${at}`, hashOf(1)];
    const truth: Truth = {
      ...{ signature, lifetime, lastHeight, nonceAccount: undefined, error: undefined },
      ...{ landedAt: undefined, fork: undefined, sends: 0 },
    };
    cluster.truths.set(signature, truth);
    const kept = {
      ...{ network: cluster.id, signature, wire: "", lifetime, nonceAccount: undefined },
      ...{
        lastValidBlockHeight: lastHeight,
        firstSlot: cluster.slot,
        firstHeight: undefined,
        firstSeenAt: 0,
      },
    };
    return new PendingTransaction(kept, timers.now());
  });
  for (const transaction of pending) landing.add(transaction);
  while (landing.size > 0) {
    cluster.nextSlot();
    await timers.pass(cluster.clock.slotMs);
  }
  landing.close();
  expect(faults).to.deep.equal([]);
  return { truths: [...cluster.truths.values()], told: pending.map(({ fate }) => fate.status) };
}

describe("a thousand transactions over routes that lose some", () => {
  for (const loss of [0, 0.3, 0.6, 0.9]) {
    it(`land, of which ${loss * 100} % are lost, and are told truly`, async () => {
      const { truths, told } = await sendAll(loss);
      const landed = truths.filter(({ landedAt }) => landedAt !== undefined);
      expect(landed.length).to.be.at.least(0.999 * count);
      expect(told).to.deep.equal(
        truths.map(({ landedAt }) => (landedAt === undefined ? "expired" : "landed")),
      );
    });
  }

  it("land within a few rounds where nothing is lost: what finds no place waits for the next round", async () => {
    const { truths } = await sendAll(0);
    const slots = truths.map(({ landedAt = Number.POSITIVE_INFINITY }) => landedAt - 1000);
    expect(slots.toSorted((one, other) => one - other)[count * 0.99]).to.be.at.most(14);
  });
});
