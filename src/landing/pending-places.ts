import { clientOf } from "../net/client-address.ts";

/** Places for pending transactions: a bounded number, of which one caller gets at most half of what others leave. */
export class PendingPlaces {
  readonly #max: number;
  readonly #byCaller = new Map<string, number>();
  #taken = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** Takes a place; false if all are taken, or the caller's part of them. A caller without an address has no part of its own. */
  take(address: string | undefined): boolean {
    const free = this.#max - this.#taken;
    const own = address === undefined ? 0 : (this.#byCaller.get(clientOf(address)) ?? 0);
    if (free <= 0 || (own > 0 && own >= (own + free) >> 1)) return false;
    this.add(address);
    return true;
  }

  /** Takes a place even if none is free, for a transaction that another process left; gives one back with a `count` of -1. */
  add(address: string | undefined, count: 1 | -1 = 1): void {
    this.#taken += count;
    if (address === undefined) return;
    const caller = clientOf(address);
    const own = (this.#byCaller.get(caller) ?? 0) + count;
    if (own === 0) this.#byCaller.delete(caller);
    else this.#byCaller.set(caller, own);
  }

  giveBack(address: string | undefined): void {
    this.add(address, -1);
  }
}
