import type { UpstreamCall } from "../call/upstream-call.ts";
import type { UpstreamSet } from "../upstream/node/upstream-set.ts";

/**
 * The key of an answer in the cache that gateways share; undefined if it must not be shared: answers about the moving head, and
 * those of upstreams whose address a caller set at run time. It names the ledger, the upstreams as configured, the epoch if the
 * answer holds for one only, and the question, which begins with the network's id.
 */
export function sharedKey(
  call: UpstreamCall,
  { genesisHash }: UpstreamSet,
  epoch: number | undefined,
  question: string,
): string | undefined {
  const { upstreamsName } = call.network;
  const cacheClass = call.method?.cache.class;
  if (genesisHash === undefined || upstreamsName === undefined || cacheClass === "head") return undefined;
  const ledger = `${genesisHash}\n${upstreamsName}`;
  if (cacheClass !== "epoch") return `${ledger}\n${question}`;
  return epoch === undefined ? undefined : `${ledger}\nepoch ${epoch}\n${question}`;
}
