import { clientBlock } from "../net/client-address.ts";
import { mayTakeHalf } from "../upstream/sharing/permits.ts";

/** Limits pending transactions in total, and each client to half of what the others leave free. */
export class PendingLimit {
  readonly #max: number;
  readonly #byClient = new Map<string, number>();
  #taken = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** Counts a transaction. Returns false at the total limit or, for a call with an address, at the client's half. */
  take(address: string | undefined): boolean {
    const free = this.#max - this.#taken;
    const ofClient = address === undefined ? 0 : (this.#byClient.get(clientBlock(address)) ?? 0);
    if (!mayTakeHalf(ofClient, free)) return false;
    this.#change(address, 1);
    return true;
  }

  /** Counts a transaction taken over from another process, even at the limit. */
  takeOver(): void {
    this.#taken += 1;
  }

  release(address: string | undefined): void {
    this.#change(address, -1);
  }

  #change(address: string | undefined, count: 1 | -1): void {
    this.#taken += count;
    if (address === undefined) return;
    const client = clientBlock(address);
    const ofClient = (this.#byClient.get(client) ?? 0) + count;
    if (ofClient === 0) this.#byClient.delete(client);
    else this.#byClient.set(client, ofClient);
  }
}
