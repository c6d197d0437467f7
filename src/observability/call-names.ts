import { discoverMethod } from "../gateway/discovery.ts";
import type { GatewayCall } from "../gateway/gateway-call.ts";
import { indexedMethods } from "../gateway/params/method-index.ts";
import { allNetworks } from "../gateway/select-networks.ts";
import type { NetworkStore } from "../networks/network-store.ts";

/** Returns the method and network names of a call, for traces and the access log. */
export type CallNames = (call: GatewayCall) => { readonly method: string; readonly network: string };

/** Creates `CallNames` that report unknown names as `other`, since clients can make them up. */
export function createCallNames(
  store: Pick<NetworkStore, "get" | "defaultNetwork">,
  execution: "single" | "multi",
): CallNames {
  return ({ method, network, dialect }) => ({
    method: indexedMethods.has(method) || method === discoverMethod ? method : "other",
    network: networkName(network, dialect),
  });

  function networkName(network: string | undefined, dialect: GatewayCall["dialect"]): string {
    if (network === allNetworks) return network;
    if (network !== undefined) return store.get(network)?.id ?? "other";
    return dialect === "gateway" && execution === "multi" ? allNetworks : store.defaultNetwork().id;
  }
}
