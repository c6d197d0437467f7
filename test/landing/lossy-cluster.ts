import { TrackedTransaction } from "../../src/landing/tracked-transaction.ts";
import type { HandDrivenTime } from "../hand-driven-time.ts";
import { hashOf } from "../transaction/made-transactions.ts";
import { ScriptedCluster, seededRandom, type Truth } from "./scripted-cluster.ts";

/** A cluster of three upstreams that lose a share of what is sent to them, and its clock. */
export interface LossyCluster {
  readonly cluster: ScriptedCluster;
  readonly time: HandDrivenTime;
  readonly random: () => number;
  /** Transactions that were made with one new blockhash, none of them sent yet. */
  readonly pending: readonly TrackedTransaction[];
  readonly truths: readonly Truth[];
}

/** Makes the cluster, and transactions for it. */
export function lossyCluster(time: HandDrivenTime, loss: number, count: number): LossyCluster {
  const random = seededRandom(loss * 100);
  const upstreams = [0, 1, 2].map((at) => ({
    ...{ name: `u${at}`, lag: at, latencyMs: 10, lies: false, away: [] },
  }));
  const cluster = new ScriptedCluster({ time, random, upstreams, loss, slotMs: 400 });
  const lastHeight = cluster.height + 150;
  const truths: Truth[] = [];
  const pending = Array.from({ length: count }, (_, at) => {
    const [signature, lifetime] = [`s${at}`, hashOf(1)];
    const truth: Truth = {
      ...{ signature, lifetime, lastHeight, nonceAccount: undefined, error: undefined },
      ...{ landedAt: undefined, fork: undefined, sends: 0 },
    };
    truths.push(truth);
    cluster.truths.set(signature, truth);
    const saved = {
      ...{ network: "scripted", signature, wire: "", lifetime, nonceAccount: undefined },
      ...{ lastValidBlockHeight: lastHeight, firstHeight: undefined, firstSeenAt: Date.now() },
      firstSlot: cluster.slot,
    };
    return new TrackedTransaction(saved);
  });
  return { cluster, time, random, pending, truths };
}
