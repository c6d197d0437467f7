import type { NetworkType } from "../contract/method-description.ts";
import { redactUrl } from "../log/redact.ts";
import type { Network } from "./network.ts";

/** A network as shown in answers and by commands, without credentials. */
export interface NetworkRecord {
  readonly id: string;
  readonly name: string;
  readonly rpc_url: string;
  readonly chain_id: string;
  readonly type: NetworkType;
  readonly enabled: boolean;
}

/** Builds the record of a network; its address is that of the first upstream. */
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
