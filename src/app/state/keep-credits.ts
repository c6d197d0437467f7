import type { CountFailure, Log } from "../../log/logger.ts";
import type { UpstreamSet } from "../../upstream/node/upstream-set.ts";
import { type CreditKeeper, CreditSync, type KeptCredits } from "../../upstream/plan/credit-sync.ts";

/** How often spent credits are saved, and what is counted if they can't be. */
const kinds = {
  /** A crash loses at most that much; gateways that share a plan can overdraw it for that long. */
  upstreams: { everyMs: 2000, failure: "state_file" },
  /** Workers can overdraw them for that long. */
  callers: { everyMs: 1000, failure: "keys" },
} as const;

/** Saves and shares spent credits. */
export function keepCredits(
  whose: keyof typeof kinds,
  keeper: CreditKeeper,
  list: () => readonly KeptCredits[],
  { log, countFailure }: { readonly log: Log; readonly countFailure: CountFailure },
): CreditSync {
  const { everyMs, failure } = kinds[whose];
  return new CreditSync({
    keeper,
    everyMs,
    list: () => list().filter(({ credits }) => credits.isBounded),
    onFailed(fault) {
      log.warn(
        { err: fault },
        `spent credits of ${whose} can't be saved for now: they are counted in memory`,
      );
      countFailure(failure);
    },
  });
}

/** The credits of upstreams with a plan. */
export function creditsOf({ network, upstreams }: UpstreamSet): KeptCredits[] {
  return upstreams.flatMap(({ name, plan }) =>
    plan === undefined ? [] : [{ network: network.id, upstream: name, credits: plan.credits }],
  );
}
