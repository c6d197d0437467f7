import { getOrAdd } from "../../get-or-add.ts";
import type { UpstreamSet } from "../node/upstream-set.ts";

/**
 * A budget for extra attempts: each call earns a share of a token and each extra attempt costs one, which bounds the load that retries and
 * hedges add.
 */
export class AttemptBudget {
  readonly #ratio: number;
  readonly #limit: number;
  #tokens: number;

  /** `reserve`: the tokens at the start, and the most there can be, so that the budget also covers a burst of faults. */
  constructor(ratio: number, reserve: number) {
    this.#ratio = ratio;
    this.#limit = ratio > 0 ? reserve : 0;
    this.#tokens = this.#limit;
  }

  earn(): void {
    this.#tokens = Math.min(this.#tokens + this.#ratio, this.#limit);
  }

  /** Takes the price of one extra attempt, if there is enough. */
  spend(): boolean {
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}

/** Lets the budget of a network earn for one more call; returns it. */
export type BudgetForCall = (set: UpstreamSet) => AttemptBudget;

/** Makes a budget for each network, so that a network in trouble does not use up those of others. */
export function createAttemptBudgets(ratio: number, reserve: number): BudgetForCall {
  const budgets = new WeakMap<UpstreamSet, AttemptBudget>();
  const make = () => new AttemptBudget(ratio, reserve);
  return (set) => {
    const budget = getOrAdd(budgets, set, make);
    budget.earn();
    return budget;
  };
}
