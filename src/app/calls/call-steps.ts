import { maxEntryBytes } from "../../cache/answer-cache.ts";
import { isCacheable } from "../../cache/answer-validity.ts";
import { RedisTier } from "../../cache/redis-tier.ts";
import { withCache } from "../../cache/with-cache.ts";
import { type Send, type SendWrapper, sendsOne, type UpstreamCall } from "../../call/upstream-call.ts";
import { withAgreement } from "../../consistency/agreed-read.ts";
import { SharedFloors } from "../../consistency/shared-floors.ts";
import { withFloors } from "../../consistency/with-floors.ts";
import type { MethodDescription } from "../../contract/method-description.ts";
import { announceOutvoted } from "../../observability/announce-upstreams.ts";
import type { Metrics } from "../../observability/metrics.ts";
import { entersReadsStep, withReads } from "../../reads/with-reads.ts";
import type { AttemptWrapper, SendAttempt } from "../../upstream/attempt/attempt.ts";
import { withOutcomes } from "../../upstream/attempt/record-outcome.ts";
import { withRouteParams } from "../../upstream/attempt/route-params.ts";
import { withServedNames } from "../../upstream/attempt/served-names.ts";
import { otherParamNames, withServedParamNames } from "../../upstream/attempt/served-param-names.ts";
import { learnShownToClient, showsState } from "../../upstream/node/shown-to-client.ts";
import { withBroadcast } from "../../upstream/routing/broadcast.ts";
import { withFailover } from "../../upstream/routing/failover.ts";
import { withHedge } from "../../upstream/routing/hedge.ts";
import { withComposedMethods } from "../../upstream/routing/unserved-methods.ts";
import { withRoutes } from "../../upstream/routing/with-routes.ts";
import { isShareable, withCoalescing } from "../../upstream/sharing/coalesce.ts";
import type { StepParts, UpstreamsOptions } from "./step-parts.ts";

/** The path of a method's calls as built so far: from the wire outwards. */
export interface CallPath {
  readonly attempt: SendAttempt;
  /** An attempt, and a second one beside it where the first is slow. */
  readonly hedged: SendAttempt;
  readonly send: Send;
}

/** Puts a step around a path. */
export type PathStep = (path: CallPath) => CallPath;

/** Ways into the middle of the path of a call, by the call's method. */
export interface InnerPaths {
  /** One attempt at one upstream, without another one for a slow answer. */
  readonly sendOnce: SendAttempt;
  /** What comes after the step of this name, for a step that sends calls of other methods: they have steps of their own. */
  readonly after: (name: string) => Send;
}

/** A step between the gateway and an upstream. */
export interface CallStep {
  readonly name: string;
  readonly file: string;
  /** Completes the sentence "the step …", for docs/architecture.md. */
  readonly does: string;
  /** Whether calls of a method pass it; the method is undefined if the document does not list it. */
  readonly applies: (method: MethodDescription | undefined, settings: UpstreamsOptions) => boolean;
  readonly make: (parts: StepParts, inner: InnerPaths) => PathStep;
}

const always = () => true;

