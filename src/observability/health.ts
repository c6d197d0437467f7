import type { Network } from "../networks/network.ts";
import type { NetworkStore } from "../networks/network-store.ts";
import type { NetworkStatus } from "../upstream/node/upstream-status.ts";
import type { UpstreamLayer } from "../upstream/upstream-layer.ts";
import { cacheReport } from "./report-cache.ts";

/** `unhealthy`: no enabled network answers. `degraded`: some network does not answer, or keys can't be read. */
type HealthStatus = "healthy" | "degraded" | "unhealthy";

/** Answers the health routes. */
export type HealthCheck = ReturnType<typeof createHealth>;

/** How long a report is reused, to spare upstreams frequent checks. */
const maxAgeMs = 1000;

/**
 * Creates the health check. It calls upstreams outside all limits, so that it works at capacity. `unreadableKeys` returns the settings
 * whose keys can't be read.
 */
export function createHealth(
  store: NetworkStore,
  upstreams: Pick<UpstreamLayer, "check">,
  unreadableKeys: () => Iterable<string>,
) {
  async function checkNetworks() {
    const main = store.defaultNetwork();
    const enabled = store.enabled();
    const checked = enabled.includes(main) ? enabled : [main, ...enabled];
    const statuses = await Promise.all(checked.map((network) => upstreams.check(network)));
    const networks = Object.fromEntries(
      checked.map((network, index) => [network.id, networkHealth(network, statuses[index])]),
    );
    // With no network enabled, calls still go to the default one.
    const serving = enabled.length === 0 ? [main] : enabled;
    const isAnyHealthy = serving.some(({ id }) => networks[id]?.healthy === true);
    const unhealthy = Object.keys(networks).filter((id) => networks[id]?.healthy === false);
    const degraded = [...unhealthy, ...unreadableKeys()];
    return {
      status: (!isAnyHealthy ? "unhealthy" : degraded.length > 0 ? "degraded" : "healthy") as HealthStatus,
      /** Ids of the networks that do not answer, and settings whose keys can't be read. */
      degraded,
      /** The default network and every enabled one, by id. */
      networks,
      enabledNetworks: enabled.map(({ id }) => id),
    };
  }

  return cacheReport(maxAgeMs, checkNetworks);
}

function networkHealth({ enabled }: Network, status: NetworkStatus | undefined) {
  return {
    enabled,
    healthy: status?.healthy ?? false,
    slot: status?.slot ?? null,
    latency_ms: status?.latencyMs ?? null,
  };
}
