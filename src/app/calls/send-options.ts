import type { LandingConfig, RoutingConfig, ServerConfig } from "../../../generated/config.ts";
import type { MethodDescription } from "../../contract/method-description.ts";
import type { Sending } from "../../networks/network.ts";
import type { NetworkStore } from "../../networks/network-store.ts";
import type { Metrics } from "../../observability/metrics.ts";
import type { CallTracing } from "../../observability/tracing/trace-calls.ts";
import type { KnownLedgers } from "../../reads/known-ledgers.ts";
import type { RedisLink } from "../../redis/redis-link.ts";
import type { UpstreamSettings } from "../../upstream/node/upstream-settings.ts";
import type { WallClock } from "../../upstream/plan/credit-meter.ts";
import type { CreditKeeper } from "../../upstream/plan/credit-sync.ts";
import type { LedgerErrors } from "../../upstream/routing/next-step.ts";
import type { UpstreamLog } from "../../upstream/watch/log-upstream-changes.ts";

/** What the upstream layer needs. */
export interface SendOptions {
  readonly upstream: UpstreamSettings;
  readonly cache: {
    readonly enabled: boolean;
    readonly maxBytes: number;
    readonly maxEntryBytes?: number;
  };
  /** Slots for which a call of a session waits for an upstream. */
  readonly waitSlots?: number | undefined;
  readonly routing?: RoutingConfig;
  /** How transactions are sent if neither their caller nor their network says so; `once` by default. */
  readonly sending?: Sending;
  readonly landing: LandingConfig;
  /** Processes that share the limits of upstreams. */
  readonly processes?: number;
  /** Keeps spent credits over restarts, and shares them; without it they are lost with the process. */
  readonly creditKeeper?: CreditKeeper | undefined;
  /** Time of day by which credits are counted. */
  readonly clock?: WallClock;
  /** The methods of the document, by name. */
  readonly methods: Readonly<Record<string, MethodDescription>>;
  readonly limits: Pick<ServerConfig, "maxConcurrentRequests" | "rateLimit"> & {
    /** Calls that may wait for a place. */
    readonly maxQueue?: number;
  };
  /** The ledger's errors of the document: which of them another upstream may not give. */
  readonly ledgerErrors: LedgerErrors;
  readonly log: UpstreamLog;
  /** Enabled networks are watched even when no one calls them. */
  readonly store?: Pick<NetworkStore, "defaultNetwork" | "enabled" | "onChange">;
  readonly metrics?: Metrics;
  /** Shares cached answers with other gateways. */
  readonly redis?: RedisLink | undefined;
  /** Signs what gateways share through Redis. */
  readonly redisHmacKey?: string | undefined;
  /** What is known of the ledgers; without it each read is a call of its own. */
  readonly ledgers?: KnownLedgers | undefined;
  /** Makes spans of attempts and merged calls; without it there are none. */
  readonly tracing?: Pick<CallTracing, "attempts" | "merged" | "fates"> | undefined;
}
