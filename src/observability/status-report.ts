import type { EndedTransaction } from "../landing/fate.ts";
import type { NetworkStatus, UpstreamStatus } from "../upstream/node/upstream-status.ts";

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
  /** What the busiest known callers used today, in UTC; absent if callers are not known. */
  readonly callers?: readonly {
    readonly key: string;
    readonly calls: number;
    readonly errors: number;
    readonly credits: number;
  }[];
  /** Transactions that this process sends until they land, and those that ended last, the newest first. */
  readonly transactions: {
    readonly pending: number;
    readonly ended: readonly {
      readonly network: string;
      readonly signature: string;
      readonly status: EndedTransaction["status"];
      readonly slot: number | null;
      readonly sends: number;
      readonly ms: number;
    }[];
  };
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
    /** The route that it is, by its provider's id; null for one that also reads. */
    readonly route: string | null;
    readonly state: UpstreamStatus["state"];
    readonly slot: number | null;
    readonly lag: number | null;
    readonly latency_ms: number | null;
    readonly error_rate: number;
    readonly last_fault: string | null;
  }[];
}

/** What was measured of a network's ledger, as pages and commands show it; null where nothing is known yet. */
export interface NetworkPace {
  /** Milliseconds of a slot. */
  readonly slot_ms: number | null;
  /** Slots by which confirmed is behind processed. */
  readonly confirmed_slots: number | null;
  /** Slots by which finalized is behind processed. */
  readonly finality_slots: number | null;
  /** Whether blocks are believed to be final about as soon as they are processed. */
  readonly finality: "instant" | "delayed" | null;
}

/** The measured pace of a network; all null for one that is not in use. */
export function networkPace(status: Pick<NetworkStatus, "pace"> | undefined): NetworkPace {
  const { slotMs, confirmed, finalized, finality } = status?.pace ?? {};
  return {
    slot_ms: slotMs ?? null,
    confirmed_slots: confirmed ?? null,
    finality_slots: finalized ?? null,
    finality: finality ?? null,
  };
}
