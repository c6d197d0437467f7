import type { CallerUsage } from "../auth/usage.ts";
import type { Landing } from "../landing/landing.ts";
import type { NetworkStore } from "../networks/network-store.ts";
import { packageVersion } from "../package-root.ts";
import type { NetworkStatus } from "../upstream/node/upstream-status.ts";
import { countsFromMetrics, type MetricValues } from "./counts-from-metrics.ts";
import { cacheReport } from "./report-cache.ts";

/** The answer to GET /status.json. Unknown values are null. Counts are cumulative: two reports give rates. */
export type StatusReport = Awaited<ReturnType<typeof makeReport>>;
/** One network in it. The status page draws it. */
export type NetworkReport = StatusReport["networks"][number];
/** The measured slot times of a network. Unknown values are null. */
export type NetworkPace = ReturnType<typeof networkPace>;

interface StatusSources {
  readonly store: Pick<NetworkStore, "defaultNetwork" | "get">;
  readonly networks: () => readonly NetworkStatus[];
  readonly metrics: () => Promise<MetricValues>;
  /** Transactions being sent until they land; undefined if the gateway does not resend. */
  readonly landing?: Pick<Landing, "size" | "lastEnded"> | undefined;
  /** Today's usage by authenticated callers; undefined without authentication. */
  readonly callers?: (() => Promise<readonly CallerUsage[] | undefined>) | undefined;
}

/** How long a report is reused, however many status pages are open. */
const maxAgeMs = 500;
/** Longer for callers' usage, which is read from a file or Redis. */
const callersMaxAgeMs = 2000;

/** Creates the function that builds status reports. It never calls upstreams; reports contain no credentials. */
export function createStatusReport(sources: StatusSources): () => Promise<StatusReport> {
  const startedAt = performance.now();
  const callers = sources.callers && cacheReport(callersMaxAgeMs, sources.callers);
  return cacheReport(maxAgeMs, () => makeReport({ ...sources, callers }, startedAt));
}

async function makeReport({ store, landing, ...sources }: StatusSources, startedAt: number) {
  const callers = await sources.callers?.();
  return {
    version: packageVersion,
    uptime_seconds: Math.round((performance.now() - startedAt) / 1000),
    default_network: store.defaultNetwork().id,
    ...countsFromMetrics(await sources.metrics()),
    /** Today's usage (UTC) by the busiest authenticated callers. */
    ...(callers && { callers }),
    /** Transactions that this process is sending, and the last ones that ended, newest first. */
    transactions: {
      pending: landing?.size ?? 0,
      ended: (landing?.lastEnded ?? []).map(({ slot = null, ...ended }) => ({ ...ended, slot })),
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
      /** The provider's id if the upstream is send-only; otherwise null. */
      route: upstream.route ?? null,
      state: upstream.state,
      slot: upstream.slot ?? null,
      lag: upstream.lag ?? null,
      latency_ms: upstream.latencyMs ?? null,
      error_rate: upstream.errorRate,
      last_fault: upstream.lastError ?? null,
    })),
  };
  return [report];
}

/** The measured slot times of a network; all null if it is not in use. */
export function networkPace({ pace }: Pick<NetworkStatus, "pace">) {
  return {
    slot_ms: pace?.slotMs ?? null,
    confirmed_slots: pace?.confirmed ?? null,
    finality_slots: pace?.finalized ?? null,
    /** Says if blocks become final almost as soon as they are processed. */
    finality: pace?.finality ?? null,
  };
}
