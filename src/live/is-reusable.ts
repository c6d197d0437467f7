import type { UpstreamCall } from "../call/upstream-call.ts";

/**
 * Whether an answer about the head may be used again for others. A ledger for development changes within a slot, at once and as its
 * owner says; and its calls cost nothing.
 */
export function isReusable({ method, network, isFresh }: UpstreamCall): boolean {
  return method?.cache.class === "head" && isFresh !== true && network.type !== "localnet";
}
