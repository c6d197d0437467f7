import { maxEntryBytes } from "../../cache/answer-cache.ts";
import { isCacheable } from "../../cache/answer-validity.ts";
import { RedisTier } from "../../cache/redis-tier.ts";
import { withCache } from "../../cache/with-cache.ts";
import {
  isLightRead,
  isRepeatable,
  type Send,
  type SendWrapper,
  sendsTransaction,
  type UpstreamCall,
} from "../../call/upstream-call.ts";
import { withAgreement } from "../../consistency/agreement/agreed-read.ts";
import { SharedFloors } from "../../consistency/sessions/shared-floors.ts";
import { withFloors } from "../../consistency/sessions/with-floors.ts";
import type { MethodDescription } from "../../contract/method-description.ts";
import { createOutvotedTracker } from "../../observability/event-listeners.ts";
import { entersReadsStep, withReads } from "../../reads/with-reads.ts";
import type { AttemptWrapper, SendAttempt } from "../../upstream/attempt/attempt.ts";
import { withOutcomes } from "../../upstream/attempt/record-outcome.ts";
import { withRouteParams } from "../../upstream/attempt/route-params.ts";
import { withServedNames } from "../../upstream/attempt/served-names.ts";
import { otherParamNames, withServedParamNames } from "../../upstream/attempt/served-param-names.ts";
import { dependsOnSlot } from "../../upstream/node/shown-to-client.ts";
import { withBroadcast } from "../../upstream/routing/broadcast.ts";
import { withComposedMethods } from "../../upstream/routing/composed-methods.ts";
import { withFailover } from "../../upstream/routing/failover.ts";
import { withHedge } from "../../upstream/routing/hedge.ts";
import { withRoutes } from "../../upstream/routing/with-routes.ts";
import { withCoalescing } from "../../upstream/sharing/coalesce.ts";
import type { StepDependencies, UpstreamsOptions } from "./step-dependencies.ts";

/** A step between the gateway and an upstream. A step that the settings disable has no wrapper. */
export type CallStep = {
  readonly name: string;
  readonly file: string;
  /** Completes the sentence "the step …", for docs/architecture.md. */
  readonly does: string;
  /** True if calls of the method pass the step; the method is undefined if undocumented. */
  readonly applies: (method: MethodDescription | undefined) => boolean;
} & (
  | {
      /** `sendFromNextStep` sends a call of another method through that method's own steps, from the one after this. */
      readonly wrapSend: (dependencies: StepDependencies, sendFromNextStep: Send) => SendWrapper | undefined;
    }
  | {
      /** Turns a call into attempts. */
      readonly makeSend: (dependencies: StepDependencies) => (next: SendAttempt) => Send;
    }
  | { readonly wrapAttempt: (dependencies: StepDependencies) => AttemptWrapper | undefined }
);

const always = () => true;

