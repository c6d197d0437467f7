import { clientOf } from "../net/client-address.ts";

/** What one caller takes of the room. */
export interface Share {
  readonly client: string;
  bytes: number;
}

/** One caller's reads fill at most one part in this many. */
const parts = 10;
/** From this part of it on, room is scarce. */
const scarceFrom = 0.75;

/** The bytes that all networks may keep, and who fills them: each item counts for the caller that asked for it first. */
export class Room {
  readonly #maxBytes: number;
  /** Of callers for whom something is kept. */
  readonly #shares = new Map<string, Share>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Bytes that are kept. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The share of a client, by its address; calls without one have one together. */
  shareOf(address: string | undefined): Share {
    const client = address === undefined ? "" : clientOf(address);
    return this.#shares.get(client) ?? { client, bytes: 0 };
  }

  /** Whether what may be of use later should make room for what is of use now. */
  isScarce(share: Share): boolean {
    return Math.max(this.#bytes, share.bytes * parts) > this.#maxBytes * scarceFrom;
  }

  /** Takes bytes; false if there are not as many left for this caller. */
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
