/** Accounts whose state is remembered to find what changed: some 60 MB. */
const usualMax = 200_000;

/** How many accounts all subscriptions together may remember. */
export class AccountBudget {
  #left: number;

  constructor(max = usualMax) {
    this.#left = max;
  }

  /** Reserves room for one account; false when there is none left. */
  reserve(): boolean {
    if (this.#left <= 0) return false;
    this.#left -= 1;
    return true;
  }

  /** Frees the room of some accounts. */
  release(count: number): void {
    this.#left += count;
  }
}
