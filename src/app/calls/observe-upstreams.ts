import { LoneUpstreams } from "../../consistency/lone-upstreams.ts";
import type { Metrics } from "../../observability/metrics.ts";
import type { UpstreamListener } from "../../upstream/attempt/upstream-listener.ts";
import { logUpstreamChanges, type UpstreamLog } from "../../upstream/watch/log-upstream-changes.ts";

/** Logs and counts what happens to upstreams and attempts. */
export function createUpstreamListener(log: UpstreamLog, metrics: Metrics | undefined): UpstreamListener {
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
