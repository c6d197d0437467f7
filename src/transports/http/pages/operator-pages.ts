import type { Request } from "express";
import type { ReloadReport } from "../../../config/reload-report.ts";
import type { Network } from "../../../networks/network.ts";
import type { NetworkStore } from "../../../networks/network-store.ts";
import { upstreamNames } from "../../../networks/upstream-names.ts";
import { listUpstreams } from "../../../observability/upstream-list.ts";
import { RpcError } from "../../../rpc/rpc-error.ts";
import type { NetworkStatus, UpstreamStatus } from "../../../upstream/node/upstream-status.ts";
import type { UpstreamLayer } from "../../../upstream/upstream-layer.ts";
import { assertOneOf } from "../../shared/query-parameters.ts";

interface OperatorPagesOptions {
  /** Reloads the configuration; undefined if this process can't. */
  readonly reload: (() => Promise<ReloadReport>) | undefined;
  readonly store: NetworkStore;
  readonly upstreams: Pick<UpstreamLayer, "status" | "check">;
  /** Mock mode: no upstream may be contacted. */
  readonly isMock: boolean;
}

/** Pages for operators other than those for keys. */
export function createOperatorPages(options: OperatorPagesOptions) {
  const { store, upstreams, isMock } = options;

  async function list(): Promise<object> {
    return { upstreams: listUpstreams(store, upstreams.status()) };
  }

  return {
    async reload() {
      if (options.reload !== undefined) return options.reload();
      throw RpcError.of("pathNotFound", "This process can't reload its configuration: restart it.");
    },
    upstreams: list,
    /** Cordons or uncordons an upstream: `?cordon=ID`, `?uncordon=ID`. */
    async cordon({ query: { cordon, uncordon, force } }: Request): Promise<object> {
      const id = cordon ?? uncordon;
      if (typeof id !== "string" || (cordon !== undefined && uncordon !== undefined))
        throw RpcError.of(
          "invalidParams",
          "Name the upstream with exactly one of ?cordon=ID and ?uncordon=ID.",
        );
      assertOneOf("force", force, ["true", "false"]);
      if (cordon !== undefined && force !== "true" && !isMock) await assertCordonable(store, upstreams, id);
      await store.setCordoned(id, cordon !== undefined);
      return list();
    },
  };
}

/** Throws if cordoning this upstream would leave a network in use without one that can take calls. Probes the others first. */
async function assertCordonable(
  store: NetworkStore,
  upstreams: OperatorPagesOptions["upstreams"],
  id: string,
): Promise<void> {
  const inUse = new Set(upstreams.status().map(({ network }) => network));
  const affected = store
    .list()
    .filter((network) => inUse.has(network.id) && upstreamNames(network.httpAddresses).includes(id));
  await Promise.all(
    affected.map(async (network) => assertOthersCanTakeCalls(network, await upstreams.check(network), id)),
  );
}

function assertOthersCanTakeCalls(network: Network, status: NetworkStatus, id: string): void {
  const names = upstreamNames(network.httpAddresses);
  const others = status.upstreams.filter((_, index) => names[index] !== id);
  // The store refuses to cordon the only upstream, even with --force.
  if (others.length === 0 || others.some(canTakeCalls)) return;
  const states = others.map((other) => `${other.name} ${describeState(other)}`).join(", ");
  throw RpcError.of(
    "invalidParams",
    `${id} is the only upstream of network ${network.id} that can take calls now (${states}), so it was not cordoned; bring another one back first, or override with --force (&force=true).`,
  );
}

function canTakeCalls({ state, creditsLeft, route }: UpstreamStatus): boolean {
  return state === "healthy" && creditsLeft !== 0 && route === undefined;
}

function describeState({ state, lag, creditsLeft, lastError, route }: UpstreamStatus): string {
  if (route !== undefined) return "takes only transactions";
  if (state === "healthy" && creditsLeft === 0) return "has spent its credits";
  if (state === "behind") return `is ${lag ?? "some"} slots behind`;
  if (state === "foreign") return `is on another ledger, since ${lastError}`;
  return lastError === undefined ? `is ${state}` : `is ${state}: ${lastError}`;
}
