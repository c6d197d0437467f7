import { clientBlock } from "../../net/client-address.ts";
import { ReusedMemory } from "./reused-memory.ts";

/** How much memory one client fills. */
export interface ClientUsage {
  readonly client: string;
  bytes: number;
}

/** Memory that was taken for a client. */
export interface Charge {
  readonly usage: ClientUsage;
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
  readonly #usages = new Map<string, ClientUsage>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** The usage of the client at an address. Calls without an address count as one client. */
  usageOf(address: string | undefined): ClientUsage {
    const client = clientBlock(address);
    return this.#usages.get(client) ?? { client, bytes: 0 };
  }

  /** Whether little memory is left, in total or for this client. */
  isScarce(usage: ClientUsage): boolean {
    return Math.max(this.#bytes, usage.bytes * minClientsToFill) > this.#maxBytes * scarceAbove;
  }

  /** Takes bytes. Returns false if this client has fewer left. */
  take(usage: ClientUsage, bytes: number): boolean {
    const fits =
      this.#bytes + bytes <= this.#maxBytes &&
      usage.bytes + bytes <= Math.floor(this.#maxBytes / minClientsToFill);
    if (!fits && bytes > 0) return false;
    if (usage.bytes === 0) this.#usages.set(usage.client, usage);
    this.#bytes += bytes;
    usage.bytes += bytes;
    return true;
  }

  giveBack(usage: ClientUsage, bytes: number): void {
    this.#bytes -= bytes;
    usage.bytes -= bytes;
    if (usage.bytes === 0) this.#usages.delete(usage.client);
  }
}
