import { expect } from "chai";
import { isFinalFate } from "../../src/landing/fate.ts";
import { NetworkLanding } from "../../src/landing/network-landing.ts";
import { PendingTransaction } from "../../src/landing/pending-transaction.ts";
import { lossyCluster } from "./lossy-cluster.ts";

const hourMs = 3_600_000;

describe("a pending transaction, while someone sets the machine's clock", () => {
  for (const [what, jumpMs, loss, maxMs, status] of [
    ["an hour forwards: is watched until it has landed", hourMs, 0, 60_000, "landed"],
    ["an hour backwards: is watched no longer than it may be", -hourMs, 1, 10_000, "unknown"],
  ] as const)
    it(what, async () => {
      const { cluster, timers, random, pending } = lossyCluster(loss, 1);
      const faults: unknown[] = [];
      const landing = new NetworkLanding({
        network: cluster,
        timers,
        random,
        maxMs,
        maySend: () => true,
        onFate: () => undefined,
        onFault: (fault) => faults.push(fault),
      });
      for (const transaction of pending) landing.add(transaction);
      timers.wallSkew = jumpMs;
      while (pending.some(({ fate }) => !isFinalFate(fate))) {
        cluster.nextSlot();
        await timers.pass(cluster.clock.slotMs);
      }
      landing.close();
      expect(faults).to.deep.equal([]);
      expect(pending.map(({ fate }) => fate.status)).to.deep.equal([status]);
    });

  it("on another gateway, an hour ahead, is watched there until it has landed", async () => {
    const { cluster, timers, random, pending } = lossyCluster(0, 1);
    timers.wallSkew = hourMs;
    const adopted = pending.map(({ saved }) => new PendingTransaction(saved, timers));
    const landing = new NetworkLanding({
      network: cluster,
      timers,
      random,
      maxMs: 60_000,
      maySend: () => true,
      onFate: () => undefined,
      onFault: () => undefined,
    });
    for (const transaction of adopted) landing.add(transaction);
    while (adopted.some(({ fate }) => !isFinalFate(fate))) {
      cluster.nextSlot();
      await timers.pass(cluster.clock.slotMs);
    }
    landing.close();
    expect(adopted.map(({ fate }) => fate.status)).to.deep.equal(["landed"]);
  });
});
