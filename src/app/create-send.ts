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
import type { Send, SendWrapper, UpstreamCall } from "../call/upstream-call.ts";
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
import { UpstreamSets } from "../upstream/node/upstream-sets.ts";
import { statusOf } from "../upstream/node/upstream-status.ts";
import type { CreditKeeper } from "../upstream/plan/credit-keeper.ts";
import type { WallClock } from "../upstream/plan/credit-meter.ts";
import { withBroadcast } from "../upstream/routing/broadcast.ts";
import { withFailover } from "../upstream/routing/failover.ts";
import { withHedge } from "../upstream/routing/hedge.ts";
import type { LedgerErrors } from "../upstream/routing/next-step.ts";
import { WaitingRoom } from "../upstream/routing/waiting-room.ts";
import { withProviderAdvice } from "../upstream/routing/with-provider-advice.ts";
import { withCoalescing } from "../upstream/sharing/coalesce.ts";
import { ConcurrencyLimit } from "../upstream/sharing/limit-concurrency.ts";
import type { Upstreams } from "../upstream/upstreams.ts";
import { keepCredits } from "./keep-credits.ts";
import { createLoneUpstreams, createUpstreamListener } from "./observe-upstreams.ts";
import { sendCounted } from "./send-counted.ts";

/** What the upstream layer is made of. */
export interface SendOptions {
  readonly upstream: UpstreamConfig;
  readonly cache: CacheConfig;
  readonly merge: MergeConfig;
  readonly consistency: Pick<ConsistencyConfig, "waitMs">;
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
  /** The heads of the networks; without them answers about the head are not reused. */
  readonly heads?: NetworkHeads | undefined;
  /** Accounts that are read often; without them none is answered from memory. */
  readonly liveAccounts?: LiveAccounts | undefined;
  /** Makes spans of attempts and merged calls; without it there are none. */
  readonly tracing?: Pick<CallTracing, "attempts" | "merged"> | undefined;
}

/** Builds the path of a call from the gateway to an upstream: a list of steps, each wrapped around the next. */
export function createSend(options: SendOptions): Upstreams {
  const {
    store,
    ledgerErrors,
    upstream: config,
    cache: cacheConfig,
    metrics,
    redis,
    heads,
    liveAccounts,
  } = options;
  const { maxConcurrentRequests: maxConcurrent, maxQueue, rateLimit } = options.limits;
  const deadlines = new Deadlines();
  const limit = new ConcurrencyLimit({
    maxConcurrent,
    maxQueue,
    burst: rateLimit.enabled ? rateLimit.perSecond : 0,
    deadlines,
  });
  const cache = new AnswerCache(cacheConfig);
  const listener = createUpstreamListener(options.log, metrics);
  const http = sendCounted(metrics, "call");
  const sets = new UpstreamSets({
    config,
    deadlines,
    listener,
    probe: withProbeOutcomes(listener)(sendCounted(metrics, "probe")),
    prefer: options.routing?.prefer,
    processes: options.processes,
    clock: options.clock,
    isEnabled: (id) => store?.enabled().some((network) => network.id === id) ?? false,
    wantsEpoch: cacheConfig.enabled,
  });

  const latencies = new MethodLatencies(config.hedge.quantile);

  const countCache = (outcome: "hit" | "live" | "head" | "miss", call: UpstreamCall) =>
    metrics?.countCache(outcome, (call.askedMethod ?? call.method)?.name ?? "other", call.network.id);

  // Two lists, innermost step first: the steps of one attempt at one upstream, and the steps of the call.
  const attemptOnce = compose<SendAttempt>(http, [
    withServedParamNames,
    withServedNames,
    withOutcomes(listener),
    options.tracing?.attempts ?? ((next) => next),
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
  const floorPlaces = new WaitingPlaces(maxQueue);
  const send = compose<Send>(failover(attempt), [
    withProviderAdvice,
    config.broadcast ? withBroadcast(sets, deadlines, attempt) : pass,
    options.tracing?.merged ?? pass,
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
      : pass,
    limit.wrap,
    withCoalescing(
      deadlines,
      ({ network }) => metrics?.countExtra("shared", network.id),
      (call, result) => learnShownToClient(call, sets.get(call.network), result),
    ),
    heads === undefined
      ? pass
      : withHeadAnswers({
          heads,
          sets,
          maxEntryBytes: cacheConfig.maxEntryBytes,
          reads: carries ? reads : undefined,
          count: countCache,
        }),
    heads === undefined || !carries ? pass : withSentSignatures(heads, sets),
    heads === undefined ? pass : withRelatedAnswers({ heads, sets, methods: options.methods }),
    liveAccounts === undefined
      ? pass
      : withLiveAccounts({
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
            redis === undefined
              ? undefined
              : createRedisTier({
                  link: redis,
                  maxEntryBytes: cacheConfig.maxEntryBytes,
                  hmacKey: cacheConfig.redisHmacKey,
                  countRefused: metrics?.countRefusedValues,
                }),
          count: countCache,
        })
      : pass,
    withAgreement({
      sets,
      deadlines,
      ledgerErrors,
      send: attemptOnce,
      limit: limit.wrap,
      lone: createLoneUpstreams(options.log, metrics),
      count: (outcome, network) => metrics?.countAgreement(outcome, network),
    }),
    withFloors({
      sets,
      deadlines,
      waitMs: options.consistency.waitMs,
      places: floorPlaces,
      shared:
        redis === undefined
          ? undefined
          : new SharedFloors({
              link: redis,
              hmacKey: cacheConfig.redisHmacKey,
              countRefused: metrics?.countRefusedValues,
            }),
      count: (outcome, network) => metrics?.countFloor(outcome, network),
    }),
  ]);

  const shareOut = () => {
    const ids = (store?.enabled() ?? []).map(({ id }) => id);
    limit.setNetworks(ids);
    waitingRoom.setNetworks(ids);
  };
  shareOut();
  for (const network of store?.enabled() ?? []) sets.watch(network);
  const unsubscribe = store?.onChange((network) => {
    shareOut();
    sets.update(network);
    if (network.enabled) sets.watch(network);
  });
  const credits = options.creditKeeper && keepCredits(options.creditKeeper, sets, options.log, metrics);
  const status = () => sets.list().map(statusOf);
  /** Networks that were only called by name are left out: no alert should be about them. */
  const isMeasured = (id: string) =>
    store === undefined ||
    store.defaultNetwork().id === id ||
    store.enabled().some((network) => network.id === id);
  metrics?.watch({
    inFlight: () => limit.inFlight,
    queued: () => limit.queued,
    cacheEntries: () => cache.size + (heads?.size ?? 0),
    cacheBytes: () => cache.byteLength + (heads?.byteLength ?? 0),
    liveAccounts: () => liveAccounts?.size,
    liveBytes: () => liveAccounts?.byteLength,
    networks: () => status().filter(({ network }) => isMeasured(network)),
  });

  return {
    send,
    status,
    check: async (network) => statusOf(await sets.probeNow(network)),
    async close() {
      unsubscribe?.();
      await credits?.close();
      await sets.close();
    },
  };
}

/** What is read often goes along with merged reads, and what comes back counts for accounts that are followed. */
function createCarrier({ heads, liveAccounts }: SendOptions): Carrier | undefined {
  const carrier = heads && new HeadCarrier(heads);
  return carrier && liveAccounts ? new LiveCarrier(carrier, liveAccounts) : carrier;
}

const pass: SendWrapper = (next) => next;
