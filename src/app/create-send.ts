import type { RoutingConfig, ServerConfig } from "../../generated/config.ts";
import { AnswerCache, usualMaxEntryBytes } from "../cache/answer-cache.ts";
import { createRedisTier } from "../cache/redis-tier.ts";
import { withCache } from "../cache/with-cache.ts";
import { compose } from "../call/compose.ts";
import { Deadlines } from "../call/deadlines.ts";
import type { Send, UpstreamCall } from "../call/upstream-call.ts";
import { SharedFloors } from "../consistency/shared-floors.ts";
import { WaitingPlaces } from "../consistency/waiting-places.ts";
import { withAgreement } from "../consistency/with-agreement.ts";
import { withFloors } from "../consistency/with-floors.ts";
import type { MethodDescription } from "../contract/method-description.ts";
import type { NetworkStore } from "../networks/network-store.ts";
import type { Metrics } from "../observability/metrics.ts";
import type { CallTracing } from "../observability/tracing/trace-calls.ts";
import type { KnownLedgers } from "../reads/known-ledgers.ts";
import { withReads } from "../reads/with-reads.ts";
import type { RedisLink } from "../redis/redis-link.ts";
import type { SendAttempt } from "../upstream/node/attempt.ts";
import { learnShownToClient } from "../upstream/node/client-of-call.ts";
import type { UpstreamLog } from "../upstream/node/log-upstream-changes.ts";
import { MethodLatencies } from "../upstream/node/method-latencies.ts";
import { withOutcomes, withProbeOutcomes } from "../upstream/node/record-outcome.ts";
import { withServedNames } from "../upstream/node/served-names.ts";
import { withServedParamNames } from "../upstream/node/served-param-names.ts";
import type { UpstreamListener } from "../upstream/node/upstream-listener.ts";
import { UpstreamSets } from "../upstream/node/upstream-sets.ts";
import type { UpstreamSettings } from "../upstream/node/upstream-settings.ts";
import { statusOf } from "../upstream/node/upstream-status.ts";
import type { CreditKeeper } from "../upstream/plan/credit-keeper.ts";
import type { WallClock } from "../upstream/plan/credit-meter.ts";
import { withBroadcast } from "../upstream/routing/broadcast.ts";
import { withFailover } from "../upstream/routing/failover.ts";
import { withHedge } from "../upstream/routing/hedge.ts";
import type { LedgerErrors } from "../upstream/routing/next-step.ts";
import { WaitingRoom } from "../upstream/routing/waiting-room.ts";
import { withComposedMethods } from "../upstream/routing/with-composed-methods.ts";
import { withProviderAdvice } from "../upstream/routing/with-provider-advice.ts";
import { withCoalescing } from "../upstream/sharing/coalesce.ts";
import { ConcurrencyLimit, queueOf } from "../upstream/sharing/limit-concurrency.ts";
import type { Upstreams } from "../upstream/upstreams.ts";
import { keepCredits } from "./keep-credits.ts";
import { createLoneUpstreams, createUpstreamListener } from "./observe-upstreams.ts";
import { sendCounted } from "./send-counted.ts";

