import { OutvotedUpstreams } from "../consistency/agreement/outvoted-upstreams.ts";
import type { LandingListener } from "../landing/landing.ts";
import type { Log } from "../log/logger.ts";
import type { UpstreamListener } from "../upstream/attempt/attempt.ts";
import type { Metrics } from "./metrics.ts";

/** Counts what happens to upstreams, and logs each change of their state. Names upstreams by host: no line holds a key. */
export function createUpstreamListener(log: Log, metrics: Metrics): UpstreamListener {
  return {
    onAttempt: ({ call }, ms) => metrics.recordAttempt(call.method?.name, call.network.id, ms / 1000),
    onHedge: ({ call }) => metrics.countExtra("hedge", call.network.id),
    onWait: ({ id }, reason) => metrics.countWait(reason, id),
    onRetry: ({ call }) => metrics.countExtra("retry", call.network.id),
    onBreaker(network, upstream) {
      const fields = { network: network.id, upstream: upstream.name };
      if (upstream.breaker.isOpen) {
        log.warn(
          { ...fields, state: "failing", fault: upstream.lastFault },
          `upstream ${upstream.name} fails: it gets no calls until it recovers`,
        );
      } else {
        log.info({ ...fields, state: upstream.health }, `upstream ${upstream.name} answers again`);
      }
    },
    onHealth(network, upstream, before, why) {
      const fields = {
        network: network.id,
        upstream: upstream.name,
        state: upstream.health,
        before,
        slot: upstream.slots.newest("processed"),
      };
      const isBetter = upstream.health === "healthy" || upstream.health === "unchecked";
      log[isBetter ? "info" : "warn"](
        fields,
        `upstream ${upstream.name} is ${words[upstream.health]}${why === undefined ? "" : `: ${why}`}`,
      );
    },
    onLedger(network, before) {
      log.warn(
        { network: network.id, before },
        `network ${network.id} has another ledger now: its cached answers are dropped`,
      );
    },
  };
}

const words = {
  unchecked: "not checked",
  healthy: "healthy",
  behind: "too many slots behind and gets no calls",
  unhealthy: "unhealthy and gets no calls",
  foreign: "on another ledger and is never asked",
} as const;

/** Logs and counts upstreams whose answers differ from those of others that agree. */
export function createOutvotedTracker(log: Log, metrics: Metrics): OutvotedUpstreams {
  return new OutvotedUpstreams((network, { name }, times) => {
    metrics.countAgreement("alone", network);
    if (times === undefined) return;
    log.warn(
      { network, upstream: name, times },
      `upstream ${name} keeps giving answers that differ from those of the others: check it, or cordon it`,
    );
  });
}

/** Counts what happens to transactions that are landed, and logs their fates; `onFate` is called with each, to trace it. */
export function createLandingListener(
  log: Log,
  metrics: Metrics,
  onFate: LandingListener["onEnd"] | undefined,
): LandingListener {
  return {
    onTaken: (network) => metrics.countTransaction("taken", network),
    onLanded: (network, ms) => metrics.observeLanding(network, ms / 1000),
    onEnd(ended, span) {
      metrics.countTransaction(ended.status, ended.network);
      onFate?.(ended, span);
      log.info({ ...ended }, `transaction ${ended.status}`);
    },
    onSend: (network, route) => metrics.countTransactionSend(network, route),
    onTooManyPending: (network) => metrics.countTransaction("over", network),
    onNotKept(error, place) {
      metrics.countFailure(place);
      log.warn({ err: error }, "pending transactions can't be saved for now: a restart would lose them");
    },
    onError: (error) => log.warn({ err: error }, "a pending transaction could not be followed"),
  };
}
