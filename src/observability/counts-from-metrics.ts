import type { Metrics } from "./metrics.ts";

/** Metrics of one process, or summed over all workers, in prom-client's format. */
export type MetricValues = Awaited<ReturnType<Metrics["registry"]["getMetricsAsJSON"]>>;

type Sample = MetricValues[number]["values"][number] & { readonly metricName?: string };

const maxMethods = 12;

/** Computes the totals of the status report from the metrics. */
export function countsFromMetrics(metrics: MetricValues) {
  const all = metrics.flatMap(({ name, values }) =>
    values.map((sample: Sample) => ({ ...sample, name: sample.metricName ?? name })),
  );
  const samplesOf = (name: string) => all.filter((sample) => sample.name === `svm_gateway_${name}`);
  const total = (name: string) => samplesOf(name).reduce((before, { value }) => before + value, 0);
  const gauge = (name: string): number | null => (samplesOf(name).length === 0 ? null : total(name));
  const upstreamCalls = byLabel(samplesOf("upstream_calls"), "state");
  const reads = byLabel(samplesOf("cache_reads_total"), "outcome");
  const attempts = byLabel(samplesOf("extra_attempts_total"), "kind");
  return {
    calls: {
      total: total("requests_total"),
      errors: total("errors_total"),
      upstream: total("upstream_seconds_count"),
      rate_limited: total("rate_limited_total"),
      in_flight: upstreamCalls.running ?? null,
      queued: upstreamCalls.waiting ?? null,
      by_method: busiest(samplesOf("requests_total"), samplesOf("errors_total")),
    },
    /** Cumulative histogram: the number of calls that took at most `seconds`; null is the last bucket, with all calls. */
    latency: latencyHistogram(samplesOf("request_seconds_bucket")),
    cache: {
      hits: reads.hit ?? 0,
      /** Answers from ledger state in memory. */
      head: reads.head ?? 0,
      misses: reads.miss ?? 0,
      bytes: gauge("cache_bytes"),
    },
    attempts: {
      retry: attempts.retry ?? 0,
      hedge: attempts.hedge ?? 0,
      shared: attempts.shared ?? 0,
      merged: attempts.merged ?? 0,
    },
    connections: { websocket: total("connections") },
    subscriptions: byLabel(samplesOf("subscriptions"), "method"),
  };
}

function byLabel(samples: readonly Sample[], label: string): Record<string, number> {
  const sums = new Map<string, number>();
  for (const { labels, value } of samples) {
    const key = String(labels[label] ?? "");
    sums.set(key, (sums.get(key) ?? 0) + value);
  }
  return Object.fromEntries([...sums].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function busiest(requests: readonly Sample[], errors: readonly Sample[]) {
  const failed = byLabel(errors, "method");
  return Object.entries(byLabel(requests, "method"))
    .map(([method, total]) => ({ method, total, errors: failed[method] ?? 0 }))
    .sort((a, b) => b.total - a.total)
    .slice(0, maxMethods);
}

function latencyHistogram(buckets: readonly Sample[]) {
  return Object.entries(byLabel(buckets, "le"))
    .map(([end, count]) => ({ seconds: end === "+Inf" ? null : Number(end), count }))
    .sort((a, b) => (a.seconds ?? Number.POSITIVE_INFINITY) - (b.seconds ?? Number.POSITIVE_INFINITY));
}
