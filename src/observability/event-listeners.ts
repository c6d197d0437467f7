import { OutvotedUpstreams } from "../consistency/agreement/outvoted-upstreams.ts";
import type { LandingListener } from "../landing/landing.ts";
import type { Log, Logger } from "../log/logger.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import type { FeedListener } from "../subscriptions/feed/feed-options.ts";
import type { UpstreamListener } from "../upstream/attempt/attempt.ts";
import type { Metrics } from "./metrics.ts";

// Log lines name upstreams by id or host, since addresses may contain keys.

/** Counts upstream events and logs state changes. */
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
          { ...fields, state: "failing", fault: upstream.lastError },
          `upstream ${upstream.name} keeps failing: it gets no calls until it recovers`,
        );
      } else {
        log.info({ ...fields, state: upstream.health }, `upstream ${upstream.name} answers again`);
      }
    },
    onHealth(network, upstream, before, reason) {
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
        `upstream ${upstream.name} is ${healthTexts[upstream.health]}${reason === undefined ? "" : `: ${reason}`}`,
      );
    },
    onLedger(network, before) {
      log.warn(
        { network: network.id, before },
        `network ${network.id} now has another ledger: dropping its cached answers`,
      );
    },
  };
}

const healthTexts = {
  unchecked: "not checked",
  healthy: "healthy",
  behind: "too many slots behind and gets no calls",
  unhealthy: "unhealthy and gets no calls",
  foreign: "on another ledger and gets no calls",
} as const;

/** Counts and logs upstreams that are outvoted in agreement rounds. */
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

/** Counts events of resent transactions and logs their fates. `onFate` records each fate in a trace. */
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
    onStorageFailed(error, subsystem) {
      metrics.countFailure(subsystem);
      log.warn({ err: error }, "pending transactions can't be saved: a restart would lose them");
    },
    onError: (error) => log.warn({ err: error }, "a pending transaction could not be followed"),
  };
}

/** Logs and counts subscription events. */
export function createFeedListener(log: Logger, metrics: Metrics): FeedListener {
  return {
    onSocketEnded(network, host, reason, subscriptions) {
      const fields = { network, host, reason, subscriptions };
      if (subscriptions > 0) {
        metrics.countLostSocket(network);
        log.warn(
          fields,
          "an upstream socket was lost: moving its subscriptions to another. If this repeats, check the upstream's ws_url",
        );
      } else log.debug(fields, "an upstream socket was closed");
    },
    onPolled(network, method, reason) {
      log.info({ network, method, reason }, "polling subscriptions of a method over HTTP");
    },
    onSilent(network, method, host) {
      log.warn(
        { network, method, host },
        "an upstream confirms subscriptions of a method but never notifies: no longer using it for them",
      );
    },
    onFetchFailed(network, method, error) {
      const fields = { network, method, err: error instanceof RpcError ? error.message : error };
      log.debug(fields, "notifications missed by a subscription could not be fetched: retrying");
    },
    onBlockLost(network, slot, error) {
      log.debug(
        { network, slot, err: error.message },
        "a block could not be read: subscriptions continue without it",
      );
    },
    onPublished: (network, deliveries) => metrics.countNotifications(network, deliveries),
  };
}
