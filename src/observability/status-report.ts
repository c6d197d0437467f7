import type { CallerUsage } from "../auth/usage.ts";
import type { Landing } from "../landing/landing.ts";
import type { NetworkStore } from "../networks/network-store.ts";
import type { NetworkStatus } from "../upstream/node/upstream-status.ts";
import { countsFromMetrics, type MetricValues } from "./counts-from-metrics.ts";

/** What GET /status.json answers; null where nothing is known yet. Counts only grow, so rates follow from two reports. */
export type StatusReport = Awaited<ReturnType<typeof makeReport>>;
/** One network of the report. */
export type NetworkReport = StatusReport["networks"][number];
/** What was measured of a network's ledger, as pages and commands show it; null where nothing is known yet. */
export type NetworkPace = ReturnType<typeof networkPace>;

/** What the report is made of. */
interface StatusSources {
  readonly version: string;
  readonly store: Pick<NetworkStore, "defaultNetwork" | "get">;
  readonly networks: () => readonly NetworkStatus[];
  /** The metrics, those of all workers summed. */
  readonly metrics: () => Promise<MetricValues>;
  /** What sends transactions until they land; undefined where nothing does. */
  readonly landing?: Pick<Landing, "size" | "lastFates"> | undefined;
  /** What known callers used today; undefined if callers are not known. */
  readonly callers?: (() => Promise<readonly CallerUsage[] | undefined>) | undefined;
}

/** A report is reused for this long: any number of open pages costs one reading of the metrics. */
const maxAgeMs = 500;

/** Makes the reports that the status page polls. They hold no credentials, and making one asks no upstream. */
export function createStatusReport(sources: StatusSources): () => Promise<StatusReport> {
  const startedAt = performance.now();
  let last: { readonly at: number; readonly report: Promise<StatusReport> } | undefined;
  return () => {
    const now = performance.now();
    if (last === undefined || now - last.at > maxAgeMs)
      last = { at: now, report: makeReport(sources, startedAt) };
    return last.report;
  };
}

async function makeReport({ version, store, landing, ...sources }: StatusSources, startedAt: number) {
  const callers = await sources.callers?.();
  return {
    version,
    uptime_seconds: Math.round((performance.now() - startedAt) / 1000),
    default_network: store.defaultNetwork().id,
    ...countsFromMetrics(await sources.metrics()),
    /** What the busiest known callers used today, in UTC; absent if callers are not known. */
    ...(callers && { callers }),
    /** Transactions that this process sends until they land, and those that ended last, the newest first. */
    transactions: {
      pending: landing?.size ?? 0,
      ended: (landing?.lastFates ?? []).map(({ slot = null, ...ended }) => ({ ...ended, slot })),
    },
    networks: sources.networks().flatMap((status) => networkReport(store, status)),
  };
}

function networkReport(store: StatusSources["store"], status: NetworkStatus) {
  const network = store.get(status.network);
  if (network === undefined) return [];
  const { id, name, type, enabled } = network;
  const report = {
    ...{ id, name, type, enabled },
    healthy: status.healthy,
    slot: status.slot ?? null,
    finalized_slot: status.finalizedSlot ?? null,
    epoch: status.epoch ?? null,
    ...networkPace(status),
    latency_ms: status.latencyMs ?? null,
    upstreams: status.upstreams.map((upstream) => ({
      name: upstream.name,
      /** The route that it is, by its provider's id; null for one that also reads. */
      route: upstream.route ?? null,
      state: upstream.state,
      slot: upstream.slot ?? null,
      lag: upstream.lag ?? null,
      latency_ms: upstream.latencyMs ?? null,
      error_rate: upstream.errorRate,
      last_fault: upstream.lastFault ?? null,
    })),
  };
  return [report];
}

/** The measured pace of a network; all null for one that is not in use. */
export function networkPace({ pace }: Pick<NetworkStatus, "pace">) {
  return {
    /** Milliseconds of a slot. */
    slot_ms: pace?.slotMs ?? null,
    /** Slots by which confirmed is behind processed. */
    confirmed_slots: pace?.confirmed ?? null,
    /** Slots by which finalized is behind processed. */
    finality_slots: pace?.finalized ?? null,
    /** Whether blocks are believed to be final about as soon as they are processed. */
    finality: pace?.finality ?? null,
  };
}
