import { expect } from "chai";
import type { Network } from "../../src/networks/network.ts";
import type { NetworkStore } from "../../src/networks/network-store.ts";
import { createHealth } from "../../src/observability/health.ts";
import type { UpstreamLayer } from "../../src/upstream/upstream-layer.ts";
import { networkOf } from "../upstream/harness.ts";

/** Health of a default network and another one. */
function healthOf(main: Network, other: Network, answering: readonly string[]) {
  const enabled = [main, other].filter((network) => network.enabled);
  const store = { defaultNetwork: () => main, enabled: () => enabled } as unknown as NetworkStore;
  const upstreams = {
    check: async ({ id }: Network) => ({ network: id, healthy: answering.includes(id), upstreams: [] }),
  } as unknown as UpstreamLayer;
  return createHealth(store, upstreams, () => [])();
}

/** Which networks are enabled, which answer, and the resulting status. */
const cases: readonly [
  enabled: readonly string[],
  answering: readonly string[],
  status: string,
  degraded: readonly string[],
][] = [
  [["main", "other"], ["main", "other"], "healthy", []],
  [["main", "other"], ["main"], "degraded", ["other"]],
  [["main", "other"], ["other"], "degraded", ["main"]],
  [["main", "other"], [], "unhealthy", ["main", "other"]],
  [["other"], ["other"], "degraded", ["main"]],
  [["other"], ["main"], "unhealthy", ["other"]],
  [[], ["main"], "healthy", []],
  [[], [], "unhealthy", ["main"]],
];

describe("createHealth()", () => {
  for (const [enabled, answering, status, degraded] of cases) {
    it(`is ${status} where [${enabled}] are enabled and [${answering}] answer`, async () => {
      const [main, other] = ["main", "other"].map((id) =>
        networkOf(["http://127.0.0.1:1"], { id, enabled: enabled.includes(id) }),
      ) as [Network, Network];
      const report = await healthOf(main, other, answering);
      expect({ status: report.status, degraded: report.degraded }).to.deep.equal({ status, degraded });
    });
  }

  it("checks again after a failed report, and reuses a successful one", async () => {
    const main = networkOf(["http://127.0.0.1:1"], { id: "main" });
    const store = { defaultNetwork: () => main, enabled: () => [main] } as unknown as NetworkStore;
    let checks = 0;
    const check = async ({ id }: Network) => {
      checks += 1;
      if (checks === 1) throw new Error("failed");
      return { network: id, healthy: true, upstreams: [] };
    };
    const health = createHealth(store, { check } as unknown as UpstreamLayer, () => []);
    await health().catch(() => undefined);
    for (let turn = 0; turn < 2; turn += 1) expect((await health()).status).to.equal("healthy");
    expect(checks).to.equal(2);
  });
});
