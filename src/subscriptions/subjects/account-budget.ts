/** How many accounts all subscriptions together may remember (`websocket.full_reads.max_accounts`). */
export class AccountBudget {
  #left: number;

  constructor(max: number) {
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
