import type { KnownLedger } from "../ledger/known-ledger.ts";
import { LedgerView } from "../ledger/ledger-view.ts";
import { SimulatedUpstream } from "../ledger/simulated-upstream.ts";

/** How the upstreams swing. */
export interface SwingOptions {
  readonly ledger: KnownLedger;
  readonly random: () => number;
  /** Slots that an upstream falls behind at most. */
  readonly mostLag: number;
  /** Slots between two changes of the weather. */
  readonly slotsPerSwing: number;
  readonly latencyMs: () => number;
}

const upstreamCount = 3;
const failingShare = 0.1;
const forkingShare = 0.05;

/**
 * Three upstreams of one ledger whose lag swings; now and then the second fails all it is asked, and the third is on a fork that
 * will be dropped. One of them is at the head at any time, as it is in life.
 */
export async function startSwingingUpstreams(options: SwingOptions): Promise<SimulatedUpstream[]> {
  const { ledger, random, mostLag, slotsPerSwing, latencyMs } = options;
  const upstreams = await Promise.all(
    Array.from({ length: upstreamCount }, () => new SimulatedUpstream(new LedgerView(ledger)).start()),
  );
  for (const { behaviour } of upstreams) behaviour.latencyMs = latencyMs;
  const targets = upstreams.map(() => 0);
  let slot = 0;

  function swing(): void {
    const atHead = Math.floor(random() * upstreamCount);
    const failing = random() < failingShare ? 1 : undefined;
    upstreams.forEach((upstream, index) => {
      const isSpared = index === atHead || (failing === atHead && index === (atHead + 1) % upstreamCount);
      targets[index] = isSpared ? 0 : Math.floor(random() * (mostLag + 1));
      upstream.behaviour.isFailing = index === failing;
    });
    const address = ledger.addresses[Math.floor(random() * ledger.addresses.length)];
    if (random() < forkingShare * slotsPerSwing && address !== undefined)
      upstreams[2]?.view.startFork(address);
  }

  ledger.onSlot(() => {
    if (slot % slotsPerSwing === 0) swing();
    slot += 1;
    // One that stalls falls behind slot by slot, and one that recovers replays faster than the ledger grows.
    upstreams.forEach(({ view }, index) => {
      const target = targets[index] ?? 0;
      view.lag = view.lag < target ? view.lag + 1 : Math.max(view.lag - 2, target);
    });
  });
  return upstreams;
}
