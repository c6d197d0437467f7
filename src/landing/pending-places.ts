import { clientOf } from "../net/client-address.ts";

/** Limits pending transactions: in total, and each caller to half of the places that others leave free. */
export class PendingPlaces {
  readonly #max: number;
  readonly #byCaller = new Map<string, number>();
  #taken = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** Takes a place. Returns false if none is free, or the caller has its half. A call without an address has only the first limit. */
  take(address: string | undefined): boolean {
    const free = this.#max - this.#taken;
    const own = address === undefined ? 0 : (this.#byCaller.get(clientOf(address)) ?? 0);
    if (free <= 0 || (own > 0 && own >= (own + free) >> 1)) return false;
    this.add(address);
    return true;
  }

  /** Takes a place even if none is free, for a transaction taken over from another process. A `count` of -1 gives one back. */
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
