import type { LandingConfig, RoutingConfig, ServerConfig } from "../../../generated/config.ts";
import { AnswerCache } from "../../cache/answer-cache.ts";
import { TimerWheel } from "../../call/timer-wheel.ts";
import { Landing } from "../../landing/landing.ts";
import type { LandingStorage } from "../../landing/landing-storage.ts";
import type { CreditStorage } from "../../limits/credit-sync.ts";
import type { Log } from "../../log/logger.ts";
import type { Sending } from "../../networks/network.ts";
import type { NetworkStore } from "../../networks/network-store.ts";
import { createLandingListener, createUpstreamListener } from "../../observability/event-listeners.ts";
import type { Metrics } from "../../observability/metrics.ts";
import type { CallTracing } from "../../observability/tracing/trace-calls.ts";
import type { LedgerStates } from "../../reads/state/ledger-states.ts";
import type { RedisLink } from "../../redis/redis-link.ts";
import type { SendAttempt } from "../../upstream/attempt/attempt.ts";
import { withProbeOutcomes } from "../../upstream/attempt/record-outcome.ts";
import { sendCounted } from "../../upstream/attempt/send-counted.ts";
import { MethodLatencies } from "../../upstream/node/method-latencies.ts";
import type { UpstreamSettings } from "../../upstream/node/upstream-settings.ts";
import { WaitingRoom } from "../../upstream/routing/waiting-room.ts";
import { ConcurrencyLimit } from "../../upstream/sharing/limit-concurrency.ts";
import { UpstreamSets } from "../../upstream/watch/upstream-sets.ts";

/** What the path of upstream calls is built from. */
export interface UpstreamsOptions {
  readonly upstream: UpstreamSettings;
  readonly cache: { readonly enabled: boolean; readonly maxBytes: number };
  readonly routing: Pick<RoutingConfig, "prefer">;
  /** How transactions are sent unless the caller or network chooses. */
  readonly sending: Sending;
  readonly landing: LandingConfig;
  /** Stores pending transactions; without it they are lost on restart. */
  readonly landingStorage?: LandingStorage | undefined;
  readonly processes: number;
  /** Stores and shares spent credits; without it they are lost on restart. */
  readonly creditStorage?: CreditStorage | undefined;
  readonly limits: Pick<ServerConfig, "maxConcurrentRequests" | "rateLimit">;
  readonly log: Log;
  /** Enabled networks are probed even without calls. */
  readonly store: Pick<NetworkStore, "defaultNetwork" | "enabled" | "get" | "onChange">;
  readonly metrics: Metrics;
  readonly redis?: RedisLink | undefined;
  /** Ledger state in memory; without it every read is sent separately. */
  readonly ledgers?: LedgerStates | undefined;
  /** Records spans of attempts and merged calls; undefined without tracing. */
  readonly tracing?: Pick<CallTracing, "wrapAttempt" | "wrapMergedCall" | "recordFate"> | undefined;
}

/** Dependencies shared by the steps of all networks. */
export type StepDependencies = ReturnType<typeof createStepDependencies>;

/** `sendAttempt` makes one unhedged attempt at one upstream, along the path built from these dependencies. */
export function createStepDependencies(options: UpstreamsOptions, sendAttempt: SendAttempt) {
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
    concurrency: new ConcurrencyLimit({ maxConcurrent, burst, timers }),
    /** Holds up to half as many calls as may run. */
    waitingRoom: new WaitingRoom(sets, timers, Math.ceil(maxConcurrent / 2)),
    latencies: new MethodLatencies(),
    landing: new Landing({
      config: options.landing,
      storage: options.landingStorage,
      networkOf: store.get,
      timers,
      sets,
      send: sendAttempt,
      listener: createLandingListener(options.log, options.metrics, options.tracing?.recordFate),
    }),
    cache: new AnswerCache(options.cache.maxBytes),
  };
}
