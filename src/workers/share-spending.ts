import type { RateLimiter } from "../limits/rate-limiter.ts";
import type { WorkerLink } from "./worker-link.ts";
import type { Spending } from "./worker-message.ts";

/** Workers report to each other at this interval what clients spent: a client can exceed its limit for at most this long. */
const reportMs = 50;

/** Makes the limiters of all workers count together: what a client spends at one is charged at the others too. */
export function shareSpending(
  limiter: RateLimiter,
  link: Pick<WorkerLink, "reportSpending" | "onSpending">,
): RateLimiter {
  const report = batchSpending((spent) => link.reportSpending(spent));
  link.onSpending((spent) => {
    for (const [address, points] of spent) limiter.charge(address, points);
  });

  return {
    ...limiter,
    consume(address, points) {
      const refusal = limiter.consume(address, points);
      if (refusal === undefined) report(address, points);
      return refusal;
    },
    debit(address, points) {
      limiter.debit(address, points);
      report(address, points);
    },
  };
}

/** Gathers what clients spend, and reports it at an interval. */
function batchSpending(reportAll: (spent: Spending) => void): (client: string, points: number) => void {
  let unreported = new Map<string, number>();
  let willReport = false;

  function reportNow(): void {
    willReport = false;
    reportAll([...unreported]);
    unreported = new Map();
  }

  return (client, points) => {
    unreported.set(client, (unreported.get(client) ?? 0) + points);
    if (!willReport) setTimeout(reportNow, reportMs).unref();
    willReport = true;
  };
}
