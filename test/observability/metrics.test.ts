import { expect } from "chai";
import { AggregatorRegistry } from "prom-client";
import { methods } from "../../generated/methods.ts";
import type { CallEvent } from "../../src/gateway/gateway-call.ts";
import { createMetrics, type Metrics } from "../../src/observability/metrics.ts";
import { RpcError } from "../../src/rpc/rpc-error.ts";

const call: CallEvent = {
  method: methods.getBalance,
  network: "devnet",
  transport: "http",
  seconds: 0.02,
  error: undefined,
};

async function linesOf(metrics: Metrics, start: string): Promise<string[]> {
  return (await metrics.registry.metrics()).split("\n").filter((line) => line.startsWith(start));
}

describe("metrics", () => {
  let metrics: Metrics;
  beforeEach(() => {
    metrics = createMetrics();
  });

  it("are text of version 0.0.4", () => {
    expect(metrics.contentType).to.equal("text/plain; version=0.0.4; charset=utf-8");
  });

  it("count requests by method, network and transport", async () => {
    metrics.recordCall(call);
    metrics.recordCall(call);
    metrics.recordCall({ ...call, transport: "websocket" });
    expect(await linesOf(metrics, "svm_gateway_requests_total")).to.have.members([
      'svm_gateway_requests_total{method="getBalance",network="devnet",transport="http"} 2',
      'svm_gateway_requests_total{method="getBalance",network="devnet",transport="websocket"} 1',
    ]);
  });

  it("count messages to WebSocket clients, and lost ones", async () => {
    metrics.countNotifications("devnet", 10_000);
    metrics.countNotifications("devnet", 1);
    metrics.countSlowReader("closed");
    metrics.countLostSocket("devnet");
    metrics.addSources({
      sharedSubscriptions: () => ({ devnet: 5 }),
      polledSubscriptions: () => ({ devnet: 2 }),
    });
    const text = await metrics.registry.metrics();
    expect(text).to.include('svm_gateway_notifications_total{network="devnet"} 10001\n');
    expect(text).to.include('svm_gateway_slow_readers_total{outcome="closed"} 1\n');
    expect(text).to.include('svm_gateway_upstream_sockets_lost_total{network="devnet"} 1\n');
    expect(text).to.include('svm_gateway_shared_subscriptions{network="devnet",source="poll"} 2\n');
  });

  it("print the same numbers twice", async () => {
    metrics.recordCall({ ...call, error: RpcError.of("invalidParams", "") });
    expect(await metrics.registry.metrics()).to.equal(await metrics.registry.metrics());
  });

  it("count errors by code", async () => {
    metrics.recordCall({ ...call, error: RpcError.of("invalidParams", "") });
    expect(await linesOf(metrics, "svm_gateway_errors_total")).to.deep.equal([
      'svm_gateway_errors_total{code="-32602",method="getBalance",network="devnet"} 1',
    ]);
  });

  it('label a method that the document does not list "other", and a call without a network "none"', async () => {
    metrics.recordCall({ ...call, method: undefined, network: undefined });
    expect(await linesOf(metrics, "svm_gateway_requests_total")).to.deep.equal([
      'svm_gateway_requests_total{method="other",network="none",transport="http"} 1',
    ]);
  });

  it("count durations in cumulative buckets with inclusive bounds", async () => {
    for (const seconds of [0.0004, 0.02, 0.025, 31]) metrics.recordCall({ ...call, seconds });
    const lines = await linesOf(metrics, "svm_gateway_request_seconds");
    const of = (le: string) =>
      `svm_gateway_request_seconds_bucket{method="getBalance",network="devnet",le="${le}"}`;
    expect(lines).to.include.members([
      `${of("0.0005")} 1`,
      `${of("0.01")} 1`,
      `${of("0.025")} 3`,
      `${of("30")} 3`,
      `${of("+Inf")} 4`,
      'svm_gateway_request_seconds_count{method="getBalance",network="devnet"} 4',
    ]);
    const sum = lines.find((line) => line.includes("_sum"))?.split(" ")[1];
    expect(Number(sum)).to.be.closeTo(31.0454, 1e-9);
  });

  it("declare each metric once, with its type", async () => {
    metrics.recordCall(call);
    const types = await linesOf(metrics, "# TYPE");
    expect(types).to.include.members([
      "# TYPE svm_gateway_requests_total counter",
      "# TYPE svm_gateway_request_seconds histogram",
      "# TYPE svm_gateway_upstream_calls gauge",
    ]);
    expect(new Set(types).size).to.equal(types.length);
  });

  it("read gauges from their sources on each scrape", async () => {
    let inFlight = 3;
    metrics.addSources({ inFlight: () => inFlight, subscriptions: () => ({ slotSubscribe: 2 }) });
    expect(await linesOf(metrics, "svm_gateway_upstream_calls")).to.deep.equal([
      'svm_gateway_upstream_calls{state="running"} 3',
    ]);
    inFlight = 1;
    expect(await linesOf(metrics, "svm_gateway_upstream_calls")).to.deep.equal([
      'svm_gateway_upstream_calls{state="running"} 1',
    ]);
    expect(await linesOf(metrics, "svm_gateway_subscriptions")).to.deep.equal([
      'svm_gateway_subscriptions{method="slotSubscribe"} 2',
    ]);
  });

  it("give each upstream's health, slot and error ratio, and each network's slot time and finality", async () => {
    const upstream = {
      name: "a.example",
      state: "behind" as const,
      slot: 70,
      route: undefined,
      lag: 30,
      latencyMs: 4,
      errorRate: 0.25,
      lastError: undefined,
      creditsLeft: undefined,
    };
    metrics.addSources({
      networks: () => [
        {
          network: "devnet",
          healthy: false,
          slot: 100,
          finalizedSlot: 68,
          epoch: 0,
          pace: { slotMs: 200, confirmed: 0, finalized: 31, finality: "delayed" },
          latencyMs: 4,
          upstreams: [upstream],
        },
      ],
    });
    expect(await linesOf(metrics, "svm_gateway_upstream")).to.include.members([
      'svm_gateway_upstream_healthy{network="devnet",upstream="a.example"} 0',
      'svm_gateway_upstream_slot{network="devnet",upstream="a.example"} 70',
      'svm_gateway_upstream_error_ratio{network="devnet",upstream="a.example"} 0.25',
    ]);
    expect(await linesOf(metrics, "svm_gateway_slot_seconds")).to.include(
      'svm_gateway_slot_seconds{network="devnet"} 0.2',
    );
    expect(await linesOf(metrics, "svm_gateway_finality_slots")).to.include(
      'svm_gateway_finality_slots{network="devnet"} 31',
    );
  });

  it("bound the number of series from foreign error codes", async () => {
    for (let code = 0; code < 20_100; code += 1) metrics.recordCall({ ...call, error: { code } as RpcError });
    expect(await linesOf(metrics, "svm_gateway_errors_total")).to.have.length(20_000);
  });

  it("are summed over processes, histograms included", async () => {
    const other = createMetrics();
    metrics.recordCall(call);
    other.recordCall(call);
    const parts = await Promise.all([metrics, other].map(({ registry }) => registry.getMetricsAsJSON()));
    const summed = await AggregatorRegistry.aggregate(parts).metrics();
    expect(summed).to.include(
      'svm_gateway_requests_total{method="getBalance",network="devnet",transport="http"} 2',
    );
    expect(summed).to.include(
      'svm_gateway_request_seconds_bucket{method="getBalance",network="devnet",le="+Inf"} 2',
    );
  });
});
