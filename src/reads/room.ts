import { clientOf } from "../net/client-address.ts";

/** The memory that one caller fills. */
export interface Share {
  readonly client: string;
  bytes: number;
}

/** One caller may fill at most the whole divided by this. */
const parts = 10;
/** Room is scarce once this share of it is taken. */
const scarceFrom = 0.75;

/** Bounds the bytes kept of all networks, in total and for each caller. An item counts for the caller that asked for it first. */
export class Room {
  readonly #maxBytes: number;
  /** The callers for whom something is kept. */
  readonly #shares = new Map<string, Share>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Bytes that are kept. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The share of the client at an address. Calls without an address have one share together. */
  shareOf(address: string | undefined): Share {
    const client = address === undefined ? "" : clientOf(address);
    return this.#shares.get(client) ?? { client, bytes: 0 };
  }

  /** Whether little room is left, in total or for this caller. */
  isScarce(share: Share): boolean {
    return Math.max(this.#bytes, share.bytes * parts) > this.#maxBytes * scarceFrom;
  }

  /** Takes bytes. Returns false if this caller has fewer left. */
  take(share: Share, bytes: number): boolean {
    const fits =
      this.#bytes + bytes <= this.#maxBytes && share.bytes + bytes <= Math.floor(this.#maxBytes / parts);
    if (!fits && bytes > 0) return false;
    if (share.bytes === 0) this.#shares.set(share.client, share);
    this.#bytes += bytes;
    share.bytes += bytes;
    return true;
  }

  /** Gives bytes back. */
  giveBack(share: Share, bytes: number): void {
    this.#bytes -= bytes;
    share.bytes -= bytes;
    if (share.bytes === 0) this.#shares.delete(share.client);
  }
}
