import { getOrAdd } from "../../get-or-add.ts";
import type { UpstreamSet } from "../node/upstream-set.ts";

/** Bounds the load of retries and hedges: each call earns a fraction of a token, and each extra attempt costs a whole one. */
export class AttemptBudget {
  readonly #ratio: number;
  readonly #limit: number;
  #tokens: number;

  /** `capacity`: tokens at the start and at most, which cover a burst of errors. */
  constructor(ratio: number, capacity: number) {
    this.#ratio = ratio;
    this.#limit = ratio > 0 ? capacity : 0;
    this.#tokens = this.#limit;
  }

  earn(): void {
    this.#tokens = Math.min(this.#tokens + this.#ratio, this.#limit);
  }

  /** Takes one token, if there is one. */
  spend(): boolean {
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}

/** Credits a network's budget for one call, and returns the budget. */
export type BudgetForCall = (set: UpstreamSet) => AttemptBudget;

/** Creates a budget for each network, so that a failing network does not drain those of others. */
export function createAttemptBudgets(ratio: number, capacity: number): BudgetForCall {
  const budgets = new WeakMap<UpstreamSet, AttemptBudget>();
  const make = () => new AttemptBudget(ratio, capacity);
  return (set) => {
    const budget = getOrAdd(budgets, set, make);
    budget.earn();
    return budget;
  };
}
