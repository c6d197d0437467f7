import { clientOf } from "../net/client-address.ts";

/** Places for pending transactions: a bounded number, of which one caller gets at most half of what others leave. */
export class PendingPlaces {
  readonly #max: number;
  readonly #byCaller = new Map<string, number>();
  #taken = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** Takes a place for the caller at an address; false if its part is taken. One without an address is bounded only by all places. */
  take(address: string | undefined): boolean {
    const free = this.#max - this.#taken;
    if (free <= 0) return false;
    if (address !== undefined) {
      const own = this.#byCaller.get(clientOf(address)) ?? 0;
      if (own >= Math.max(1, (own + free) >> 1)) return false;
    }
    this.add(address);
    return true;
  }

  /** Takes a place whatever is free: for what another process took. */
  add(address: string | undefined): void {
    this.#count(address, 1);
  }

  giveBack(address: string | undefined): void {
    this.#count(address, -1);
  }

  #count(address: string | undefined, change: 1 | -1): void {
    this.#taken += change;
    if (address === undefined) return;
    const caller = clientOf(address);
    const own = (this.#byCaller.get(caller) ?? 0) + change;
    if (own === 0) this.#byCaller.delete(caller);
    else this.#byCaller.set(caller, own);
  }
}
