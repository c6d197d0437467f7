import type { Finality } from "../../ledger-time/network-clock.ts";
import type { Upstream } from "./upstream.ts";
import type { UpstreamSet } from "./upstream-set.ts";

/** The state of an upstream, as `/health` shows it. Its address has no credentials. */
export interface UpstreamStatus {
  readonly url: string;
  readonly name: string;
  /** Id of its provider, if it takes only transactions; undefined for an upstream that also reads. */
  readonly route?: string | undefined;
  /** `failing`: its breaker is open. */
  readonly state: Upstream["health"] | "failing";
  readonly slot: number | undefined;
  readonly finalizedSlot: number | undefined;
  /** Slots behind the best upstream of the network. */
  readonly lag: number | undefined;
  readonly latencyMs: number | undefined;
  readonly errorRate: number;
  readonly lastFault: string | undefined;
  readonly creditsLeft?: number | undefined;
}

/** The state of a network. */
export interface NetworkStatus {
  readonly network: string;
  /** Whether at least one of its upstreams that answer reads is healthy. */
  readonly healthy: boolean;
  readonly slot: number | undefined;
  readonly finalizedSlot: number | undefined;
  readonly epoch: number | undefined;
  /** What was measured of its ledger's pace; undefined members are not known yet. */
  readonly pace?:
    | {
        readonly slotMs: number | undefined;
        /** Slots by which confirmed and finalized are behind processed. */
        readonly confirmed: number | undefined;
        readonly finalized: number | undefined;
        readonly finality: Finality | undefined;
      }
    | undefined;
  /** Latency of its best upstream. */
  readonly latencyMs: number | undefined;
  readonly upstreams: readonly UpstreamStatus[];
}

/** Reads the state of a network, without asking an upstream. */
export function readStatus(set: UpstreamSet): NetworkStatus {
  const { clock, network } = set;
  const upstreams = set.upstreams.map((upstream) =>
    upstreamStatus(upstream, clock.processedSlot, set.whyForeign(upstream)),
  );
  const readable = upstreams.filter(({ state, route }) => state === "healthy" && route === undefined);
  const latencies = readable.flatMap(({ latencyMs }) => latencyMs ?? []);
  return {
    network: network.id,
    healthy: readable.length > 0,
    slot: clock.processedSlot,
    finalizedSlot: clock.finalizedSlot,
    epoch: clock.span?.epoch,
    pace: {
      slotMs: clock.measuredSlotMs === undefined ? undefined : Math.round(clock.measuredSlotMs),
      confirmed: clock.distanceTo("confirmed"),
      finalized: clock.distanceTo("finalized"),
      finality: clock.finality,
    },
    latencyMs: latencies.length === 0 ? undefined : Math.min(...latencies),
    upstreams,
  };
}

function upstreamStatus(
  upstream: Upstream,
  best: number | undefined,
  whyForeign: string | undefined,
): UpstreamStatus {
  const { breaker, health, slots, finalizedSlot, score, lastFault, plan, route, provider } = upstream;
  const processedSlot = slots.newest("processed");
  const { latencyMs } = score;
  return {
    url: upstream.redactedUrl,
    name: upstream.name,
    route: route === undefined ? undefined : provider,
    state: breaker.isOpen ? "failing" : health,
    slot: processedSlot,
    finalizedSlot,
    lag: best === undefined || processedSlot === undefined ? undefined : Math.max(best - processedSlot, 0),
    latencyMs: latencyMs === undefined ? undefined : Math.round(latencyMs * 100) / 100,
    errorRate: Math.round(score.errorRate * 1000) / 1000,
    lastFault: whyForeign ?? lastFault,
    creditsLeft: plan?.credits.left,
  };
}
