import type { CallerMeter } from "../../auth/caller-meter.ts";
import { callerCreditScope } from "../../auth/redis-limits.ts";
import type { CountFailure } from "../../log/logger.ts";
import type { UpstreamSet } from "../../upstream/node/upstream-set.ts";
import { type CreditKeeper, CreditSync, type KeptCredits } from "../../upstream/plan/credit-sync.ts";
import type { UpstreamLog } from "../../upstream/watch/log-upstream-changes.ts";
import type { UpstreamSets } from "../../upstream/watch/upstream-sets.ts";

/**
 * How often the upstreams' spent credits are saved. A crash loses at most that much; gateways that share a plan can overdraw it for that
 * long.
 */
const saveEveryMs = 2000;
/** How often the spent credits of callers are saved. Workers can overdraw them for that long. */
const saveCallersEveryMs = 1000;

/** Saves and shares the spent credits of upstreams. */
export function keepCredits(
  keeper: CreditKeeper,
  sets: Pick<UpstreamSets, "list">,
  log: UpstreamLog,
  countFailure: CountFailure,
): CreditSync {
  const list = () => sets.list().flatMap(boundedCredits);
  const onFailed = warnOf("upstreams", log, () => countFailure("state_file"));
  return new CreditSync({ keeper, list, everyMs: saveEveryMs, onFailed });
}

/** Saves and shares the spent credits of callers. */
export function keepCallerCredits(
  keeper: CreditKeeper,
  meters: () => readonly CallerMeter[],
  log: UpstreamLog,
  countFailure: CountFailure,
): CreditSync {
  const list = () =>
    meters()
      .filter(({ credits }) => credits.isBounded)
      .map(({ id, credits }) => ({ network: callerCreditScope, upstream: id, credits }));
  const onFailed = warnOf("callers", log, () => countFailure("keys"));
  return new CreditSync({ keeper, list, everyMs: saveCallersEveryMs, onFailed });
}

function warnOf(whose: "upstreams" | "callers", log: UpstreamLog, count: () => void) {
  return (fault: unknown) => {
    log.warn({ err: fault }, `spent credits of ${whose} can't be saved for now; they are counted in memory`);
    count();
  };
}

function boundedCredits({ network, upstreams }: UpstreamSet): KeptCredits[] {
  return upstreams.flatMap(({ name, plan }) =>
    plan?.credits.isBounded === true ? [{ network: network.id, upstream: name, credits: plan.credits }] : [],
  );
}
