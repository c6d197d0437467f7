import { type CreditStorage, CreditSync, type StoredCredits } from "../../limits/credit-sync.ts";
import type { Report } from "../../log/logger.ts";
import type { UpstreamSet } from "../../upstream/node/upstream-set.ts";

/** Intervals for saving spent credits. */
const intervals = {
  /** Bounds what a crash loses, and for how long gateways that share a quota can overdraw it. */
  upstreams: 2000,
  /** Bounds for how long workers can overdraw them. */
  callers: 1000,
} as const;

/** Saves and shares spent credits. */
export function createCreditSync(
  owners: keyof typeof intervals,
  storage: CreditStorage,
  list: () => readonly StoredCredits[],
  { log, countFailure }: Report,
): CreditSync {
  return new CreditSync({
    storage,
    everyMs: intervals[owners],
    list: () => list().filter(({ credits }) => credits.isBounded),
    onFailed(error) {
      log.warn({ err: error }, `spent credits of ${owners} can't be saved: counting them in memory`);
      countFailure(owners === "callers" ? "keys" : storage.place);
    },
  });
}

/** Spent credits of the upstreams that have a quota. */
export function listCredits({ network, upstreams }: UpstreamSet): StoredCredits[] {
  return upstreams.flatMap(({ name, quota }) =>
    quota === undefined ? [] : [{ scope: network.id, name, credits: quota.credits }],
  );
}
