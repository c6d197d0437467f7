import { clientBlock } from "../../net/client-address.ts";
import { ReusedMemory } from "./reused-memory.ts";

/** Memory in use by one client. */
export interface MemoryShare {
  readonly client: string;
  bytes: number;
}

/** Memory reserved for a client. */
export interface MemoryReservation {
  readonly share: MemoryShare;
  bytes: number;
}

/** One client may use at most the total divided by this. */
const minClientsToFill = 10;
/** Memory is scarce above this share of it. */
const scarceAbove = 0.75;

/** Limits the memory of all networks' state, in total and per client. An item is charged to the first client that read it. */
export class MemoryBudget {
  readonly reused = new ReusedMemory();
  readonly #maxBytes: number;
  /** The clients that use memory. */
  readonly #shares = new Map<string, MemoryShare>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Returns the memory of the client at an address. Calls without an address count as one client. */
  shareOf(address: string | undefined): MemoryShare {
    const client = clientBlock(address);
    return this.#shares.get(client) ?? { client, bytes: 0 };
  }

  /** True if little memory is left, in total or for this client. */
  isScarce(share: MemoryShare): boolean {
    return Math.max(this.#bytes, share.bytes * minClientsToFill) > this.#maxBytes * scarceAbove;
  }

  /** Reserves bytes. Returns false if there are too few left, in total or for this client. */
  take(share: MemoryShare, bytes: number): boolean {
    const fits =
      this.#bytes + bytes <= this.#maxBytes &&
      share.bytes + bytes <= Math.floor(this.#maxBytes / minClientsToFill);
    if (!fits && bytes > 0) return false;
    if (share.bytes === 0) this.#shares.set(share.client, share);
    this.#bytes += bytes;
    share.bytes += bytes;
    return true;
  }

  release(share: MemoryShare, bytes: number): void {
    this.#bytes -= bytes;
    share.bytes -= bytes;
    if (share.bytes === 0) this.#shares.delete(share.client);
  }
}
