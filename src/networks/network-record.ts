import type { NetworkType } from "../contract/method-description.ts";
import { redactUrl } from "../log/redact.ts";
import type { Network } from "./network.ts";

/** A network as answers and commands show it: without credentials. */
export interface NetworkRecord {
  readonly id: string;
  readonly name: string;
  readonly rpc_url: string;
  readonly chain_id: string;
  readonly type: NetworkType;
  readonly enabled: boolean;
}

/** The record of a network, with its first upstream and without credentials. */
export function networkRecord(network: Network): NetworkRecord {
  return {
    id: network.id,
    name: network.name,
    rpc_url: redactUrl(network.rpcUrls[0]?.url ?? ""),
    chain_id: network.chainId,
    type: network.type,
    enabled: network.enabled,
  };
}
