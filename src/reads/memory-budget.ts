import { clientOf } from "../net/client-address.ts";

/** The memory that one caller fills. */
export interface CallerShare {
  readonly client: string;
  bytes: number;
}

/** One caller may fill at most the total divided by this. */
const minCallersToFill = 10;
/** Memory is scarce once this share of it is taken. */
const scarceAbove = 0.75;

/** Bounds the bytes kept of all networks, in total and for each caller. An item counts for the caller that asked for it first. */
export class MemoryBudget {
  readonly #maxBytes: number;
  /** The callers for whom something is kept. */
  readonly #shares = new Map<string, CallerShare>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Bytes that are kept. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The share of the client at an address. Calls without an address have one share together. */
  shareOf(address: string | undefined): CallerShare {
    const client = address === undefined ? "" : clientOf(address);
    return this.#shares.get(client) ?? { client, bytes: 0 };
  }

  /** Whether little memory is left, in total or for this caller. */
  isScarce(share: CallerShare): boolean {
    return Math.max(this.#bytes, share.bytes * minCallersToFill) > this.#maxBytes * scarceAbove;
  }

  /** Takes bytes. Returns false if this caller has fewer left. */
  take(share: CallerShare, bytes: number): boolean {
    const fits =
      this.#bytes + bytes <= this.#maxBytes &&
      share.bytes + bytes <= Math.floor(this.#maxBytes / minCallersToFill);
    if (!fits && bytes > 0) return false;
    if (share.bytes === 0) this.#shares.set(share.client, share);
    this.#bytes += bytes;
    share.bytes += bytes;
    return true;
  }

  /** Gives bytes back. */
  giveBack(share: CallerShare, bytes: number): void {
    this.#bytes -= bytes;
    share.bytes -= bytes;
    if (share.bytes === 0) this.#shares.delete(share.client);
  }
}