/** The steps between the gateway and an upstream, outermost first. A call passes the steps that apply to its method. */
export const callSteps: readonly CallStep[] = [
  {
    name: "floors",
    file: "consistency/sessions/with-floors.ts",
    does: "never answers from a slot older than the session has seen or `x-min-slot` asks for",
    applies: (method) => dependsOnSlot(method) && method.effect !== "airdrop",
    wrapSend: ({ options: { metrics, redis }, sets, timers, concurrency }) =>
      withFloors({
        sets,
        timers,
        maxWaiting: concurrency.maxQueue,
        sharedFloors: redis && new SharedFloors(redis),
        count: (outcome, network) => metrics.countFloor(outcome, network),
      }),
  },
  {
    name: "agreement",
    file: "consistency/agreement/agreed-read.ts",
    does: "if the call needs agreement, sends it to several upstreams at once; these attempts skip the steps from cache to failover, and are not hedged",
    applies: (method) => method?.effect === "read",
    wrapSend: ({ options: { log, metrics }, sets, timers, concurrency, sendAttempt }) =>
      withAgreement({
        sets,
        timers,
        send: sendAttempt,
        limit: concurrency.withConcurrencyLimit,
        outvoted: createOutvotedTracker(log, metrics),
        count: (outcome, network) => metrics.countAgreement(outcome, network),
      }),
  },
  {
    name: "cache",
    file: "cache/with-cache.ts",
    does: "answers from the cache, which holds what never changes, in memory and in Redis",
    applies: isCacheable,
    wrapSend: ({ options, sets, cache }) => {
      const { redis } = options;
      if (!options.cache.enabled) return undefined;
      return withCache({
        cache,
        sets,
        redisTier: redis && new RedisTier(redis),
        count: countSource(options),
      });
    },
  },
  {
    name: "reads",
    file: "reads/with-reads.ts",
    does: "answers reads of the newest state from memory, and merges the others into few upstream calls",
    applies: entersReadsStep,
    wrapSend: ({ options, sets, timers }, sendFromNextStep) => {
      const { ledgers, metrics } = options;
      if (ledgers === undefined) return undefined;
      // A read may be merged into a call of another method, which has other steps after this one.
      const send = withReads({
        next: sendFromNextStep,
        ledgers,
        sets,
        timers,
        maxEntryBytes,
        count: countSource(options),
        onMerged: ({ network }, count) => metrics.countExtra("merged", network.id, count - 1),
      });
      return () => send;
    },
  },
  {
    name: "merge spans",
    file: "observability/tracing/trace-calls.ts",
    does: "adds a trace span to each merged call, if calls are traced",
    applies: always,
    wrapSend: ({ options: { tracing } }) => tracing?.wrapMergedCall,
  },
  {
    name: "coalescing",
    file: "upstream/sharing/coalesce.ts",
    does: "coalesces equal reads and simulations in flight into one call",
    applies: isRepeatable,
    wrapSend: ({ options: { metrics }, timers, sets }) =>
      withCoalescing({
        sets,
        timers,
        onShared: ({ network }) => metrics.countExtra("shared", network.id),
      }),
  },
  {
    name: "concurrency",
    file: "upstream/sharing/limit-concurrency.ts",
    does: "limits concurrency: a call waits until its network and its client have room",
    applies: always,
    wrapSend: ({ concurrency }) => concurrency.withConcurrencyLimit,
  },
  {
    name: "routes",
    file: "upstream/routing/with-routes.ts",
    does: "leaves out the upstreams that would refuse the transaction: those that lack the method, and send-only ones for its tip, flags or size",
    applies: (method) => method?.effect === "send",
    wrapSend: ({ sets }) => withRoutes(sets),
  },
  {
    name: "landing",
    file: "landing/landing.ts",
    does: "if asked to, resends a transaction until it lands or expires; also remembers the blockhashes given to clients",
    applies: (method) => sendsTransaction(method) || method?.answerHasBlockhash === true,
    wrapSend: ({ options: { sending }, landing }) => landing.createStep(sending),
  },
  {
    name: "broadcast",
    file: "upstream/routing/broadcast.ts",
    does: "if asked to, sends a transaction to all upstreams at once",
    applies: sendsTransaction,
    wrapSend: ({ options: { sending }, sets, sendAttempt }) => withBroadcast(sets, sendAttempt, sending),
  },
  {
    name: "composed methods",
    file: "upstream/routing/composed-methods.ts",
    does: "if no upstream serves a method that the gateway can compose from others, fails at once, so that the handler composes it",
    applies: (method) => method?.origin === "composed",
    wrapSend: ({ sets }) => withComposedMethods(sets),
  },
  {
    name: "failover",
    file: "upstream/routing/failover.ts",
    does: "chooses an upstream, makes an attempt, and tries another upstream after a failure if the call may be repeated",
    applies: always,
    makeSend: ({ options, sets, timers, waitingRoom, listener, latencies }) =>
      withFailover({
        waitingRoom,
        sets,
        timers,
        config: options.upstream,
        listener,
        latencies,
        maxConcurrent: options.limits.maxConcurrentRequests,
      }),
  },
  {
    name: "hedging",
    file: "upstream/routing/hedge.ts",
    does: "hedges a light read with a second upstream when the first is slower than usual for the method",
    applies: isLightRead,
    wrapAttempt: ({ options: { upstream }, sets, timers, latencies, listener }) =>
      withHedge({ sets, timers, config: upstream.hedge, latencies, listener }),
  },
  {
    name: "attempt spans",
    file: "observability/tracing/trace-calls.ts",
    does: "adds a trace span to each attempt, if calls are traced",
    applies: always,
    wrapAttempt: ({ options: { tracing } }) => tracing?.wrapAttempt,
  },
  {
    name: "outcomes",
    file: "upstream/attempt/record-outcome.ts",
    does: "records what the attempt reveals about its upstream: errors, latency, refusals, missing methods, slots",
    applies: always,
    wrapAttempt: ({ listener }) => withOutcomes(listener),
  },
  {
    name: "method names",
    file: "upstream/attempt/served-names.ts",
    does: "if an upstream lacks a method's usual name, tries its other names and remembers the one that works",
    applies: (method) => method !== undefined && method.upstreamNames.length > 1,
    wrapAttempt: () => withServedNames,
  },
  {
    name: "route parameters",
    file: "upstream/attempt/route-params.ts",
    does: "sets the flags and the encoding that a send-only upstream requires; the bytes of a transaction stay the same",
    applies: (method) => method?.effect === "send",
    wrapAttempt: () => withRouteParams,
  },
  {
    name: "parameter names",
    file: "upstream/attempt/served-param-names.ts",
    does: "if an upstream refuses a parameter's usual name, tries its other names",
    applies: (method) => method?.hasNamedParams === true && otherParamNames(method).size > 0,
    wrapAttempt: () => withServedParamNames,
  },
];

/** Counts answers by source and by the method that the client called. */
function countSource({ metrics }: UpstreamsOptions) {
  return (outcome: "hit" | "head" | "miss", { method, network }: UpstreamCall, countedAs = method) =>
    metrics.countCache(outcome, countedAs?.name ?? "other", network.id);
}
