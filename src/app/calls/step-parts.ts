import type { LandingConfig, RoutingConfig, ServerConfig } from "../../../generated/config.ts";
import { AnswerCache } from "../../cache/answer-cache.ts";
import { Deadlines } from "../../call/deadlines.ts";
import { OutvotedUpstreams } from "../../consistency/outvoted-upstreams.ts";
import type { MethodDescription } from "../../contract/method-description.ts";
import { RawJson } from "../../json/raw-json.ts";
import { Landing } from "../../landing/landing.ts";
import { systemTimers } from "../../landing/pending-transaction.ts";
import type { Log } from "../../log/logger.ts";
import type { Sending } from "../../networks/network.ts";
import type { NetworkStore } from "../../networks/network-store.ts";
import type { Metrics } from "../../observability/metrics.ts";
import type { CallTracing } from "../../observability/tracing/trace-calls.ts";
import type { KnownLedgers } from "../../reads/known-ledgers.ts";
import type { RedisLink } from "../../redis/redis-link.ts";
import type { SendAttempt, UpstreamListener } from "../../upstream/attempt/attempt.ts";
import { withProbeOutcomes } from "../../upstream/attempt/record-outcome.ts";
import { MethodLatencies } from "../../upstream/node/method-latencies.ts";
import type { UpstreamSettings } from "../../upstream/node/upstream-settings.ts";
import type { CreditKeeper } from "../../upstream/plan/credit-sync.ts";
import type { LedgerErrors } from "../../upstream/routing/next-step.ts";
import { WaitingRoom } from "../../upstream/routing/waiting-room.ts";
import { ConcurrencyLimit } from "../../upstream/sharing/limit-concurrency.ts";
import { logUpstreamChanges } from "../../upstream/watch/log-upstream-changes.ts";
import { UpstreamSets } from "../../upstream/watch/upstream-sets.ts";

/** What the upstream layer needs. */
export interface UpstreamsOptions {
  readonly upstream: UpstreamSettings;
  readonly cache: { readonly enabled: boolean; readonly maxBytes: number };
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
  readonly methods: Readonly<Record<string, MethodDescription>>;
  readonly limits: Pick<ServerConfig, "maxConcurrentRequests" | "rateLimit">;
  /** The ledger's errors by code, as the document describes them: for some, another upstream may answer. */
  readonly ledgerErrors: LedgerErrors;
  readonly log: Log;
  /** Enabled networks are watched even when no one calls them. */
  readonly store?: Pick<NetworkStore, "defaultNetwork" | "enabled" | "onChange">;
  readonly metrics: Metrics;
  readonly redis?: RedisLink | undefined;
  /** Signs what gateways share through Redis. */
  readonly redisHmacKey?: string | undefined;
  /** What is known of the ledgers; without it each read is sent by itself. */
  readonly ledgers?: KnownLedgers | undefined;
  /** Makes spans of attempts and merged calls; without it there are none. */
  readonly tracing?: Pick<CallTracing, "attempts" | "merged" | "fates"> | undefined;
}

/** What the steps of a call share. */
export type StepParts = ReturnType<typeof createStepParts>;

/** Makes what the steps share. */
export function createStepParts(options: UpstreamsOptions, sendOnce: SendAttempt) {
  const { maxConcurrentRequests: maxConcurrent, rateLimit } = options.limits;
  const deadlines = new Deadlines();
  const listener = createUpstreamListener(options.log, options.metrics);
  const sets = createUpstreamSets(options, deadlines, listener);
  const burst = rateLimit.enabled ? rateLimit.perSecond : 0;
  return {
    options,
    deadlines,
    listener,
    sets,
    limit: new ConcurrencyLimit({ maxConcurrent, burst, deadlines }),
    /** Has room for half of the calls that may run. */
    waitingRoom: new WaitingRoom(sets, deadlines, Math.ceil(maxConcurrent / 2)),
    latencies: new MethodLatencies(options.upstream.hedge.quantile),
    landing: createLanding(options, sets, deadlines, sendOnce),
    cache: new AnswerCache(options.cache.maxBytes),
  };
}

function createUpstreamSets(
  { upstream: config, routing, processes, store, cache, metrics }: UpstreamsOptions,
  deadlines: Deadlines,
  listener: UpstreamListener,
): UpstreamSets {
  return new UpstreamSets({
    config,
    deadlines,
    listener,
    probe: withProbeOutcomes(listener)(sendAndCount(metrics, "probe")),
    prefer: routing?.prefer,
    processes,
    isEnabled: (id) => store?.enabled().some((network) => network.id === id) ?? false,
    wantsEpoch: cache.enabled,
  });
}

/** Sends an attempt to its upstream, and counts it for the upstream's plan. */
export function sendAndCount(metrics: Pick<Metrics, "countCredits">, kind: "call" | "probe"): SendAttempt {
  return (attempt) => {
    const { call, upstream } = attempt;
    const own = upstream.ownResults?.get(attempt.upstreamMethod);
    if (own !== undefined) return Promise.resolve(RawJson.fromText(own));
    if (upstream.plan !== undefined) {
      const now = performance.now();
      if (kind === "probe") upstream.plan.countProbe(call.upstreamMethod, now);
      else upstream.plan.countCall(call.upstreamMethod, now);
      const cost = upstream.costOf(call.upstreamMethod);
      metrics.countCredits(call.network.id, upstream.name, call.method?.name ?? "other", cost);
    }
    return upstream.http.send(attempt);
  };
}

function createLanding(
  { landing: config, methods, ledgerErrors, log, metrics, tracing }: UpstreamsOptions,
  sets: UpstreamSets,
  deadlines: Deadlines,
  sendOnce: SendAttempt,
): Landing {
  return new Landing({
    config,
    timers: systemTimers(deadlines),
    sets,
    send: sendOnce,
    methods,
    ledgerErrors,
    listener: {
      onTaken: (network) => metrics.countTransaction("taken", network),
      onLanded: (network, ms) => metrics.observeLanding(network, ms / 1000),
      onEnd(ended, span) {
        metrics.countTransaction(ended.status, ended.network);
        tracing?.fates(ended, span);
        log.info({ ...ended }, `transaction ${ended.status}`);
      },
      onSend: (network, route) => metrics.countTransactionSend(network, route),
      onTooManyPending: (network) => metrics.countTransaction("over", network),
      onNotKept(fault, place) {
        metrics.countFailure(place);
        log.warn({ err: fault }, "pending transactions can't be saved for now: a restart would lose them");
      },
      onFault: (fault) => log.warn({ err: fault }, "a pending transaction could not be followed"),
    },
  });
}

function createUpstreamListener(log: Log, metrics: Metrics): UpstreamListener {
  return {
    ...logUpstreamChanges(log),
    onAttempt: ({ call }, ms) => metrics.recordAttempt(call.method?.name, call.network.id, ms / 1000),
    onHedge: ({ call }) => metrics.countExtra("hedge", call.network.id),
    onWait: ({ id }, reason) => metrics.countWait(reason, id),
    onRetry: ({ call }) => metrics.countExtra("retry", call.network.id),
  };
}

/** Logs and counts upstreams whose answers differ from those of others that agree. */
export function createOutvotedUpstreams(log: Log, metrics: Metrics): OutvotedUpstreams {
  return new OutvotedUpstreams((network, { name }, times) => {
    metrics.countAgreement("alone", network);
    if (times === undefined) return;
    log.warn(
      { network, upstream: name, times },
      `upstream ${name} keeps giving answers that differ from those of the others: check it, or cordon it`,
    );
  });
}
