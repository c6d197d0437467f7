import type { UpstreamCall } from "../call/upstream-call.ts";

/**
 * Whether an answer may be reused until the head moves: one about the head, or about the upstream itself. Not on a development
 * ledger, which changes within a slot whenever its owner likes, and whose calls cost nothing.
 */
export function isReusable({ method, network, isFresh }: UpstreamCall): boolean {
  const cacheClass = method?.cache.class;
  return (cacheClass === "head" || cacheClass === "node") && isFresh !== true && network.type !== "localnet";
}
