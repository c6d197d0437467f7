import type { UpstreamEntry } from "../../../generated/config.ts";
import { CreditMeter } from "../../limits/credit-meter.ts";
import { CallRate } from "./call-rate.ts";

/** Rate limit, credits and call costs of one upstream's plan. */
export class UpstreamQuota {
  readonly rate: CallRate | undefined;
  readonly credits: CreditMeter;
  readonly #costs: ReadonlyMap<string, number>;
  readonly #defaultCost: number;

  /** `processes`: number of processes that share the rate limit. */
  constructor({ limits, costs }: Pick<UpstreamEntry, "limits" | "costs">, processes: number) {
    const { perSecond, creditsPerDay, creditsPerMonth } = limits;
    this.rate = perSecond === undefined ? undefined : new CallRate(perSecond / processes);
    this.credits = new CreditMeter({ day: creditsPerDay, month: creditsPerMonth });
    this.#costs = new Map(Object.entries(costs));
    this.#defaultCost = this.#costs.get("default") ?? 1;
  }

  costOf(method: string): number {
    return this.#costs.get(method) ?? this.#defaultCost;
  }

  /** Milliseconds until a call of the method may be sent; 0 if it may be sent now. `now` is `performance.now()`. */
  waitMs(method: string, now: number): number {
    const forCredits = this.credits.waitMs(this.costOf(method));
    return this.rate === undefined ? forCredits : Math.max(forCredits, this.rate.waitMs(now));
  }

  count(kind: "call" | "probe", method: string, now: number): void {
    if (kind === "probe") this.rate?.countProbe(now);
    else this.rate?.countCall(now);
    this.credits.spend(this.costOf(method));
  }
}
