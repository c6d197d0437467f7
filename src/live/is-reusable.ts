import type { UpstreamCall } from "../call/upstream-call.ts";

/**
 * Whether an answer may be used again for others until the head moves: one about the head, or about the upstream itself. A ledger for
 * development changes within a slot, at once and as its owner says; and its calls cost nothing.
 */
export function isReusable({ method, network, isFresh }: UpstreamCall): boolean {
  const cacheClass = method?.cache.class;
  return (cacheClass === "head" || cacheClass === "node") && isFresh !== true && network.type !== "localnet";
}
