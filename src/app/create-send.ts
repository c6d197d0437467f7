import type {
  CacheConfig,
  ConsistencyConfig,
  MergeConfig,
  RoutingConfig,
  ServerConfig,
  UpstreamConfig,
} from "../../generated/config.ts";
import { AnswerCache } from "../cache/answer-cache.ts";
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
import { HeadCarrier } from "../live/head-carrier.ts";
import type { LiveAccounts } from "../live/live-accounts.ts";
import { LiveCarrier } from "../live/live-carrier.ts";
import type { NetworkHeads } from "../live/network-heads.ts";
import { withHeadAnswers } from "../live/with-head-answers.ts";
import { withLiveAccounts } from "../live/with-live-accounts.ts";
import { withRelatedAnswers } from "../live/with-related-answers.ts";
import { withSentSignatures } from "../live/with-sent-signatures.ts";
import type { NetworkStore } from "../networks/network-store.ts";
import type { Metrics } from "../observability/metrics.ts";
import type { CallTracing } from "../observability/tracing/trace-calls.ts";
import type { RedisLink } from "../redis/redis-link.ts";
import type { Carrier } from "../upstream/merging/carrier.ts";
import { MergeableReads } from "../upstream/merging/mergeable-read.ts";
import { withMerging } from "../upstream/merging/with-merging.ts";
import type { SendAttempt } from "../upstream/node/attempt.ts";
import { learnShownToClient } from "../upstream/node/client-of-call.ts";
import type { UpstreamLog } from "../upstream/node/log-upstream-changes.ts";
import { MethodLatencies } from "../upstream/node/method-latencies.ts";
import { withOutcomes, withProbeOutcomes } from "../upstream/node/record-outcome.ts";
import { withServedNames } from "../upstream/node/served-names.ts";
import { withServedParamNames } from "../upstream/node/served-param-names.ts";
import type { UpstreamListener } from "../upstream/node/upstream-listener.ts";
import { UpstreamSets } from "../upstream/node/upstream-sets.ts";
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
import { ConcurrencyLimit } from "../upstream/sharing/limit-concurrency.ts";
import type { Upstreams } from "../upstream/upstreams.ts";
import { keepCredits } from "./keep-credits.ts";
import { createLoneUpstreams, createUpstreamListener } from "./observe-upstreams.ts";
import { sendCounted } from "./send-counted.ts";

/** What the upstream layer needs. */
export interface SendOptions {
  readonly upstream: UpstreamConfig;
  readonly cache: CacheConfig;
  readonly merge: MergeConfig;
  readonly consistency: Pick<ConsistencyConfig, "waitSlots">;
  /** Time for calls that the gateway makes for itself. */
  readonly requestTimeoutMs: number;
  readonly routing?: RoutingConfig;
  /** Processes that share the limits of upstreams. */
  readonly processes?: number;
  /** Keeps spent credits over restarts, and shares them; without it they are lost with the process. */
  readonly creditKeeper?: CreditKeeper | undefined;
  /** Time of day by which credits are counted. */
  readonly clock?: WallClock;
  /** The methods of the document, by name. */
  readonly methods: Readonly<Record<string, MethodDescription>>;
  readonly limits: Pick<ServerConfig, "maxConcurrentRequests" | "maxQueue" | "rateLimit">;
  /** The ledger's errors of the document: which of them another upstream may not give. */
  readonly ledgerErrors: LedgerErrors;
  readonly log: UpstreamLog;
  /** Enabled networks are watched even when no one calls them. */
  readonly store?: Pick<NetworkStore, "defaultNetwork" | "enabled" | "onChange">;
  readonly metrics?: Metrics;
  /** Shares cached answers with other gateways. */
  readonly redis?: RedisLink | undefined;
  /** Charges a client, by its address, for upstream calls that its call causes beyond those it was admitted for. */
  readonly charge?: (client: string | undefined, calls: number) => void;
  /** The heads of the networks; without them answers about the head are not reused. */
  readonly heads?: NetworkHeads | undefined;
  /** Accounts that are read often; without them none is answered from memory. */
  readonly liveAccounts?: LiveAccounts | undefined;
  /** Makes spans of attempts and merged calls; without it there are none. */
  readonly tracing?: Pick<CallTracing, "attempts" | "merged"> | undefined;
}

