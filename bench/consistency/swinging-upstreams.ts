import { LedgerView } from "../ledger/ledger-view.ts";
import type { ModelLedger } from "../ledger/model-ledger.ts";
import { type Behaviour, SimulatedUpstream } from "../ledger/simulated-upstream.ts";

const upstreamCount = 3;
/** Slots that an upstream falls behind at most. */
const mostLag = 20;
/** Slots between two changes of lag. */
const slotsPerSwing = 5;
const failingShare = 0.1;
const forkingShare = 0.05;
/** Share of the accounts that change in a slot. */
const changingShare = 0.05;

/** An upstream whose lag swings. */
export interface Swinging {
  readonly view: LedgerView;
  readonly behaviour: Pick<Behaviour, "isFailing">;
}

/**
 * Three upstreams of one ledger whose lag swings; now and then the second fails every call unless none may fail, and the third is on a fork that
 * will be dropped. As in life, one of them is always at the head.
 */
export async function startSwingingUpstreams(
  ledger: ModelLedger,
  random: () => number,
  latencyMs: number,
  mayFail = true,
): Promise<SimulatedUpstream[]> {
  const upstreams = await Promise.all(
    Array.from({ length: upstreamCount }, () => new SimulatedUpstream(new LedgerView(ledger)).start()),
  );
  for (const { behaviour } of upstreams) behaviour.latencyMs = () => latencyMs;
  letLagsSwing(ledger, upstreams, random, mayFail);
  return upstreams;
}

/** Lets the lags of upstreams swing from now on. */
export function letLagsSwing(
  ledger: ModelLedger,
  upstreams: readonly Swinging[],
  random: () => number,
  mayFail: boolean,
): void {
  const targets = upstreams.map(() => 0);
  let slot = 0;

  function swing(): void {
    const atHead = Math.floor(random() * upstreams.length);
    const failing = random() < failingShare && mayFail ? 1 : undefined;
    upstreams.forEach((upstream, index) => {
      const isSpared = index === atHead || (failing === atHead && index === (atHead + 1) % upstreams.length);
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
}

/** Lets the ledger go on by a slot every `slotMs`, in which some accounts change; clearing the timer stops it. */
export function startSlots(ledger: ModelLedger, random: () => number, slotMs: number): NodeJS.Timeout {
  return setInterval(() => {
    for (const address of ledger.addresses) if (random() < changingShare) ledger.touch(address);
    ledger.advance();
  }, slotMs);
}
