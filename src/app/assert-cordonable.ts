import type { Network } from "../networks/network.ts";
import { upstreamIds } from "../networks/network-change.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import type { NetworkStatus, UpstreamStatus } from "../upstream/node/upstream-status.ts";
import type { Service } from "./assemble.ts";

/** Throws if, without this upstream, a network in use could take no calls now. Probes the other upstreams first. */
export async function assertCordonable({ store, upstreams, isMock }: Service, id: string): Promise<void> {
  if (isMock) return;
  const inUse = new Set(upstreams.status().map(({ network }) => network));
  const affected = store
    .list()
    .filter((network) => inUse.has(network.id) && upstreamIds(network.rpcUrls).includes(id));
  await Promise.all(
    affected.map(async (network) => assertOthersCanTakeCalls(network, await upstreams.check(network), id)),
  );
}

function assertOthersCanTakeCalls(network: Network, status: NetworkStatus, id: string): void {
  const idByUrl = upstreamIds(network.rpcUrls);
  const others = status.upstreams.filter((_, index) => idByUrl[index] !== id);
  // The store refuses to cordon the only upstream, even with --force.
  if (others.length === 0 || others.some(canTakeCalls)) return;
  const states = others.map((other) => `${other.name} ${describeState(other)}`).join(", ");
  throw RpcError.of(
    "invalidParams",
    `${id} is the only upstream of network ${network.id} that can take calls now (${states}), so it stays in; bring another one back first, or insist with --force (&force=true).`,
  );
}

function canTakeCalls({ state, creditsLeft, route }: UpstreamStatus): boolean {
  return state === "healthy" && creditsLeft !== 0 && route === undefined;
}

function describeState({ state, lag, creditsLeft, lastFault, route }: UpstreamStatus): string {
  if (route !== undefined) return "takes only transactions";
  if (state === "healthy" && creditsLeft === 0) return "has spent its credits";
  if (state === "behind") return `is ${lag ?? "some"} slots behind`;
  if (state === "foreign") return `is on another ledger, since ${lastFault}`;
  return lastFault === undefined ? `is ${state}` : `is ${state}: ${lastFault}`;
}