/** Builds the path of a call from the gateway to an upstream: a list of steps, each wrapped around the next. */
export function createSend(options: SendOptions): Upstreams {
  const { ledgerErrors, upstream: config, cache: cacheConfig, metrics, redis, heads, liveAccounts } = options;
  const { maxConcurrentRequests: maxConcurrent, maxQueue, rateLimit } = options.limits;
  const { charge = () => undefined } = options;
  const deadlines = new Deadlines();
  const limit = new ConcurrencyLimit({
    maxConcurrent,
    maxQueue,
    burst: rateLimit.enabled ? rateLimit.perSecond : 0,
    deadlines,
  });
  const cache = new AnswerCache(cacheConfig);
  const listener = createUpstreamListener(options.log, metrics);
  const sets = createUpstreamSets(options, deadlines, listener);
  const latencies = new MethodLatencies(config.hedge.quantile);

  const countCache = (outcome: "hit" | "live" | "head" | "miss", call: UpstreamCall) =>
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
  const carries = options.merge.enabled && options.merge.carry;
  const reads = new MergeableReads();
  const send = compose<Send>(failover(attempt), [
    withProviderAdvice,
    withComposedMethods(sets),
    config.broadcast ? withBroadcast(sets, deadlines, attempt, charge) : undefined,
    options.tracing?.merged,
    options.merge.enabled
      ? withMerging({
          sets,
          deadlines,
          reads,
          methods: options.methods,
          windowMs: options.merge.windowMs,
          carrier: carries ? createCarrier(options) : undefined,
          onMerged: ({ network }, reads) => metrics?.countExtra("merged", network.id, reads - 1),
        })
      : undefined,
    limit.wrap,
    withCoalescing(
      deadlines,
      ({ network }) => metrics?.countExtra("shared", network.id),
      (call, result) => learnShownToClient(call, sets.get(call.network), result),
    ),
    heads &&
      withHeadAnswers({
        heads,
        sets,
        maxEntryBytes: cacheConfig.maxEntryBytes,
        reads: carries ? reads : undefined,
        count: countCache,
      }),
    heads && carries ? withSentSignatures(heads, sets) : undefined,
    heads && withRelatedAnswers({ heads, sets, methods: options.methods }),
    liveAccounts &&
      withLiveAccounts({
        accounts: liveAccounts,
        sets,
        methods: options.methods,
        timeoutMs: options.requestTimeoutMs,
        count: countCache,
      }),
    cacheConfig.enabled
      ? withCache({
          cache,
          sets,
          secondTier:
            redis &&
            createRedisTier({
              link: redis,
              maxEntryBytes: cacheConfig.maxEntryBytes,
              hmacKey: cacheConfig.redisHmacKey,
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
      waitSlots: options.consistency.waitSlots,
      places: new WaitingPlaces(maxQueue),
      shared:
        redis &&
        new SharedFloors({
          link: redis,
          hmacKey: cacheConfig.redisHmacKey,
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
    cacheEntries: () => cache.size + (heads?.size ?? 0),
    cacheBytes: () => cache.byteLength + (heads?.byteLength ?? 0),
    liveAccounts: () => liveAccounts?.size,
    liveBytes: () => liveAccounts?.byteLength,
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

/** Adds frequently read items to merged reads, whose answers also verify live accounts. */
function createCarrier({ heads, liveAccounts }: SendOptions): Carrier | undefined {
  const carrier = heads && new HeadCarrier(heads);
  return carrier && liveAccounts ? new LiveCarrier(carrier, liveAccounts) : carrier;
}
