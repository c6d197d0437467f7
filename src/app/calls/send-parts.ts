import { AnswerCache, usualMaxEntryBytes } from "../../cache/answer-cache.ts";
import { Deadlines } from "../../call/deadlines.ts";
import { LoneUpstreams } from "../../consistency/lone-upstreams.ts";
import { RawJson } from "../../json/raw-json.ts";
import { Landing } from "../../landing/landing.ts";
import { systemTimers } from "../../landing/pending-transaction.ts";
import type { Metrics } from "../../observability/metrics.ts";
import type { SendAttempt } from "../../upstream/attempt/attempt.ts";
import { withProbeOutcomes } from "../../upstream/attempt/record-outcome.ts";
import type { UpstreamListener } from "../../upstream/attempt/upstream-listener.ts";
import { MethodLatencies } from "../../upstream/node/method-latencies.ts";
import { WaitingRoom } from "../../upstream/routing/waiting-room.ts";
import { ConcurrencyLimit, queueOf } from "../../upstream/sharing/limit-concurrency.ts";
import { logUpstreamChanges, type UpstreamLog } from "../../upstream/watch/log-upstream-changes.ts";
import { UpstreamSets } from "../../upstream/watch/upstream-sets.ts";
import type { SendOptions } from "./send-options.ts";

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
    landing: createLanding(options, sets, deadlines, sendOnce),
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

/** Sends an attempt to its upstream, and counts it for the upstream's plan. */
export function sendCounted(
  metrics: Pick<Metrics, "countCredits"> | undefined,
  kind: "call" | "probe",
): SendAttempt {
  return (attempt) => {
    const { call, upstream } = attempt;
    const own = upstream.ownResults?.get(attempt.upstreamMethod);
    if (own !== undefined) return Promise.resolve(RawJson.fromText(own));
    if (upstream.plan !== undefined) {
      const now = performance.now();
      if (kind === "probe") upstream.plan.countProbe(call.upstreamMethod, now);
      else upstream.plan.countCall(call.upstreamMethod, now);
      const cost = upstream.costOf(call.upstreamMethod);
      metrics?.countCredits(call.network.id, upstream.name, call.method?.name ?? "other", cost);
    }
    return upstream.http.send(attempt);
  };
}

/** Builds what sends transactions until they land, over the upstreams of all networks. */
function createLanding(
  { landing: config, methods, ledgerErrors, log, metrics, tracing }: SendOptions,
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
      onTaken: (network) => metrics?.countTransaction("taken", network),
      onLanded: (network, ms) => metrics?.observeLanding(network, ms / 1000),
      onEnd(ended, span) {
        metrics?.countTransaction(ended.status, ended.network);
        tracing?.fates(ended, span);
        log.info({ ...ended }, `transaction ${ended.status}`);
      },
      onSend: (network, route) => metrics?.countTransactionSend(network, route),
      onOver: (network) => metrics?.countTransaction("over", network),
      onNotKept(fault) {
        metrics?.countFailure("state_file");
        log.warn({ err: fault }, "pending transactions are not kept for a restart now");
      },
      onFault: (fault) => log.warn({ err: fault }, "a pending transaction could not be followed"),
    },
  });
}

/** Logs and counts what happens to upstreams and attempts. */
function createUpstreamListener(log: UpstreamLog, metrics: Metrics | undefined): UpstreamListener {
  return {
    ...logUpstreamChanges(log),
    onAttempt: ({ call }, ms) => metrics?.recordAttempt(call.method?.name, call.network.id, ms / 1000),
    onHedge: ({ call }) => metrics?.countExtra("hedge", call.network.id),
    onWait: ({ id }, reason) => metrics?.countWait(reason, id),
    onRetry: ({ call }) => metrics?.countExtra("retry", call.network.id),
  };
}

/** Logs and counts upstreams whose answers differ from those of others that agree. */
export function createLoneUpstreams(log: UpstreamLog, metrics: Metrics | undefined): LoneUpstreams {
  return new LoneUpstreams((network, { name }, times) => {
    metrics?.countAgreement("alone", network);
    if (times === undefined) return;
    log.warn(
      { network, upstream: name, times },
      `upstream ${name} keeps giving answers that differ from those of the others`,
    );
  });
}
