import { getOrAdd } from "../get-or-add.ts";
import type { RpcError } from "../rpc/rpc-error.ts";

/** Share of the bound that may stay in use when something is refused, so that the next piece refuses nothing else. */
const shareKept = 7 / 8;

/** Something that arrives in pieces, all of which are held until the last. */
export interface IncomingBody {
  /** Ends it with a error. It calls `forget`. */
  refuse(error: RpcError): void;
}

interface ArrivingBytesOptions {
  readonly maxBytes: number;
  readonly minCountedBytes: number;
  /** Above the bound, what has the highest rank is refused first. `ms` is the time since it was first counted. */
  readonly rank: (bytes: number, ms: number) => number;
  readonly error: (maxBytes: number) => RpcError;
}

interface Counted {
  bytes: number;
  /** `performance.now()` at which it was first counted. */
  readonly since: number;
}

/** Bounds the memory of all that is arriving. */
export class IncomingBytes {
  readonly #options: ArrivingBytesOptions;
  readonly #counted = new Map<IncomingBody, Counted>();
  #bytes = 0;

  constructor(options: ArrivingBytesOptions) {
    this.#options = options;
  }

  get byteLength(): number {
    return this.#bytes;
  }

  recordBytes(incoming: IncomingBody, bytes: number): void {
    if (bytes < this.#options.minCountedBytes) return;
    const counted = getOrAdd(this.#counted, incoming, () => ({ bytes: 0, since: performance.now() }));
    this.#bytes += bytes - counted.bytes;
    counted.bytes = bytes;
    if (this.#bytes > this.#options.maxBytes) this.#makeRoom();
  }

  /** Stops counting one that is complete or was given up after these bytes. */
  forget(incoming: IncomingBody, bytes: number): void {
    const counted = bytes < this.#options.minCountedBytes ? undefined : this.#counted.get(incoming);
    if (counted === undefined) return;
    this.#bytes -= counted.bytes;
    this.#counted.delete(incoming);
  }

  #makeRoom(): void {
    const { maxBytes, rank, error } = this.#options;
    const now = performance.now();
    const rankOf = ({ bytes, since }: Counted) => rank(bytes, now - since);
    const refusal = error(maxBytes);
    for (const [incoming] of [...this.#counted].sort(([, one], [, other]) => rankOf(other) - rankOf(one))) {
      if (this.#bytes <= maxBytes * shareKept) return;
      incoming.refuse(refusal);
    }
  }
}
