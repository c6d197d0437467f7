import type { CallerMeter } from "../../auth/caller-meter.ts";
import { creditNetwork } from "../../auth/redis-limits.ts";
import type { CountFailure } from "../../log/count-failure.ts";
import type { Metrics } from "../../observability/metrics.ts";
import type { CreditKeeper } from "../../upstream/plan/credit-keeper.ts";
import { CreditSync, type KeptCredits } from "../../upstream/plan/credit-sync.ts";
import type { UpstreamLog } from "../../upstream/watch/log-upstream-changes.ts";
import type { UpstreamSets } from "../../upstream/watch/upstream-sets.ts";

/** How often spent credits are saved: a gateway that crashes loses as much, and gateways that share a plan overdraw it as long. */
const saveEveryMs = 2000;
/** The same for callers: workers overdraw them as long. */
const saveCallersEveryMs = 1000;

/** Saves and shares the spent credits of upstreams. A failure is logged; counting goes on in memory. */
export function keepCredits(
  keeper: CreditKeeper,
  sets: Pick<UpstreamSets, "list">,
  log: UpstreamLog,
  metrics: Pick<Metrics, "countFailure"> | undefined,
): CreditSync {
  return new CreditSync({
    keeper,
    list: () => boundedCredits(sets),
    everyMs: saveEveryMs,
    onFailed: (fault) => {
      log.warn(
        { err: fault },
        "Spent credits of upstreams can't be saved for now; they are counted in memory.",
      );
      metrics?.countFailure("state_file");
    },
  });
}

/** Saves and shares the spent credits of callers. */
export function keepCallerCredits(
  keeper: CreditKeeper,
  meters: () => readonly CallerMeter[],
  log: UpstreamLog,
  countFailure: CountFailure,
): CreditSync {
  return new CreditSync({
    keeper,
    list: () =>
      meters()
        .filter((meter) => meter.credits.isBounded)
        .map((meter) => ({ network: creditNetwork, upstream: meter.id, credits: meter.credits })),
    everyMs: saveCallersEveryMs,
    onFailed: (fault) => {
      countFailure("keys");
      log.warn(
        { err: fault },
        "Spent credits of callers can't be saved for now; they are counted in memory.",
      );
    },
  });
}

/** The credits of plans that limit them. */
function boundedCredits(sets: Pick<UpstreamSets, "list">): KeptCredits[] {
  return sets
    .list()
    .flatMap(({ network, upstreams }) =>
      upstreams.flatMap(({ name, plan }) =>
        plan?.credits.isBounded === true
          ? [{ network: network.id, upstream: name, credits: plan.credits }]
          : [],
      ),
    );
}
