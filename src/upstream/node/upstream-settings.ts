import type { UpstreamConfig } from "../../../generated/config.ts";
import { createIncomingResponses } from "../http/incoming-responses.ts";

/** Connections for probes and reads of subscriptions, which no client's call pays for. */
const extraConnections = 28;

/** How upstreams are called and watched: the operator's settings and fixed ones. */
export type UpstreamSettings = ReturnType<typeof upstreamSettings>;

/** Combines the operator's settings with the bounds derived from them. */
export function upstreamSettings(
  config: UpstreamConfig,
  bounds: {
    readonly maxResponseBytes: number;
    readonly maxIncomingBytes: number;
    readonly maxConcurrentRequests: number;
  },
) {
  return {
    ...config,
    maxResponseBytes: bounds.maxResponseBytes,
    incoming: createIncomingResponses(bounds.maxIncomingBytes),
    connectionsPerOrigin: bounds.maxConcurrentRequests + extraConnections,
    // Far above an intercontinental handshake; a hedge starts much sooner.
    connectTimeoutMs: 5000,
    // Below the usual 60 s idle timeout of proxies.
    keepAliveTimeoutMs: 30_000,
    // Upstreams learn of a slot at slightly different times, so a lag of one slot means nothing.
    freshSlots: 1,
    // Retries per call: enough to hide a failing upstream, too few to double the load on the others.
    retryRatio: 0.2,
    // A hedge starts once an attempt exceeds a high percentile of its method's latency, for up to this share of calls.
    hedge: { enabled: config.hedge, minDelayMs: 20, budgetRatio: 0.1 },
    // Consecutive failures that open an upstream's breaker, and its longest backoff.
    breaker: { failures: 5, openMs: 5000 },
  };
}
