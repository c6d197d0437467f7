import type { UpstreamConfig } from "../../../generated/config.ts";
import { createArrivingAnswers } from "../http/incoming-responses.ts";

/** Connections for calls that no client made: probes and reads of subscriptions. */
const furtherConnections = 28;

/** How upstreams are called and watched: what the operator sets, and what is the same for everyone. */
export type UpstreamSettings = ReturnType<typeof upstreamSettings>;

/** Makes the settings of a gateway from what the operator sets and the bounds that follow from it. */
export function upstreamSettings(
  config: UpstreamConfig,
  bounds: {
    readonly maxResponseBytes: number;
    readonly maxArrivingBytes: number;
    readonly maxConcurrentRequests: number;
  },
) {
  return {
    ...config,
    maxResponseBytes: bounds.maxResponseBytes,
    incoming: createArrivingAnswers(bounds.maxArrivingBytes),
    connectionsPerOrigin: bounds.maxConcurrentRequests + furtherConnections,
    // Far above a handshake around the world; another upstream is asked before that (hedge).
    connectTimeoutMs: 5000,
    // Below the 60 s after which most proxies close.
    keepAliveTimeoutMs: 30_000,
    // Upstreams of one network hear of a slot at different moments, so one slot of difference means nothing.
    freshSlots: 1,
    // Retries as a share of all calls: enough to hide an upstream that fails, too little to double the load of those that are left.
    retryRatio: 0.2,
    // A second upstream is asked once the first is slower than nearly all calls of the method were, for this share of all calls.
    hedge: { enabled: config.hedge, minDelayMs: 20, budgetRatio: 0.1 },
    // Failures in a row that open the breaker of an upstream, and its longest pause.
    breaker: { failures: 5, openMs: 5000 },
  };
}
