import type { NetworkHandlers } from "../../generated/handlers.ts";
import type { ChangedNetwork, NetworkList } from "../../generated/types.ts";
import type { NetworkHandler, NetworkHandlerContext } from "../gateway/handlers.ts";
import type { BoundParams } from "../gateway/params/bound-params.ts";
import { usableNetworks } from "../gateway/usable-networks.ts";
import { RawJson } from "../json/raw-json.ts";
import type { Network } from "../networks/network.ts";
import { networkRecord } from "../networks/network-record.ts";
import type { NetworkStore } from "../networks/network-store.ts";

/** The gateway's own methods about its networks. */
export function createNetworkHandlers(store: NetworkStore): ReadonlyMap<string, NetworkHandler> {
  const handlers: NetworkHandlers<NetworkHandlerContext> = {
    listSvmNetworks: async ({ caller }) =>
      RawJson.write<NetworkList>({ networks: usableNetworks(store.list(), caller).map(networkRecord) }),
    enableSvmNetwork: async ({ params, lasts }) => changed(await store.setEnabled(idOf(params), true, lasts)),
    disableSvmNetwork: async ({ params, lasts }) =>
      changed(await store.setEnabled(idOf(params), false, lasts)),
    setNetworkRpcUrl: async ({ params, lasts }) =>
      changed(await store.setRpcUrl(idOf(params), params.text("rpc_url") ?? "", lasts)),
  };
  return new Map(Object.entries<NetworkHandler>({ ...handlers }));
}

function idOf(params: BoundParams): string {
  return params.text("network_id") ?? "";
}

function changed(network: Network): RawJson<ChangedNetwork> {
  return RawJson.write<ChangedNetwork>({ network: networkRecord(network) });
}
