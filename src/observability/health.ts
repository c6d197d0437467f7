import type { Network } from "../networks/network.ts";
import type { NetworkStore } from "../networks/network-store.ts";
import type { NetworkStatus } from "../upstream/node/upstream-status.ts";
import type { Upstreams } from "../upstream/upstreams.ts";

/** healthy: every network shown answers; degraded: an enabled one does, another does not, or keys can't be read; unhealthy: no enabled one does. */
export type HealthStatus = "healthy" | "degraded" | "unhealthy";

/** One network in the report. */
export interface NetworkHealth {
  readonly enabled: boolean;
  readonly healthy: boolean;
  readonly slot: number | null;
  readonly latency_ms: number | null;
}

/** What the health routes show. */
export interface HealthReport {
  readonly status: HealthStatus;
  /** Ids of the networks that do not answer. */
  readonly degraded: readonly string[];
  /** The default network and every enabled one, by id. */
  readonly networks: Readonly<Record<string, NetworkHealth>>;
  readonly enabledNetworks: readonly string[];
}

/** Checks the networks. Their upstreams are asked at most once in `maxAgeMs`, however often the report is asked for. */
export interface Health {
  report(): Promise<HealthReport>;
}

const maxAgeMs = 1000;

/** Builds the health check. It makes real calls to upstreams, outside all limits, so it answers at capacity too. */
export function createHealth(
  store: NetworkStore,
  upstreams: Pick<Upstreams, "check">,
  isAnyStoreAway: () => boolean = () => false,
): Health {
  let last: { readonly at: number; readonly report: Promise<HealthReport> } | undefined;

  async function checkNetworks(): Promise<HealthReport> {
    const main = store.defaultNetwork();
    const enabled = store.enabled();
    const shown = enabled.includes(main) ? enabled : [main, ...enabled];
    const statuses = await Promise.all(shown.map((network) => upstreams.check(network)));
    const networks = Object.fromEntries(
      shown.map((network, index) => [network.id, networkHealth(network, statuses[index])]),
    );
    // Where none is enabled, calls still go to the default network.
    const counting = enabled.length === 0 ? [main] : enabled;
    const isAnswered = counting.some(({ id }) => networks[id]?.healthy === true);
    const degraded = Object.keys(networks).filter((id) => networks[id]?.healthy === false);
    return {
      status: statusOf(isAnswered, degraded.length > 0 || isAnyStoreAway()),
      degraded,
      networks,
      enabledNetworks: enabled.map(({ id }) => id),
    };
  }

  return {
    report() {
      const now = performance.now();
      if (last === undefined || now - last.at > maxAgeMs) last = { at: now, report: checkNetworks() };
      return last.report;
    },
  };
}

function networkHealth({ enabled }: Network, status: NetworkStatus | undefined): NetworkHealth {
  return {
    enabled,
    healthy: status?.healthy ?? false,
    slot: status?.slot ?? null,
    latency_ms: status?.latencyMs ?? null,
  };
}

function statusOf(isAnswered: boolean, isDegraded: boolean): HealthStatus {
  if (!isAnswered) return "unhealthy";
  return isDegraded ? "degraded" : "healthy";
}
