import type { RateLimiter } from "../limits/rate-limiter.ts";
import type { WorkerLink } from "./worker-link.ts";

/** Workers report to each other at this interval what clients spent: a client can exceed its limit for at most this long. */
const reportMs = 50;

/** Makes the limiters of all workers count together: what a client spends at one is charged at the others too. */
export function shareSpending(
  limiter: RateLimiter,
  link: Pick<WorkerLink, "reportSpending" | "onSpending">,
): RateLimiter {
  let unreported = new Map<string, number>();
  let willReport = false;
  link.onSpending((spent) => {
    for (const [address, points] of spent) limiter.charge(address, points);
  });

  function report(): void {
    willReport = false;
    link.reportSpending([...unreported]);
    unreported = new Map();
  }

  function reportSoon(address: string, points: number): void {
    unreported.set(address, (unreported.get(address) ?? 0) + points);
    if (!willReport) setTimeout(report, reportMs).unref();
    willReport = true;
  }

  return {
    ...limiter,
    consume(address, points) {
      const refusal = limiter.consume(address, points);
      if (refusal === undefined) reportSoon(address, points);
      return refusal;
    },
    debit(address, points) {
      limiter.debit(address, points);
      reportSoon(address, points);
    },
  };
}
