import type { CountFailure, Log } from "../../log/logger.ts";
import type { UpstreamSet } from "../../upstream/node/upstream-set.ts";
import { type CreditStorage, CreditSync, type KeptCredits } from "../../upstream/quota/credit-sync.ts";

/** How often spent credits are saved. */
const intervals = {
  /** A crash loses at most that much; gateways that share a plan can overdraw it for that long. */
  upstreams: 2000,
  /** Workers can overdraw them for that long. */
  callers: 1000,
} as const;

/** Saves and shares spent credits. */
export function createCreditSync(
  whose: keyof typeof intervals,
  storage: CreditStorage,
  list: () => readonly KeptCredits[],
  { log, countFailure }: { readonly log: Log; readonly countFailure: CountFailure },
): CreditSync {
  return new CreditSync({
    storage,
    everyMs: intervals[whose],
    list: () => list().filter(({ credits }) => credits.isBounded),
    onFailed(error) {
      log.warn(
        { err: error },
        `spent credits of ${whose} can't be saved for now: they are counted in memory`,
      );
      countFailure(whose === "callers" ? "keys" : storage.place);
    },
  });
}

/** The spent credits of a network's upstreams that have a plan; the others spend none. */
export function listCredits({ network, upstreams }: UpstreamSet): KeptCredits[] {
  return upstreams.flatMap(({ name, quota }) =>
    quota === undefined ? [] : [{ scope: network.id, name, credits: quota.credits }],
  );
}
