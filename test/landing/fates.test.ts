import { expect } from "chai";
import { TimerWheel } from "../../src/call/timer-wheel.ts";
import type { Fate } from "../../src/landing/fate.ts";
import { LandingLoop } from "../../src/landing/landing-loop.ts";
import { type SavedTransaction, TrackedTransaction } from "../../src/landing/tracked-transaction.ts";
import { HandDrivenTime } from "../hand-driven-time.ts";
import { seeds } from "../property-runs.ts";
import { hashOf } from "../transaction/made-transactions.ts";
import { ScriptedCluster, type ScriptedUpstream, seededRandom, type Truth } from "./scripted-cluster.ts";

/** Slots within which a fate is known once enough upstreams tell it. */
const knownWithinSlots = 2;
const mostSlots = 1500;

interface Watched {
  readonly truth: Truth;
  readonly firstSlot: number;
  fate: Fate | undefined;
  knownAt: number | undefined;
  /** Slot since which enough honest upstreams have told the end without a break. */
  toldSince: number | undefined;
}

/** One run: a cluster with faults, some transactions, and how late each fate was known. Throws for a false one. */
async function run(seed: number, time: HandDrivenTime): Promise<number[]> {
  const random = seededRandom(seed);
  const between = (least: number, most: number) => least + Math.floor(random() * (most - least + 1));
  const count = random() < 0.2 ? 1 : random() < 0.25 ? 2 : 3;
  const hasLiar = count === 3 && random() < 0.7;
  const outage = random() < 0.4 ? { from: between(1010, 1150), to: 0, hangs: random() < 0.5 } : undefined;
  const upstreams: ScriptedUpstream[] = Array.from({ length: count }, (_, at) => {
    const from = between(1000, 1200);
    const own = random() < 0.4 ? [{ from, to: from + between(1, 40), hangs: random() < 0.5 }] : [];
    const all = outage === undefined ? [] : [{ ...outage, to: outage.from + between(20, 350) }];
    return {
      name: `u${at}`,
      lag: between(0, 3),
      latencyMs: between(1, 60),
      lies: hasLiar && at === 1,
      away: [...own, ...all],
    };
  });
  const loss = random() < 0.3 ? 1 : random() * 0.95;
  const cluster = new ScriptedCluster({
    time,
    random,
    upstreams,
    loss,
    slotMs: between(150, 600),
    skipped: random() * 0.1,
    forks: random() < 0.5 ? 0.5 : 0,
  });
  const watched: Watched[] = [];
  const faults: unknown[] = [];
  const landing = new LandingLoop({
    network: cluster,
    timers: new TimerWheel(),
    random,
    maxMs: Number.POSITIVE_INFINITY,
    maySend: () => true,
    onFate(transaction, fate) {
      const one = watched.find(({ truth }) => truth.signature === transaction.signature);
      if (one === undefined) return;
      one.fate = fate;
      if (transaction.finalFate !== undefined) one.knownAt = cluster.slot;
      assertTrue(one, fate, cluster, seed);
    },
    onError: (error) => faults.push(error),
  });
  const arrivals = Array.from({ length: 4 }, () => between(1001, 1060));
  let left = arrivals.length;
  while (
    cluster.slot < 1000 + mostSlots &&
    (left > 0 || watched.some(({ knownAt }) => knownAt === undefined))
  ) {
    for (const [at, slot] of arrivals.entries())
      if (slot === cluster.slot) {
        left -= 1;
        const { saved, truth } = makeOne(seed * 100 + at, cluster, random, between);
        watched.push({
          truth,
          firstSlot: saved.firstSlot,
          fate: undefined,
          knownAt: undefined,
          toldSince: undefined,
        });
        landing.add(new TrackedTransaction(saved));
      }
    for (const upstream of upstreams) if (random() < 0.05) upstream.lag = between(0, 3);
    if (random() < 0.005) time.stall(between(0, 100_000));
    for (const [account, values] of cluster.nonces)
      if (random() < 0.004 && values.length < 3) cluster.moveNonce(account, hashOf(cluster.slot));
    cluster.nextSlot();
    for (const one of watched) if (one.knownAt === undefined) noteTold(one, cluster);
    await time.pass(cluster.clock.slotMs * (0.8 + 0.4 * random()));
  }
  landing.close();
  expect(faults, `seed ${seed}`).to.deep.equal([]);
  return watched.map(({ knownAt, toldSince, truth, fate }) => {
    if (knownAt === undefined && toldSince === undefined) return 0;
    if (knownAt === undefined)
      throw new Error(`seed ${seed}: no fate of ${JSON.stringify(truth)}, ${JSON.stringify(fate)}`);
    return knownAt - (toldSince ?? knownAt);
  });
}

