import { expect } from "chai";
import { keptSpans, quantile, ReportHistory } from "../../docs/status/report-history.ts";
import type { StatusReport } from "../../src/observability/status-report.ts";

function report(total: number, errors = 0, hits = 0, misses = 0): StatusReport {
  return {
    version: "1",
    uptime_seconds: 1,
    default_network: "a",
    calls: { total, errors, upstream: 0, rate_limited: 0, in_flight: 0, queued: 0, by_method: [] },
    latency: [
      { seconds: 0.001, count: total / 2 },
      { seconds: 0.01, count: total },
      { seconds: null, count: total },
    ],
    cache: { hits, head: 0, misses, bytes: 0 },
    attempts: { retry: 0, hedge: 0, shared: 0, merged: 0 },
    connections: { websocket: 0 },
    subscriptions: {},
    transactions: { pending: 0, ended: [] },
    networks: [],
  };
}

describe("ReportHistory", () => {
  it("computes rates from two reports", () => {
    const history = new ReportHistory();
    history.add(report(100), 0);
    history.add(report(120, 4, 3, 1), 2000);
    expect(history.spans).to.have.length(1);
    expect(history.spans[0]).to.deep.include({
      callsPerSecond: 10,
      errorsPerSecond: 2,
      hitRate: 0.75,
      p50: 1,
    });
    expect(history.spans[0]?.p95).to.be.closeTo(9.1, 0.001);
  });

  it("leaves a gap where nothing was called, and starts over after a restart", () => {
    const history = new ReportHistory();
    history.add(report(100), 0);
    history.add(report(100), 1000);
    history.add(report(3), 2000);
    history.add(report(5), 3000);
    expect(history.spans.map(({ callsPerSecond, p50 }) => [callsPerSecond, p50])).to.deep.equal([
      [0, undefined],
      [2, 1],
    ]);
  });

  it("keeps no more than it shows", () => {
    const history = new ReportHistory();
    for (let index = 0; index < keptSpans + 20; index += 1) history.add(report(index), index * 1000);
    expect(history.spans).to.have.length(keptSpans);
  });

  it("returns the last bound for calls that took longer than all bounds", () => {
    expect(
      quantile(
        [
          { seconds: 30, count: 0 },
          { seconds: null, count: 5 },
        ],
        0.5,
      ),
    ).to.equal(30_000);
    expect(quantile([], 0.5)).to.equal(undefined);
  });
});
