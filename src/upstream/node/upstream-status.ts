import type { Upstream } from "./upstream.ts";
import type { UpstreamSet } from "./upstream-set.ts";

/** The state of one upstream, for the status page and metrics. */
export type UpstreamStatus = ReturnType<typeof upstreamStatus>;
/** The state of a network's upstreams, for the status page and metrics. */
export type NetworkStatus = ReturnType<typeof readStatus>;

/** Reads the state of a network without calling an upstream. */
export function readStatus(set: UpstreamSet) {
  const { clock, network } = set;
  const upstreams = set.upstreams.map((upstream) =>
    upstreamStatus(upstream, clock.processedSlot, set.foreignReason(upstream)),
  );
  const readable = upstreams.filter(({ state, route }) => state === "healthy" && route === undefined);
  const latencies = readable.flatMap(({ latencyMs }) => latencyMs ?? []);
  return {
    network: network.id,
    /** True if at least one upstream that serves reads is healthy. */
    healthy: readable.length > 0,
    slot: clock.processedSlot,
    finalizedSlot: clock.finalizedSlot,
    epoch: clock.span?.epoch,
    /** Measured pace of the ledger; undefined members are not known yet. */
    pace: {
      slotMs: clock.measuredSlotMs === undefined ? undefined : Math.round(clock.measuredSlotMs),
      /** Slots by which `confirmed` and `finalized` trail `processed`. */
      confirmed: clock.distanceTo("confirmed"),
      finalized: clock.distanceTo("finalized"),
      finality: clock.finality,
    },
    /** Latency of the fastest upstream. */
    latencyMs: latencies.length === 0 ? undefined : Math.min(...latencies),
    upstreams,
  };
}

function upstreamStatus(upstream: Upstream, best: number | undefined, foreignReason: string | undefined) {
  const { breaker, health, slots, score, lastError, quota, route, provider } = upstream;
  const processedSlot = slots.newest("processed");
  const { latencyMs } = score;
  return {
    name: upstream.name,
    /** Id of the provider, if the upstream takes only transactions. */
    route: route === undefined ? undefined : provider,
    /** `failing`: the breaker is open. */
    state: breaker.isOpen ? ("failing" as const) : health,
    slot: processedSlot,
    /** Slots behind the best upstream of the network. */
    lag: best === undefined || processedSlot === undefined ? undefined : Math.max(best - processedSlot, 0),
    latencyMs: latencyMs === undefined ? undefined : Math.round(latencyMs * 100) / 100,
    errorRate: Math.round(score.errorRate * 1000) / 1000,
    lastError: foreignReason ?? lastError,
    creditsLeft: quota?.credits.left,
  };
}
