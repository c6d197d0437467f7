import type { LandingConfig, RoutingConfig, ServerConfig } from "../../generated/config.ts";
import { AnswerCache, usualMaxEntryBytes } from "../cache/answer-cache.ts";
import { Deadlines } from "../call/deadlines.ts";
import type { MethodDescription } from "../contract/method-description.ts";
import type { Landing } from "../landing/landing.ts";
import type { Sending } from "../networks/network.ts";
import type { NetworkStore } from "../networks/network-store.ts";
import type { Metrics } from "../observability/metrics.ts";
import type { CallTracing } from "../observability/tracing/trace-calls.ts";
import type { KnownLedgers } from "../reads/known-ledgers.ts";
import type { RedisLink } from "../redis/redis-link.ts";
import type { SendAttempt } from "../upstream/node/attempt.ts";
import type { UpstreamLog } from "../upstream/node/log-upstream-changes.ts";
import { MethodLatencies } from "../upstream/node/method-latencies.ts";
import { withProbeOutcomes } from "../upstream/node/record-outcome.ts";
import type { UpstreamListener } from "../upstream/node/upstream-listener.ts";
import { UpstreamSets } from "../upstream/node/upstream-sets.ts";
import type { UpstreamSettings } from "../upstream/node/upstream-settings.ts";
import type { CreditKeeper } from "../upstream/plan/credit-keeper.ts";
import type { WallClock } from "../upstream/plan/credit-meter.ts";
import type { LedgerErrors } from "../upstream/routing/next-step.ts";
import { WaitingRoom } from "../upstream/routing/waiting-room.ts";
import { ConcurrencyLimit, queueOf } from "../upstream/sharing/limit-concurrency.ts";
import { createLanding } from "./create-landing.ts";
import { createUpstreamListener } from "./observe-upstreams.ts";
import { sendCounted } from "./send-counted.ts";

/** What the upstream layer needs. */
export interface SendOptions {
  readonly upstream: UpstreamSettings;
  readonly cache: {
    readonly enabled: boolean;
    readonly maxBytes: number;
    readonly maxEntryBytes?: number;
  };
  /** Slots for which a call of a session waits for an upstream. */
  readonly waitSlots?: number;
  readonly routing?: RoutingConfig;
  /** How transactions are sent where neither their caller nor their network says it; once where it is absent. */
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
  /** Charges a client, by its address, for upstream calls that its call causes beyond those it was admitted for. */
  readonly charge?: (client: string | undefined, calls: number) => void;
  /** What is known of the ledgers; without it each read is a call of its own. */
  readonly ledgers?: KnownLedgers | undefined;
  /** Makes spans of attempts and merged calls; without it there are none. */
  readonly tracing?: Pick<CallTracing, "attempts" | "merged"> | undefined;
}

/** What the steps of a call share. */
export interface SendParts {
  readonly options: SendOptions;
  readonly deadlines: Deadlines;
  readonly sets: UpstreamSets;
  readonly cache: AnswerCache;
  /** Longest answer that is kept. */
  readonly maxEntryBytes: number;
  /** Calls that may wait for a place. */
  readonly maxQueue: number;
  readonly limit: ConcurrencyLimit;
  readonly waitingRoom: WaitingRoom;
  readonly latencies: MethodLatencies;
  readonly listener: UpstreamListener;
  readonly landing: Landing;
  /** Charges a client for upstream calls that its call causes beyond those it was admitted for. */
  readonly charge: (client: string | undefined, calls: number) => void;
}

/** Makes what the steps share. */
export function createSendParts(options: SendOptions, sendOnce: SendAttempt): SendParts {
  const { maxConcurrentRequests: maxConcurrent, rateLimit } = options.limits;
  const { maxQueue = queueOf(maxConcurrent) } = options.limits;
  const { maxBytes, maxEntryBytes = usualMaxEntryBytes } = options.cache;
  const deadlines = new Deadlines();
  const listener = createUpstreamListener(options.log, options.metrics);
  const sets = createUpstreamSets(options, deadlines, listener);
  const burst = rateLimit.enabled ? rateLimit.perSecond : 0;
  return {
    options,
    deadlines,
    sets,
    cache: new AnswerCache({ maxBytes, maxEntryBytes }),
    maxEntryBytes,
    maxQueue,
    limit: new ConcurrencyLimit({ maxConcurrent, maxQueue, burst, deadlines }),
    // Half of the calls that may run may wait for an upstream to come back.
    waitingRoom: new WaitingRoom(sets, deadlines, Math.ceil(maxConcurrent / 2)),
    latencies: new MethodLatencies(options.upstream.hedge.quantile),
    listener,
    landing: createLanding(options, { sets, deadlines, sendOnce }),
    charge: options.charge ?? (() => undefined),
  };
}

function createUpstreamSets(
  { upstream: config, routing, processes, clock, store, cache, metrics }: SendOptions,
  deadlines: Deadlines,
  listener: UpstreamListener,
): UpstreamSets {
  return new UpstreamSets({
    config,
    deadlines,
    listener,
    probe: withProbeOutcomes(listener)(sendCounted(metrics, "probe")),
    prefer: routing?.prefer,
    processes,
    clock,
    isEnabled: (id) => store?.enabled().some((network) => network.id === id) ?? false,
    wantsEpoch: cache.enabled,
  });
}
