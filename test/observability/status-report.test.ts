import { expect } from "chai";
import { methods } from "../../generated/methods.ts";
import type { Network } from "../../src/networks/network.ts";
import { createMetrics } from "../../src/observability/metrics.ts";
import { createStatusReport } from "../../src/observability/status-report.ts";
import { packageVersion } from "../../src/package-root.ts";
import { RpcError } from "../../src/rpc/rpc-error.ts";

const network: Network = {
  id: "a",
  name: "A",
  type: "localnet",
  chainId: "1",
  httpAddresses: [{ url: "http://user:secret@127.0.0.1:1/?api-key=hidden", weight: 1, trusted: true }],
  wsAddresses: [],
  enabled: true,
  allowMethods: [],
  allowMethodsFromLoopbackOnly: false,
};

const status = {
  network: "a",
  healthy: true,
  slot: 42,
  finalizedSlot: undefined,
  epoch: 0,
  latencyMs: 1.5,
  pace: { slotMs: 198, confirmed: 0, finalized: 1, finality: "instant" as const },
  upstreams: [
    {
      name: "127.0.0.1:1",
      state: "healthy" as const,
      slot: 42,
      route: undefined,
      lag: 0,
      latencyMs: 1.5,
      errorRate: 0,
      lastError: undefined,
      creditsLeft: undefined,
    },
  ],
};

describe("createStatusReport", () => {
  it("sums the metrics and shows networks and upstreams without their addresses", async () => {
    const metrics = createMetrics();
    metrics.addSources({
      inFlight: () => 3,
      subscriptions: () => ({ slotSubscribe: 2 }),
      connections: () => 1,
    });
    metrics.recordCall({
      method: methods.getSlot,
      network: "a",
      transport: "http",
      seconds: 0.002,
      error: undefined,
    });
    metrics.recordCall({
      method: methods.getSlot,
      network: "a",
      transport: "websocket",
      seconds: 0.2,
      error: RpcError.of("noRoute", ""),
    });
    metrics.recordCall({
      method: undefined,
      network: undefined,
      transport: "http",
      seconds: 60,
      error: RpcError.of("methodNotFound", ""),
    });
    metrics.countCache("hit", "getBlock", "a");
    metrics.countExtra("hedge", "a");
    const report = await createStatusReport({
      store: { defaultNetwork: () => network, get: (id) => (id === "a" ? network : undefined) },
      networks: () => [status, { ...status, network: "gone" }],
      metrics: () => metrics.registry.getMetricsAsJSON(),
    })();
    expect(report).to.deep.include({
      version: packageVersion,
      default_network: "a",
      subscriptions: { slotSubscribe: 2 },
      connections: { websocket: 1 },
    });
    expect(report.calls).to.deep.include({ total: 3, errors: 2, in_flight: 3 });
    expect(report.calls.by_method[0]).to.deep.equal({ method: "getSlot", total: 2, errors: 1 });
    expect(report.cache).to.deep.include({ hits: 1, misses: 0 });
    expect(report.attempts).to.deep.equal({ retry: 0, hedge: 1, shared: 0, merged: 0 });
    expect(report.latency.at(-1)).to.deep.equal({ seconds: null, count: 3 });
    expect(report.latency.find(({ seconds }) => seconds === 0.0025)?.count).to.equal(1);
    expect(report.networks.map(({ id }) => id)).to.deep.equal(["a"]);
    expect(JSON.stringify(report)).to.not.match(/secret|hidden|api-key/);
  });

  it("shows the transactions that ended last, and how many are pending", async () => {
    const expired = {
      network: "a",
      signature: "s",
      status: "expired",
      slot: undefined,
      sends: 38,
      ms: 60_000,
    } as const;
    const report = await createStatusReport({
      store: { defaultNetwork: () => network, get: () => network },
      networks: () => [],
      metrics: async () => [],
      landing: { size: 2, lastEnded: [expired] },
    })();
    expect(report.transactions).to.deep.equal({ pending: 2, ended: [{ ...expired, slot: null }] });
  });

  it("reads the metrics once for many concurrent readers", async () => {
    let readings = 0;
    const ask = createStatusReport({
      store: { defaultNetwork: () => network, get: () => network },
      networks: () => [],
      metrics: async () => {
        readings += 1;
        return [];
      },
    });
    await Promise.all([ask(), ask(), ask()]);
    expect(readings).to.equal(1);
  });
});
