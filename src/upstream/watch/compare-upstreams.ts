import type { UpstreamListener } from "../attempt/attempt.ts";
import type { Upstream } from "../node/upstream.ts";
import type { UpstreamSet } from "../node/upstream-set.ts";

/** Updates ledger, slots and health of a network after a round of probes. `reports`: what each upstream reports, if it answered. */
export function compareUpstreams(
  set: UpstreamSet,
  reports: ReadonlyMap<Upstream, boolean | undefined>,
  maxSlotLag: number,
  listener: UpstreamListener,
  now: number,
): void {
  chooseLedger(set, listener);
  recordSlots(set, maxSlotLag, now);
  for (const [upstream, isHealthy] of reports) {
    const before = upstream.health;
    upstream.recordHealth(healthOf(set, upstream, isHealthy, maxSlotLag));
    const why = set.foreignReason(upstream) ?? (isHealthy === undefined ? upstream.lastError : undefined);
    if (upstream.health !== before) listener.onHealth(set.network, upstream, before, why);
  }
}

/** Keeps the network's ledger while an upstream serves it; else chooses the one that most upstreams serve. */
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
  const working = set.upstreams.filter(
    (upstream) =>
      !set.isForeign(upstream) && !upstream.breaker.isOpen && !isBehind(upstream, best, maxSlotLag),
  );
  const finalized = working.flatMap(({ finalizedSlot }) => finalizedSlot ?? []);
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
  // A rate limit or a slow first probe leaves the health as it was. A failed first probe makes it unhealthy before the breaker opens.
  const isFailing = upstream.health === "unchecked" && upstream.hasFailed;
  if (isHealthy === undefined && !isFailing) return upstream.health;
  if (!isHealthy) return "unhealthy";
  return isBehind(upstream, set.clock.processedSlot, maxSlotLag) ? "behind" : "healthy";
}

function isBehind({ slots }: Upstream, best: number | undefined, maxSlotLag: number): boolean {
  const processedSlot = slots.newest("processed");
  return best !== undefined && processedSlot !== undefined && best - processedSlot > maxSlotLag;
}
