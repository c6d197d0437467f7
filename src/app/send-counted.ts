import { RawJson } from "../json/raw-json.ts";
import type { Metrics } from "../observability/metrics.ts";
import type { SendAttempt } from "../upstream/node/attempt.ts";

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
