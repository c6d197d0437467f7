import type { Network } from "../networks/network.ts";
import type { NetworkStore } from "../networks/network-store.ts";
import type { Caller } from "./gateway-call.ts";

/** The networks of a list that a caller may use: it is shown no others. */
export function usableNetworks(
  networks: readonly Network[],
  { known }: Pick<Caller, "known">,
): readonly Network[] {
  return known === undefined ? networks : networks.filter(({ id }) => known.rights.includesNetwork(id));
}

/** The networks as a caller may see them. */
export type ShownNetworks = Pick<NetworkStore, "list" | "enabled" | "defaultNetwork">;

/** What a caller sees of the networks. */
export function networksShownTo(store: ShownNetworks, caller: Pick<Caller, "known">): ShownNetworks {
  return {
    list: () => usableNetworks(store.list(), caller),
    enabled: () => usableNetworks(store.enabled(), caller),
    defaultNetwork: () => store.defaultNetwork(),
  };
}