/** The steps between the gateway and an upstream, outermost first. A call passes those that apply to its method. */
export const callSteps: readonly CallStep[] = [
  {
    name: "floors",
    file: "consistency/with-floors.ts",
    does: "never answers from a slot older than the session has seen or `x-min-slot` asks for",
    applies: (method) => showsState(method) && method.effect !== "mint",
    make: ({ options: { waitSlots, metrics, redis, redisHmacKey: hmacKey }, sets, deadlines, limit }) =>
      aroundCall(
        withFloors({
          sets,
          deadlines,
          waitSlots,
          maxWaiting: limit.maxQueue,
          sharedFloors:
            redis && new SharedFloors({ link: redis, hmacKey, countRefused: countForged(metrics) }),
          count: (outcome, network) => metrics.countFloor(outcome, network),
        }),
      ),
  },
  {
    name: "agreement",
    file: "consistency/agreed-read.ts",
    does: "if the call needs agreement, asks several upstreams at once; these attempts skip the steps from cache to hedging",
    applies: (method) => method?.effect === "read",
    make: ({ options: { ledgerErrors, log, metrics }, sets, deadlines, limit }, { sendOnce }) =>
      aroundCall(
        withAgreement({
          sets,
          deadlines,
          ledgerErrors,
          send: sendOnce,
          limit: limit.wrap,
          outvoted: announceOutvoted(log, metrics),
          count: (outcome, network) => metrics.countAgreement(outcome, network),
        }),
      ),
  },
  {
    name: "cache",
    file: "cache/with-cache.ts",
    does: "answers from the cache, which holds what never changes, in memory and in Redis",
    applies: (method, { cache }) => cache.enabled && isCacheable(method),
    make: ({ options, sets, cache }) => {
      const { redis, redisHmacKey: hmacKey, metrics } = options;
      return aroundCall(
        withCache({
          cache,
          sets,
          redisTier: redis && new RedisTier({ link: redis, hmacKey, countRefused: countForged(metrics) }),
          count: countSource(options),
        }),
      );
    },
  },
  {
    name: "reads",
    file: "reads/with-reads.ts",
    does: "answers reads of the newest state from memory, and merges the others into few upstream calls",
    applies: (method, { ledgers }) => ledgers !== undefined && entersReadsStep(method),
    make: ({ options, sets, deadlines }, { after }) => {
      const { ledgers, methods, metrics } = options;
      if (ledgers === undefined) return (path) => path;
      const send = withReads({
        ledgers,
        sets,
        deadlines,
        methods,
        maxEntryBytes,
        count: countSource(options),
        onMerged: ({ network }, count) => metrics.countExtra("merged", network.id, count - 1),
      })(after("reads"));
      return aroundCall(() => send);
    },
  },
  {
    name: "spans of merged calls",
    file: "observability/tracing/trace-calls.ts",
    does: "adds a trace span to each merged call, if calls are traced",
    applies: (_method, { tracing }) => tracing !== undefined,
    make: ({ options: { tracing } }) => aroundCall(tracing?.merged ?? ((next) => next)),
  },
  {
    name: "sharing",
    file: "upstream/sharing/coalesce.ts",
    does: "lets equal reads and simulations in flight share one call",
    applies: (method) => isShareable(method),
    make: ({ options: { metrics }, deadlines, sets }) =>
      aroundCall(
        withCoalescing(
          deadlines,
          ({ network }) => metrics.countExtra("shared", network.id),
          (call, result) => learnShownToClient(call, sets.get(call.network), result),
        ),
      ),
  },
  {
    name: "turns",
    file: "upstream/sharing/limit-concurrency.ts",
    does: "limits concurrency: a call waits until its network and its client have room",
    applies: always,
    make: ({ limit }) => aroundCall(limit.wrap),
  },
  {
    name: "routes",
    file: "upstream/routing/with-routes.ts",
    does: "leaves out the upstreams that would refuse the transaction: those that lack the method, and send-only ones for its tip, flags or size",
    applies: (method) => method?.effect === "send",
    make: ({ sets }) => aroundCall(withRoutes(sets)),
  },
  {
    name: "landing",
    file: "landing/landing.ts",
    does: "if asked to, sends a transaction again and again until it lands or expires; also remembers the blockhashes that clients got",
    applies: (method) => sendsOne(method) || method?.givesLifetime === true,
    make: ({ options: { sending }, landing }) => aroundCall(landing.asStep(sending)),
  },
  {
    name: "broadcast",
    file: "upstream/routing/broadcast.ts",
    does: "if asked to, sends a transaction to all upstreams at once",
    applies: (method) => sendsOne(method),
    make: ({ options: { sending }, sets }, { sendOnce }) =>
      aroundCall(withBroadcast(sets, sendOnce, sending)),
  },
  {
    name: "composed methods",
    file: "upstream/routing/unserved-methods.ts",
    does: "if no upstream serves a method that the gateway can compose from others, fails at once, so that the handler composes it",
    applies: (method) => method?.origin === "convenience",
    make: ({ sets }) => aroundCall(withComposedMethods(sets)),
  },
  {
    name: "failover",
    file: "upstream/routing/failover.ts",
    does: "chooses an upstream, makes an attempt, and tries another upstream after a failure if the call may be repeated",
    applies: always,
    make: ({ options, sets, deadlines, waitingRoom, listener, latencies }) => {
      const wrap = withFailover({
        waitingRoom,
        sets,
        deadlines,
        config: options.upstream,
        ledgerErrors: options.ledgerErrors,
        listener,
        latencies,
        maxConcurrent: options.limits.maxConcurrentRequests,
      });
      return (path) => ({ ...path, send: wrap(path.hedged) });
    },
  },
  {
    name: "hedging",
    file: "upstream/routing/hedge.ts",
    does: "asks a second upstream for a light read when the first is slower than usual for the method",
    applies: (method) => method?.effect === "read" && !method.heavy,
    make: ({ options: { upstream, ledgerErrors }, sets, deadlines, latencies, listener }) => {
      const wrap = withHedge({ sets, deadlines, config: upstream.hedge, latencies, ledgerErrors, listener });
      return (path) => ({ ...path, hedged: wrap(path.hedged) });
    },
  },
  {
    name: "spans of attempts",
    file: "observability/tracing/trace-calls.ts",
    does: "adds a trace span to each attempt, if calls are traced",
    applies: (_method, { tracing }) => tracing !== undefined,
    make: ({ options: { tracing } }) => aroundAttempt(tracing?.attempts ?? ((next) => next)),
  },
  {
    name: "outcomes",
    file: "upstream/attempt/record-outcome.ts",
    does: "records what the attempt shows of its upstream: faults, speed, refusals, missing methods, slots",
    applies: always,
    make: ({ listener }) => aroundAttempt(withOutcomes(listener)),
  },
  {
    name: "names",
    file: "upstream/attempt/served-names.ts",
    does: "if an upstream lacks a method's usual name, tries its other names and remembers the one that works",
    applies: (method) => method !== undefined && method.upstreamNames.length > 1,
    make: () => aroundAttempt(withServedNames),
  },
  {
    name: "parameters of routes",
    file: "upstream/attempt/route-params.ts",
    does: "sets the flags and the encoding that a send-only upstream requires; the bytes of a transaction stay the same",
    applies: (method) => method?.effect === "send",
    make: () => aroundAttempt(withRouteParams),
  },
  {
    name: "names of parameters",
    file: "upstream/attempt/served-param-names.ts",
    does: "if an upstream refuses a parameter's usual name, tries its other names",
    applies: (method) => method?.paramsByName === true && otherParamNames(method).size > 0,
    make: () => aroundAttempt(withServedParamNames),
  },
];

function aroundAttempt(wrap: AttemptWrapper): PathStep {
  return (path) => {
    const attempt = wrap(path.attempt);
    return { ...path, attempt, hedged: attempt };
  };
}

function aroundCall(wrap: SendWrapper): PathStep {
  return (path) => ({ ...path, send: wrap(path.send) });
}

/** Counts where answers come from, by the method that the client called. */
function countSource({
  metrics,
}: UpstreamsOptions): (outcome: "hit" | "head" | "miss", call: UpstreamCall) => void {
  return (outcome, { askedMethod, method, network }) =>
    metrics.countCache(outcome, (askedMethod ?? method)?.name ?? "other", network.id);
}

/** Counts values in Redis that were deleted because no gateway can have written them. */
function countForged(metrics: Metrics): (count: number) => void {
  return (count) => metrics.countFailure("redis_values", count);
}
