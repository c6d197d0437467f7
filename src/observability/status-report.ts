import type { UpstreamStatus } from "../upstream/node/upstream-status.ts";
import type { NetworkPace } from "./network-pace.ts";

/** What GET /status.json answers. Counts only grow, so rates follow from two reports. */
export interface StatusReport {
  readonly version: string;
  readonly uptime_seconds: number;
  readonly default_network: string;
  readonly calls: {
    readonly total: number;
    readonly errors: number;
    /** Attempts at upstreams for these calls. */
    readonly upstream: number;
    readonly rate_limited: number;
    /** Null if none is known. */
    readonly in_flight: number | null;
    readonly queued: number | null;
    /** The methods that were called most. */
    readonly by_method: readonly {
      readonly method: string;
      readonly total: number;
      readonly errors: number;
    }[];
  };
  /** Calls by the time they took: those up to `seconds`, the faster ones included. The last end is null: any time. */
  readonly latency: readonly { readonly seconds: number | null; readonly count: number }[];
  readonly cache: {
    readonly hits: number;
    /** Answers from what was known of the ledger at its newest slot. */
    readonly head: number;
    readonly misses: number;
    readonly bytes: number | null;
  };
  readonly attempts: {
    readonly retry: number;
    readonly hedge: number;
    readonly shared: number;
    readonly merged: number;
  };
  readonly connections: Readonly<Record<string, number>>;
  readonly subscriptions: Readonly<Record<string, number>>;
  readonly networks: readonly NetworkReport[];
}

/** One network of the report. */
export interface NetworkReport extends NetworkPace {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly enabled: boolean;
  readonly healthy: boolean;
  readonly slot: number | null;
  readonly finalized_slot: number | null;
  readonly epoch: number | null;
  readonly latency_ms: number | null;
  readonly upstreams: readonly {
    readonly name: string;
    readonly state: UpstreamStatus["state"];
    readonly slot: number | null;
    readonly lag: number | null;
    readonly latency_ms: number | null;
    readonly error_rate: number;
    readonly last_fault: string | null;
  }[];
}
