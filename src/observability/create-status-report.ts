import type { Landing } from "../landing/landing.ts";
import type { NetworkStore } from "../networks/network-store.ts";
import type { NetworkStatus } from "../upstream/node/upstream-status.ts";
import { countsFromMetrics, type MetricValues } from "./counts-from-metrics.ts";
import { type NetworkReport, networkPace, type StatusReport } from "./status-report.ts";

/** What the report is made of. */
export interface StatusSources {
  readonly version: string;
  readonly store: Pick<NetworkStore, "defaultNetwork" | "get">;
  readonly networks: () => readonly NetworkStatus[];
  /** The metrics, those of all workers summed. */
  readonly metrics: () => Promise<MetricValues>;
  /** What sends transactions until they land; undefined where nothing does. */
  readonly landing?: Pick<Landing, "size" | "lastFates"> | undefined;
  /** What known callers used today; undefined if callers are not known. */
  readonly callers?: (() => Promise<StatusReport["callers"]>) | undefined;
}

/** A report is reused for this long: any number of open pages costs one reading of the metrics. */
const maxAgeMs = 500;

/** Makes the reports that the status page polls. They hold no credentials, and making one asks no upstream. */
export function createStatusReport(sources: StatusSources): () => Promise<StatusReport> {
  const startedAt = performance.now();
  let last: { readonly at: number; readonly report: Promise<StatusReport> } | undefined;

  async function make(): Promise<StatusReport> {
    const callers = await sources.callers?.();
    return {
      version: sources.version,
      uptime_seconds: Math.round((performance.now() - startedAt) / 1000),
      default_network: sources.store.defaultNetwork().id,
      ...countsFromMetrics(await sources.metrics()),
      ...(callers === undefined ? {} : { callers }),
      transactions: {
        pending: sources.landing?.size ?? 0,
        ended: (sources.landing?.lastFates ?? []).map(({ slot = null, ...ended }) => ({ ...ended, slot })),
      },
      networks: sources.networks().flatMap((status) => networkReport(sources.store, status) ?? []),
    };
  }

  return () => {
    const now = performance.now();
    if (last === undefined || now - last.at > maxAgeMs) last = { at: now, report: make() };
    return last.report;
  };
}

function networkReport(store: StatusSources["store"], status: NetworkStatus): NetworkReport | undefined {
  const network = store.get(status.network);
  if (network === undefined) return undefined;
  return {
    id: network.id,
    name: network.name,
    type: network.type,
    enabled: network.enabled,
    healthy: status.healthy,
    slot: status.slot ?? null,
    finalized_slot: status.finalizedSlot ?? null,
    epoch: status.epoch ?? null,
    ...networkPace(status),
    latency_ms: status.latencyMs ?? null,
    upstreams: status.upstreams.map((upstream) => ({
      name: upstream.name,
      route: upstream.route ?? null,
      state: upstream.state,
      slot: upstream.slot ?? null,
      lag: upstream.lag ?? null,
      latency_ms: upstream.latencyMs ?? null,
      error_rate: upstream.errorRate,
      last_fault: upstream.lastFault ?? null,
    })),
  };
}
