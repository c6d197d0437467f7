import type { NetworkHandlers } from "../../generated/handlers.ts";
import type { ChangedNetwork, NetworkList } from "../../generated/types.ts";
import type { NetworkHandlerContext } from "../gateway/call-context.ts";
import { usableNetworks } from "../gateway/select-networks.ts";
import { RawJson } from "../json/raw-json.ts";
import { type Network, summarizeNetwork } from "../networks/network.ts";
import type { NetworkStore } from "../networks/network-store.ts";

/** Builds the handlers of the gateway's own methods, which list and change networks. */
export function createNetworkHandlers(store: NetworkStore): NetworkHandlers<NetworkHandlerContext> {
  return {
    listSvmNetworks: async ({ caller }) =>
      RawJson.write<NetworkList>({ networks: usableNetworks(store.list(), caller).map(summarizeNetwork) }),
    enableSvmNetwork: async (context) => changed(await store.setEnabled(requiredId(context), true, context)),
    disableSvmNetwork: async (context) =>
      changed(await store.setEnabled(requiredId(context), false, context)),
    setNetworkRpcUrl: async (context) =>
      changed(await store.setRpcUrl(requiredId(context), context.params.text("rpc_url") ?? "", context)),
  };
}

/** Reads `network_id`. Throws `forbidden` if the caller may not use that network. */
function requiredId({ params, caller }: NetworkHandlerContext): string {
  const id = params.text("network_id") ?? "";
  caller.authenticated?.rights.assertNetwork(id);
  return id;
}

function changed(network: Network): RawJson<ChangedNetwork> {
  return RawJson.write<ChangedNetwork>({ network: summarizeNetwork(network) });
}