/** What the upstream layer needs. */
export interface SendOptions {
  readonly upstream: UpstreamSettings;
  readonly cache: {
    readonly enabled: boolean;
    readonly maxBytes: number;
    readonly maxEntryBytes?: number;
  };
  /** Longest wait of a read for others. */
  readonly windowMs?: number | undefined;
  /** Slots for which a call of a session waits for an upstream. */
  readonly waitSlots?: number;
  readonly routing?: RoutingConfig;
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

/** Builds the path of a call from the gateway to an upstream: a list of steps, each wrapped around the next. */
export function createSend(options: SendOptions): Upstreams {
  const { ledgerErrors, upstream: config, cache: cacheConfig, metrics, redis, ledgers } = options;
  const { maxConcurrentRequests: maxConcurrent, rateLimit } = options.limits;
  const { maxQueue = queueOf(maxConcurrent) } = options.limits;
  const { charge = () => undefined } = options;
  const deadlines = new Deadlines();
  const limit = new ConcurrencyLimit({
    maxConcurrent,
    maxQueue,
    burst: rateLimit.enabled ? rateLimit.perSecond : 0,
    deadlines,
  });
  const { maxEntryBytes = usualMaxEntryBytes } = cacheConfig;
  const cache = new AnswerCache({ maxBytes: cacheConfig.maxBytes, maxEntryBytes });
  const listener = createUpstreamListener(options.log, metrics);
  const sets = createUpstreamSets(options, deadlines, listener);
  const latencies = new MethodLatencies(config.hedge.quantile);

  const countCache = (outcome: "hit" | "head" | "miss", call: UpstreamCall) =>
    metrics?.countCache(outcome, (call.askedMethod ?? call.method)?.name ?? "other", call.network.id);

  // Two lists, innermost step first: the steps of one attempt at one upstream, and the steps of the call.
  const attemptOnce = compose<SendAttempt>(sendCounted(metrics, "call"), [
    withServedParamNames,
    withServedNames,
    withOutcomes(listener),
    options.tracing?.attempts,
  ]);
  const hedge = withHedge({ sets, deadlines, config: config.hedge, latencies, ledgerErrors, listener });
  const attempt = hedge(attemptOnce);
  // Half of the calls that may run may wait for an upstream to come back.
  const waitingRoom = new WaitingRoom(sets, deadlines, Math.ceil(maxConcurrent / 2));
  const failover = withFailover({
    waitingRoom,
    sets,
    deadlines,
    config,
    ledgerErrors,
    listener,
    latencies,
    maxConcurrent,
  });
  const send = compose<Send>(failover(attempt), [
    withProviderAdvice,
    withComposedMethods(sets),
    config.broadcast ? withBroadcast(sets, deadlines, attempt, charge) : undefined,
    limit.wrap,
    withCoalescing(
      deadlines,
      ({ network }) => metrics?.countExtra("shared", network.id),
      (call, result) => learnShownToClient(call, sets.get(call.network), result),
    ),
    options.tracing?.merged,
    ledgers &&
      withReads({
        ledgers,
        sets,
        deadlines,
        methods: options.methods,
        windowMs: options.windowMs,
        maxEntryBytes,
        count: countCache,
        onShared: ({ network }, reads) => metrics?.countExtra("merged", network.id, reads - 1),
      }),
    cacheConfig.enabled
      ? withCache({
          cache,
          sets,
          secondTier:
            redis &&
            createRedisTier({
              link: redis,
              maxEntryBytes,
              hmacKey: options.redisHmacKey,
              countRefused: metrics?.countRefusedValues,
            }),
          count: countCache,
        })
      : undefined,
    withAgreement({
      sets,
      deadlines,
      ledgerErrors,
      send: attemptOnce,
      limit: limit.wrap,
      lone: createLoneUpstreams(options.log, metrics),
      count: (outcome, network) => metrics?.countAgreement(outcome, network),
      charge,
    }),
    withFloors({
      sets,
      deadlines,
      waitSlots: options.waitSlots,
      places: new WaitingPlaces(maxQueue),
      shared:
        redis &&
        new SharedFloors({
          link: redis,
          hmacKey: options.redisHmacKey,
          countRefused: metrics?.countRefusedValues,
        }),
      count: (outcome, network) => metrics?.countFloor(outcome, network),
    }),
  ]);

  const unsubscribe = options.store && followEnabled(options.store, sets, [limit, waitingRoom]);
  const credits = options.creditKeeper && keepCredits(options.creditKeeper, sets, options.log, metrics);
  const status = () => sets.list().map(statusOf);
  metrics?.watch({
    inFlight: () => limit.inFlight,
    queued: () => limit.queued,
    cacheEntries: () => cache.size + (ledgers?.size ?? 0),
    cacheBytes: () => cache.byteLength + (ledgers?.byteLength ?? 0),
    networks: () => status().filter(({ network }) => isMeasured(options.store, network)),
  });

  return {
    send,
    status,
    check: async (network) => statusOf(await sets.probeNow(network)),
    clock: (network) => sets.get(network).clock,
    async close() {
      unsubscribe?.();
      await credits?.close();
      await sets.close();
    },
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

/** Probes enabled networks before anyone calls them, and gives each a share of the places; returns the function that stops it. */
function followEnabled(
  store: Pick<NetworkStore, "enabled" | "onChange">,
  sets: UpstreamSets,
  shared: readonly Pick<ConcurrencyLimit, "setNetworks">[],
): () => void {
  const shareOut = () => {
    const ids = store.enabled().map(({ id }) => id);
    for (const places of shared) places.setNetworks(ids);
  };
  shareOut();
  for (const network of store.enabled()) sets.watch(network);
  return store.onChange((network) => {
    shareOut();
    sets.update(network);
    if (network.enabled) sets.watch(network);
  });
}

/** Networks that were only called by name are left out: no alert should be about them. */
function isMeasured(store: SendOptions["store"], id: string): boolean {
  return (
    store === undefined ||
    store.defaultNetwork().id === id ||
    store.enabled().some((network) => network.id === id)
  );
}
