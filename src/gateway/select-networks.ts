import type { MethodDescription } from "../contract/method-description.ts";
import type { Network } from "../networks/network.ts";
import { unknownNetworkError } from "../networks/network-errors.ts";
import type { NetworkStore } from "../networks/network-store.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import type { Caller } from "./gateway-call.ts";

/** The networks that a call selects. */
export interface Selection {
  readonly networks: readonly [Network, ...Network[]];
  /** True for all enabled networks, with results keyed by id; otherwise there is one. */
  readonly isAll: boolean;
}

/** The word that selects every enabled network. */
export const allNetworks = "all";

/** Resolves the caller's selection, or the configured execution mode, to networks. */
export function selectNetworks(
  store: NetworkStore,
  execution: "single" | "multi",
  selected: string | undefined,
  caller: Pick<Caller, "authenticated">,
): Selection {
  const choice = selected ?? (execution === "multi" ? allNetworks : undefined);
  if (choice === undefined) return { networks: [store.defaultNetwork()], isAll: false };
  if (choice === allNetworks) {
    const [first, ...others] = store.enabled();
    if (first === undefined) {
      throw RpcError.of(
        "noNetwork",
        "No network is enabled: enable one with enableSvmNetwork, or select one by its id.",
      );
    }
    return { networks: [first, ...others], isAll: true };
  }
  const network = store.get(choice);
  if (network === undefined) throw unknownNetworkError(choice, usableNetworks(store.list(), caller));
  return { networks: [network], isAll: false };
}

/** Refuses a method on a type of network where it must not run, before any upstream is called. */
export function assertRunsOn(method: MethodDescription, network: Network): void {
  if (method.networks === undefined || method.networks.includes(network.type)) return;
  throw RpcError.of(
    "notAllowed",
    `${method.name} runs on ${method.networks.join(", ")} networks only; ${network.id} is a ${network.type}. ` +
      "Select another network.",
    { data: { network: network.id } },
  );
}

/** The networks of a list that a caller may use. Others are hidden from it. */
export function usableNetworks(
  networks: readonly Network[],
  { authenticated }: Pick<Caller, "authenticated">,
): readonly Network[] {
  return authenticated === undefined
    ? networks
    : networks.filter(({ id }) => authenticated.rights.includesNetwork(id));
}

/** A store limited to the networks that a caller may use. */
export type ShownNetworks = Pick<NetworkStore, "list" | "enabled" | "defaultNetwork">;

/** Limits a store to the networks that a caller may use. */
export function networksShownTo(store: ShownNetworks, caller: Pick<Caller, "authenticated">): ShownNetworks {
  return {
    list: () => usableNetworks(store.list(), caller),
    enabled: () => usableNetworks(store.enabled(), caller),
    defaultNetwork: () => store.defaultNetwork(),
  };
}
