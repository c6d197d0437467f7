import type { NetworkStore } from "../networks/network-store.ts";
import type { NetworkStatus } from "../upstream/node/upstream-status.ts";
import { type NetworkPace, networkPace } from "./status-report.ts";

/** An upstream as listed for operators. */
export interface ListedUpstream extends Partial<NetworkPace> {
  readonly network: string;
  readonly id: string;
  readonly state: string;
  /** The provider's id if the upstream is send-only. */
  readonly route?: string | undefined;
  readonly slot?: number | undefined;
  readonly lag?: number | undefined;
  readonly latency_ms?: number | undefined;
}

/** Lists the upstreams of networks that are enabled or have been called, and all cordoned upstreams. */
export function listUpstreams(
  store: Pick<NetworkStore, "list">,
  status: readonly NetworkStatus[],
): ListedUpstream[] {
  const inUse = status.flatMap(({ network, upstreams, pace }) =>
    upstreams.map(({ name, state, slot, lag, latencyMs, route }) => ({
      network,
      id: name,
      state,
      route,
      slot,
      lag,
      latency_ms: latencyMs,
      ...networkPace({ pace }),
    })),
  );
  const cordonedUpstreams = store
    .list()
    .flatMap(({ id: network, cordoned = [] }) => cordoned.map((id) => ({ network, id, state: "cordoned" })));
  return [...inUse, ...cordonedUpstreams];
}
