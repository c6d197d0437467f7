import type { UpstreamConfig } from "../../../generated/config.ts";
import { ArrivingAnswers } from "../http/arriving-answers.ts";

/** When the circuit breaker of an upstream opens, and for how long. */
export interface BreakerSettings {
  /** Failures in a row that open it. */
  readonly failures: number;
  /** Longest pause before a probe may close it again. */
  readonly openMs: number;
}

/** When a second upstream is asked. */
export interface HedgeSettings {
  readonly enabled: boolean;
  /** The second is asked once the first is slower than this quantile of the method's own latencies ... */
  readonly quantile: number;
  /** ... and not before this time. */
  readonly minDelayMs: number;
  /** Hedged calls as a share of all calls. */
  readonly budgetRatio: number;
}

/** How upstreams are called and watched: what the operator sets, and what is the same for everyone. */
export interface UpstreamSettings extends Omit<UpstreamConfig, "hedge"> {
  /** A longer answer is refused. */
  readonly maxResponseBytes: number;
  /** The answers that are being read from all upstreams. */
  readonly arriving: ArrivingAnswers;
  /** Connections to one upstream at once. */
  readonly connectionsPerOrigin: number;
  readonly connectTimeoutMs: number;
  /** Time that an idle connection stays open. */
  readonly keepAliveTimeoutMs: number;
  /** Slots that an upstream may be behind the best of its network and still share its calls. */
  readonly freshSlots: number;
  /** Retries as a share of all calls. */
  readonly retryRatio: number;
  readonly hedge: HedgeSettings;
  readonly breaker: BreakerSettings;
}

/** Connections for calls that no client made: probes and reads of subscriptions. */
const furtherConnections = 28;

/** The settings of a gateway: the same for everyone, but for what `config` and its bounds say. */
export function upstreamSettings(
  config: UpstreamConfig,
  bounds: {
    readonly maxResponseBytes: number;
    readonly maxArrivingBytes: number;
    readonly maxConcurrentRequests: number;
  },
): UpstreamSettings {
  return {
    ...config,
    maxResponseBytes: bounds.maxResponseBytes,
    arriving: new ArrivingAnswers(bounds.maxArrivingBytes),
    connectionsPerOrigin: bounds.maxConcurrentRequests + furtherConnections,
    // Far above a handshake around the world; another upstream is asked before that (hedge).
    connectTimeoutMs: 5000,
    // Below the 60 s after which most proxies close.
    keepAliveTimeoutMs: 30_000,
    // Upstreams of one network hear of a slot at different moments, so one slot of difference means nothing.
    freshSlots: 1,
    // Enough to hide an upstream that fails, too little to double the load of those that are left.
    retryRatio: 0.2,
    hedge: { enabled: config.hedge, quantile: 0.95, minDelayMs: 20, budgetRatio: 0.1 },
    breaker: { failures: 5, openMs: 5000 },
  };
}
