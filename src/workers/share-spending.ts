import type { RateLimiter } from "../limits/rate-limiter.ts";
import type { WorkerLink } from "./worker-link.ts";

/** Workers tell each other this often what clients spent: a client can overdraw its limit for so long, and no longer. */
const tellMs = 50;

/** Makes the limiters of all workers count together: what a client spends at one is charged at the others. */
export function shareSpending(
  limiter: RateLimiter,
  link: Pick<WorkerLink, "tellSpending" | "onSpending">,
): RateLimiter {
  let untold = new Map<string, number>();
  let willTell = false;
  link.onSpending((spent) => {
    for (const [address, points] of spent) limiter.charge(address, points);
  });

  function tell(): void {
    willTell = false;
    link.tellSpending([...untold]);
    untold = new Map();
  }

  function tellSoon(address: string, points: number): void {
    untold.set(address, (untold.get(address) ?? 0) + points);
    if (!willTell) setTimeout(tell, tellMs).unref();
    willTell = true;
  }

  return {
    ...limiter,
    consume(address, points) {
      const refusal = limiter.consume(address, points);
      if (refusal === undefined) tellSoon(address, points);
      return refusal;
    },
    debit(address, points) {
      limiter.debit(address, points);
      tellSoon(address, points);
    },
  };
}
