import type { UpstreamEntry } from "../../../generated/config.ts";
import { CallRate } from "./call-rate.ts";
import { CreditMeter } from "./credit-meter.ts";

/** The limits of one upstream's plan, and what calls cost. */
export class UpstreamQuota {
  readonly rate: CallRate | undefined;
  readonly credits: CreditMeter;
  readonly #costs: ReadonlyMap<string, number>;
  readonly #usualCost: number;

  /** `processes`: those that share the limit of calls a second between them. */
  constructor({ limits, costs }: Pick<UpstreamEntry, "limits" | "costs">, processes: number) {
    const { perSecond, creditsPerDay, creditsPerMonth } = limits;
    this.rate = perSecond === undefined ? undefined : new CallRate(perSecond / processes);
    this.credits = new CreditMeter({ day: creditsPerDay, month: creditsPerMonth });
    this.#costs = new Map(Object.entries(costs));
    this.#usualCost = this.#costs.get("default") ?? 1;
  }

  costOf(method: string): number {
    return this.#costs.get(method) ?? this.#usualCost;
  }

  /** Milliseconds until a call of the method may leave; 0 when one may leave now. `now` is `performance.now()`. */
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
