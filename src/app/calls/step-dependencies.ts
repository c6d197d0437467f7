import type { LandingConfig, RoutingConfig, ServerConfig } from "../../../generated/config.ts";
import { ledgerErrors, methods } from "../../../generated/methods.ts";
import { AnswerCache } from "../../cache/answer-cache.ts";
import { TimerWheel } from "../../call/timer-wheel.ts";
import { Landing } from "../../landing/landing.ts";
import type { Log } from "../../log/logger.ts";
import type { Sending } from "../../networks/network.ts";
import type { NetworkStore } from "../../networks/network-store.ts";
import type { Metrics } from "../../observability/metrics.ts";
import type { CallTracing } from "../../observability/tracing/trace-calls.ts";
import { createLandingListener, createUpstreamListener } from "../../observability/upstream-listener.ts";
import type { LedgerStates } from "../../reads/state/ledger-states.ts";
import type { RedisLink } from "../../redis/redis-link.ts";
import type { SendAttempt } from "../../upstream/attempt/attempt.ts";
import { withProbeOutcomes } from "../../upstream/attempt/record-outcome.ts";
import { sendCounted } from "../../upstream/attempt/send-counted.ts";
import { MethodLatencies } from "../../upstream/node/method-latencies.ts";
import type { UpstreamSettings } from "../../upstream/node/upstream-settings.ts";
import type { CreditStorage } from "../../upstream/quota/credit-sync.ts";
import { WaitingRoom } from "../../upstream/routing/waiting-room.ts";
import { ConcurrencyLimit } from "../../upstream/sharing/limit-concurrency.ts";
import { UpstreamSets } from "../../upstream/watch/upstream-sets.ts";

export interface UpstreamsOptions {
  readonly upstream: UpstreamSettings;
  readonly cache: { readonly enabled: boolean; readonly maxBytes: number };
  /** Slots for which a session's call waits for an upstream. Only tests set it: each refusal would take them seconds. */
  readonly waitSlots?: number | undefined;
  readonly routing: Pick<RoutingConfig, "prefer">;
  /** How transactions are sent if neither their caller nor their network says so. */
  readonly sending: Sending;
  readonly landing: LandingConfig;
  readonly processes: number;
  /** Keeps spent credits over restarts, and shares them; without it they are lost with the process. */
  readonly creditStorage?: CreditStorage | undefined;
  readonly limits: Pick<ServerConfig, "maxConcurrentRequests" | "rateLimit">;
  readonly log: Log;
  /** Enabled networks are watched even when no one calls them. */
  readonly store: Pick<NetworkStore, "defaultNetwork" | "enabled" | "onChange">;
  readonly metrics: Metrics;
  readonly redis?: RedisLink | undefined;
  /** Signs what gateways share through Redis. */
  readonly redisHmacKey?: string | undefined;
  /** What is known of the ledgers; without it each read is sent by itself. */
  readonly ledgers?: LedgerStates | undefined;
  /** Makes spans of attempts and merged calls; without it there are none. */
  readonly tracing?: Pick<CallTracing, "wrapAttempt" | "wrapMergedCall" | "recordFate"> | undefined;
}

/** What the steps of a call share: made once, for all networks. */
export type StepDependencies = ReturnType<typeof createStepParts>;

/** `sendAttempt` makes one attempt at one upstream, without another one for a slow answer, by the path that is planned with these parts. */
export function createStepParts(options: UpstreamsOptions, sendAttempt: SendAttempt) {
  const { maxConcurrentRequests: maxConcurrent, rateLimit } = options.limits;
  const timers = new TimerWheel();
  const listener = createUpstreamListener(options.log, options.metrics);
  const { store, metrics } = options;
  const sets = new UpstreamSets({
    config: options.upstream,
    timers,
    listener,
    sendProbe: withProbeOutcomes(listener)(sendCounted("probe", metrics.countCredits)),
    prefer: options.routing.prefer,
    processes: options.processes,
    isEnabled: (id) => store.enabled().some((network) => network.id === id),
    wantsEpoch: options.cache.enabled,
  });
  const burst = rateLimit.enabled ? rateLimit.perSecond : 0;
  return {
    options,
    sendAttempt,
    timers,
    listener,
    sets,
    limit: new ConcurrencyLimit({ maxConcurrent, burst, timers }),
    /** Has room for half of the calls that may run. */
    waitingRoom: new WaitingRoom(sets, timers, Math.ceil(maxConcurrent / 2)),
    latencies: new MethodLatencies(),
    landing: new Landing({
      config: options.landing,
      timers,
      sets,
      send: sendAttempt,
      methods,
      ledgerErrors,
      listener: createLandingListener(options.log, options.metrics, options.tracing?.recordFate),
    }),
    cache: new AnswerCache(options.cache.maxBytes),
  };
}
