import type { UpstreamListener } from "../attempt/attempt.ts";
import type { Upstream } from "../node/upstream.ts";
import type { UpstreamSet } from "../node/upstream-set.ts";

/**
 * Compares the upstreams of a network by what probes found. `answers`: whether each says that it keeps up; undefined if it did not answer.
 */
export function compareUpstreams(
  set: UpstreamSet,
  answers: ReadonlyMap<Upstream, boolean | undefined>,
  maxSlotLag: number,
  listener: UpstreamListener,
  now: number,
): void {
  chooseLedger(set, listener);
  recordSlots(set, maxSlotLag, now);
  for (const [upstream, isHealthy] of answers) {
    const before = upstream.health;
    upstream.recordHealth(healthOf(set, upstream, isHealthy, maxSlotLag));
    const why = set.whyForeign(upstream) ?? (isHealthy === undefined ? upstream.lastFault : undefined);
    if (upstream.health !== before) listener.onHealth(set.network, upstream, before, why);
  }
}

/** Decides which ledger the network has: the one it had, else that of most upstreams, else that of the first. */
function chooseLedger(set: UpstreamSet, listener: UpstreamListener): void {
  const hashes = set.upstreams.flatMap(({ genesisHash }) => genesisHash ?? []);
  const before = set.genesisHash;
  const isServed = before !== undefined && hashes.includes(before);
  const haveAllRestarted = set.upstreams.every(
    ({ hasRestarted, route }) => hasRestarted || route !== undefined,
  );
  if (hashes.length === 0 || (isServed && !haveAllRestarted)) return;
  const count = (hash: string) => hashes.filter((other) => other === hash).length;
  set.recordGenesis(hashes.reduce((best, hash) => (count(hash) > count(best) ? hash : best)));
  if (before !== undefined) listener.onLedger(set.network, before);
}

function recordSlots(set: UpstreamSet, maxSlotLag: number, now: number): void {
  const head = set.headAt("processed", now);
  const best = head === 0 ? undefined : head;
  const inUse = set.upstreams.filter(
    (upstream) =>
      !set.isForeign(upstream) && !upstream.breaker.isOpen && !isBehind(upstream, best, maxSlotLag),
  );
  const finalized = inUse.flatMap(({ finalizedSlot }) => finalizedSlot ?? []);
  set.clock.follow(
    set.upstreams.filter((upstream) => !set.isForeign(upstream)).map(({ slots }) => slots.pace),
  );
  set.clock.recordSlots(best, finalized.length === 0 ? undefined : Math.min(...finalized), now);
}

function healthOf(
  set: UpstreamSet,
  upstream: Upstream,
  isHealthy: boolean | undefined,
  maxSlotLag: number,
): Upstream["health"] {
  if (set.isForeign(upstream)) return "foreign";
  if (isHealthy === undefined && upstream.health === "foreign") return "unchecked";
  // Until the breaker opens, one that failed its first probe would seem to wait for it, as one does that gets too many or is still asked.
  const isFailing = upstream.health === "unchecked" && upstream.hasFailed;
  if (isHealthy === undefined && !isFailing) return upstream.health;
  if (!isHealthy) return "unhealthy";
  return isBehind(upstream, set.clock.processedSlot, maxSlotLag) ? "behind" : "healthy";
}

function isBehind({ slots }: Upstream, best: number | undefined, maxSlotLag: number): boolean {
  const processedSlot = slots.newest("processed");
  return best !== undefined && processedSlot !== undefined && best - processedSlot > maxSlotLag;
}
