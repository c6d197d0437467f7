import type { StatusReport } from "../../src/observability/status-report.ts";

/** What happened between two reports, and how things stood at its end. */
export interface Span {
  readonly at: number;
  readonly callsPerSecond: number;
  readonly errorsPerSecond: number;
  /** Milliseconds within which half and 95 of 100 calls were answered; undefined if none were. */
  readonly p50: number | undefined;
  readonly p95: number | undefined;
  /** Share of cached answers, 0 to 1; undefined if the cache was not asked. */
  readonly hitRate: number | undefined;
  readonly inFlight: number;
}

/** Spans that are kept: five minutes at two seconds each. */
export const keptSpans = 150;

/** Makes rates out of reports, whose counts only grow. */
export class ReportHistory {
  readonly spans: Span[] = [];
  #last: { readonly at: number; readonly report: StatusReport } | undefined;

  /** Adds a report that came at `at` milliseconds. Counts that went back mean that the gateway was started again. */
  add(report: StatusReport, at: number): void {
    const last = this.#last;
    this.#last = { at, report };
    if (last === undefined || report.calls.total < last.report.calls.total) return;
    const seconds = (at - last.at) / 1000;
    if (seconds <= 0) return;
    const hits = hitsOf(report) - hitsOf(last.report);
    const asked = hits + report.cache.misses - last.report.cache.misses;
    const buckets = bucketsBetween(last.report, report);
    this.spans.push({
      at,
      callsPerSecond: (report.calls.total - last.report.calls.total) / seconds,
      errorsPerSecond: Math.max(report.calls.errors - last.report.calls.errors, 0) / seconds,
      p50: quantile(buckets, 0.5),
      p95: quantile(buckets, 0.95),
      hitRate: asked > 0 ? hits / asked : undefined,
      inFlight: report.calls.in_flight ?? 0,
    });
    if (this.spans.length > keptSpans) this.spans.shift();
  }
}

type Buckets = StatusReport["latency"];

function bucketsBetween(before: StatusReport, after: StatusReport): Buckets {
  const counts = new Map(before.latency.map(({ seconds, count }) => [seconds, count]));
  return after.latency.map(({ seconds, count }) => ({ seconds, count: count - (counts.get(seconds) ?? 0) }));
}

/** The time within which a share of the calls ended, in milliseconds, as Prometheus reckons it: even within a bucket. */
export function quantile(buckets: Buckets, share: number): number | undefined {
  const total = buckets.at(-1)?.count ?? 0;
  if (total <= 0) return undefined;
  const wanted = total * share;
  let start = 0;
  let below = 0;
  for (const { seconds, count } of buckets) {
    if (count >= wanted) {
      if (seconds === null) return start * 1000;
      return (start + ((seconds - start) * (wanted - below)) / (count - below)) * 1000;
    }
    start = seconds ?? start;
    below = count;
  }
  return start * 1000;
}

function hitsOf({ cache: { hits, head } }: StatusReport): number {
  return hits + head;
}
