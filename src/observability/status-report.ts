import type { NetworkStore } from "../networks/network-store.ts";
import type { NetworkStatus, UpstreamStatus } from "../upstream/node/upstream-status.ts";
import { readSamples, type Sample } from "./read-samples.ts";

/** What GET /status.json answers. Counts only grow, so rates follow from two reports. */
export interface StatusReport {
  readonly version: string;
  readonly uptime_seconds: number;
  readonly default_network: string;
  readonly calls: {
    readonly total: number;
    readonly errors: number;
    /** Attempts at upstreams for these calls. */
    readonly upstream: number;
    readonly rate_limited: number;
    /** Null where none is known. */
    readonly in_flight: number | null;
    readonly queued: number | null;
    /** The methods that were called most. */
    readonly by_method: readonly {
      readonly method: string;
      readonly total: number;
      readonly errors: number;
    }[];
  };
  /** Calls by the time they took: those up to `seconds`, the faster ones included. The last end is null: any time. */
  readonly latency: readonly { readonly seconds: number | null; readonly count: number }[];
  readonly cache: {
    readonly hits: number;
    /** Answers reused because the head had not moved. */
    readonly head: number;
    /** Answers from live accounts. */
    readonly live: number;
    readonly misses: number;
    readonly entries: number | null;
    readonly bytes: number | null;
  };
  readonly attempts: {
    readonly retry: number;
    readonly hedge: number;
    readonly shared: number;
    readonly merged: number;
  };
  readonly connections: Readonly<Record<string, number>>;
  readonly subscriptions: Readonly<Record<string, number>>;
  readonly networks: readonly NetworkReport[];
}

/** One network of the report. */
export interface NetworkReport {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly enabled: boolean;
  readonly healthy: boolean;
  readonly slot: number | null;
  readonly finalized_slot: number | null;
  readonly epoch: number | null;
  readonly latency_ms: number | null;
  readonly upstreams: readonly {
    readonly name: string;
    readonly state: UpstreamStatus["state"];
    readonly slot: number | null;
    readonly lag: number | null;
    readonly latency_ms: number | null;
    readonly error_rate: number;
    readonly last_fault: string | null;
  }[];
}

/** What the report is made of. */
export interface StatusSources {
  readonly version: string;
  readonly store: Pick<NetworkStore, "defaultNetwork" | "get">;
  readonly networks: () => readonly NetworkStatus[];
  /** Metrics in Prometheus's text form, those of all workers summed. */
  readonly metricsText: () => Promise<string>;
}

/** A report is reused for this long: any number of open pages costs one reading of the metrics. */
const maxAgeMs = 500;
const shownMethods = 12;

/** Makes the reports that the status page polls. They hold no credentials, and making one asks no upstream. */
export function createStatusReport(sources: StatusSources): () => Promise<StatusReport> {
  const startedAt = performance.now();
  let last: { readonly at: number; readonly report: Promise<StatusReport> } | undefined;

  async function make(): Promise<StatusReport> {
    const samples = readSamples(await sources.metricsText(), (name) => name.startsWith("svm_gateway_"));
    return {
      version: sources.version,
      uptime_seconds: Math.round((performance.now() - startedAt) / 1000),
      default_network: sources.store.defaultNetwork().id,
      ...fromMetrics(samples),
      networks: sources.networks().flatMap((status) => networkReport(sources.store, status) ?? []),
    };
  }

  return () => {
    const now = performance.now();
    if (last === undefined || now - last.at > maxAgeMs) last = { at: now, report: make() };
    return last.report;
  };
}

function fromMetrics(
  samples: readonly Sample[],
): Pick<StatusReport, "calls" | "latency" | "cache" | "attempts" | "connections" | "subscriptions"> {
  const byName = groupByName(samples);
  const of = (name: string): readonly Sample[] => byName.get(`svm_gateway_${name}`) ?? [];
  const total = (name: string): number => sum(of(name));
  const gauge = (name: string): number | null => (of(name).length === 0 ? null : total(name));
  const attempts = byLabel(of("extra_attempts_total"), "kind");
  return {
    calls: {
      total: total("requests_total"),
      errors: total("errors_total"),
      upstream: total("upstream_seconds_count"),
      rate_limited: total("rate_limited_total"),
      in_flight: gauge("in_flight"),
      queued: gauge("queue_length"),
      by_method: busiest(of("requests_total"), of("errors_total")),
    },
    latency: latencyOf(of("request_seconds_bucket")),
    cache: {
      hits: total("cache_hits_total"),
      head: total("head_answers_total"),
      live: total("live_answers_total"),
      misses: total("cache_misses_total"),
      entries: gauge("cache_entries"),
      bytes: gauge("cache_bytes"),
    },
    attempts: {
      retry: attempts.retry ?? 0,
      hedge: attempts.hedge ?? 0,
      shared: attempts.shared ?? 0,
      merged: attempts.merged ?? 0,
    },
    connections: byLabel(of("connections"), "transport"),
    subscriptions: byLabel(of("subscriptions"), "method"),
  };
}

function groupByName(samples: readonly Sample[]): Map<string, Sample[]> {
  const groups = new Map<string, Sample[]>();
  for (const sample of samples) {
    const group = groups.get(sample.name);
    if (group === undefined) groups.set(sample.name, [sample]);
    else group.push(sample);
  }
  return groups;
}

function sum(samples: readonly Sample[]): number {
  return samples.reduce((before, { value }) => before + value, 0);
}

function byLabel(samples: readonly Sample[], label: string): Record<string, number> {
  const sums = new Map<string, number>();
  for (const { labels, value } of samples) {
    const key = labels[label] ?? "";
    sums.set(key, (sums.get(key) ?? 0) + value);
  }
  return Object.fromEntries([...sums].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function busiest(requests: readonly Sample[], errors: readonly Sample[]): StatusReport["calls"]["by_method"] {
  const failed = byLabel(errors, "method");
  return Object.entries(byLabel(requests, "method"))
    .map(([method, total]) => ({ method, total, errors: failed[method] ?? 0 }))
    .sort((a, b) => b.total - a.total)
    .slice(0, shownMethods);
}

function latencyOf(buckets: readonly Sample[]): StatusReport["latency"] {
  return Object.entries(byLabel(buckets, "le"))
    .map(([end, count]) => ({ seconds: end === "+Inf" ? null : Number(end), count }))
    .sort((a, b) => (a.seconds ?? Number.POSITIVE_INFINITY) - (b.seconds ?? Number.POSITIVE_INFINITY));
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
    latency_ms: status.latencyMs ?? null,
    upstreams: status.upstreams.map((upstream) => ({
      name: upstream.name,
      state: upstream.state,
      slot: upstream.slot ?? null,
      lag: upstream.lag ?? null,
      latency_ms: upstream.latencyMs ?? null,
      error_rate: upstream.errorRate,
      last_fault: upstream.lastFault ?? null,
    })),
  };
}