function makeOne(
  number: number,
  cluster: ScriptedCluster,
  random: () => number,
  between: (least: number, most: number) => number,
): { readonly saved: SavedTransaction; readonly truth: Truth } {
  const kind = random() < 0.45 ? "told" : random() < 0.6 ? "foreign" : "nonce";
  const lastHeight = cluster.height + between(kind === "foreign" ? 10 : 110, 150);
  const nonceAccount = kind === "nonce" ? hashOf(number + 7) : undefined;
  const truth: Truth = {
    signature: `s${number}`,
    lifetime: hashOf(number),
    lastHeight: nonceAccount === undefined ? lastHeight : undefined,
    nonceAccount,
    error: random() < 0.3 ? '{"InstructionError":[1,{"Custom":7}]}' : undefined,
    landedAt: undefined,
    fork: undefined,
    sends: 0,
  };
  if (nonceAccount !== undefined) cluster.nonces.set(nonceAccount, [{ from: 0, value: truth.lifetime }]);
  cluster.truths.set(truth.signature, truth);
  const isTold = kind === "told";
  // An upstream that lies told the last height, too low to be true.
  const told = random() < 0.15 ? lastHeight - between(1, 60) : lastHeight;
  return {
    truth,
    saved: {
      network: "scripted",
      signature: truth.signature,
      wire: "",
      lifetime: truth.lifetime,
      nonceAccount,
      lastValidBlockHeight: isTold ? told : undefined,
      firstSlot: cluster.slot,
      firstHeight: undefined,
      firstSeenAt: 0,
    },
  };
}

/** Fails if a fate is false: what is final must be so for ever, and what is confirmed must be on some fork. */
function assertTrue({ truth }: Watched, fate: Fate, cluster: ScriptedCluster, seed: number): void {
  const what = `seed ${seed}: ${JSON.stringify(truth)} is told as ${JSON.stringify(fate)}`;
  if (fate.status === "expired") {
    expect(truth.landedAt, what).to.equal(undefined);
    expect(cluster.canLand(truth), what).to.equal(false);
  } else if (fate.status === "landed" || fate.status === "failed") {
    expect([truth.landedAt, truth.fork?.from], what).to.include(fate.inclusion.slot);
    if (fate.inclusion.commitment === "finalized") expect(fate.inclusion.slot, what).to.equal(truth.landedAt);
    expect(fate.inclusion.error, what).to.equal(truth.error);
    expect(fate.status, what).to.equal(truth.error === undefined ? "landed" : "failed");
  } else expect(fate.status, what).to.equal("pending");
}

/** Notes since when enough honest upstreams have told how it ended. */
function noteTold(one: Watched, cluster: ScriptedCluster): void {
  const { truth, firstSlot } = one;
  const telling = cluster.honest.filter((upstream) => {
    // What was asked while it hung is not answered either.
    if (cluster.isAway(upstream) || cluster.isAway(upstream, cluster.slot - cluster.hangSlots)) return false;
    const slot = cluster.slotOf(upstream, "finalized");
    if (truth.landedAt !== undefined) return slot >= truth.landedAt;
    // Before that, a blockhash that is not known could be too new.
    if (slot < firstSlot + 32) return false;
    if (truth.lastHeight !== undefined) return cluster.heightAt(slot) > truth.lastHeight;
    return (cluster.nonces.get(truth.nonceAccount ?? "") ?? []).some(({ from }) => from > 0 && from <= slot);
  });
  if (telling.length < Math.min(2, cluster.honest.length)) one.toldSince = undefined;
  else one.toldSince ??= cluster.slot;
}

describe("fates", () => {
  const count = seeds(1000);
  const time = new HandDrivenTime();
  beforeEach(() => time.install());
  afterEach(() => time.restore());

  it(`are always true, and known within ${knownWithinSlots} slots, in ${count} clusters with faults`, async () => {
    const late = new Map<number, number>();
    let fates = 0;
    for (let seed = 0; seed < count; seed += 1)
      for (const slots of await run(seed, time)) {
        fates += 1;
        late.set(slots, (late.get(slots) ?? 0) + 1);
      }
    expect(fates).to.equal(count * 4);
    expect(Math.max(...late.keys())).to.be.at.most(knownWithinSlots);
  }).timeout(300_000);
});
