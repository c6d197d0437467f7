import { clientBlock } from "../../net/client-address.ts";
import { ReusedMemory } from "./reused-memory.ts";

/** How much memory one client fills. */
export interface ClientMemory {
  readonly client: string;
  bytes: number;
}

/** Memory that was taken for a client. */
export interface MemoryReservation {
  readonly share: ClientMemory;
  bytes: number;
}

/** One client may fill at most the total divided by this. */
const minClientsToFill = 10;
/** Memory is scarce once this share of it is taken. */
const scarceAbove = 0.75;

/** Bounds the bytes kept of all networks, in total and for each client. An item counts for the client that asked for it first. */
export class MemoryBudget {
  readonly reused = new ReusedMemory();
  readonly #maxBytes: number;
  /** The clients for whom something is kept. */
  readonly #shares = new Map<string, ClientMemory>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** The share of the client at an address. Calls without an address count as one client. */
  shareOf(address: string | undefined): ClientMemory {
    const client = clientBlock(address);
    return this.#shares.get(client) ?? { client, bytes: 0 };
  }

  /** Whether little memory is left, in total or for this client. */
  isScarce(share: ClientMemory): boolean {
    return Math.max(this.#bytes, share.bytes * minClientsToFill) > this.#maxBytes * scarceAbove;
  }

  /** Takes bytes. Returns false if this client has fewer left. */
  take(share: ClientMemory, bytes: number): boolean {
    const fits =
      this.#bytes + bytes <= this.#maxBytes &&
      share.bytes + bytes <= Math.floor(this.#maxBytes / minClientsToFill);
    if (!fits && bytes > 0) return false;
    if (share.bytes === 0) this.#shares.set(share.client, share);
    this.#bytes += bytes;
    share.bytes += bytes;
    return true;
  }

  release(share: ClientMemory, bytes: number): void {
    this.#bytes -= bytes;
    share.bytes -= bytes;
    if (share.bytes === 0) this.#shares.delete(share.client);
  }
}
