import { getOrAdd } from "../get-or-add.ts";
import type { RpcError } from "../rpc/rpc-error.ts";

/** Share of the bound that may stay in use when something is refused, so that the next piece refuses nothing else. */
const shareKept = 7 / 8;

/** Something that arrives in pieces, all of which are held until the last. */
export interface Arriving {
  /** Ends it with a fault. It calls `forget`. */
  refuse(fault: RpcError): void;
}

interface ArrivingBytesOptions {
  readonly maxBytes: number;
  readonly countedFromBytes: number;
  /** Above the bound, what has the highest rank is refused first. `ms` is the time since it was first counted. */
  readonly rank: (bytes: number, ms: number) => number;
  readonly fault: (maxBytes: number) => RpcError;
}

interface Counted {
  bytes: number;
  /** `performance.now()` at which it was first counted. */
  readonly since: number;
}

/** Bounds the memory of all that is arriving. */
export class ArrivingBytes {
  readonly #options: ArrivingBytesOptions;
  readonly #counted = new Map<Arriving, Counted>();
  #bytes = 0;

  constructor(options: ArrivingBytesOptions) {
    this.#options = options;
  }

  get byteLength(): number {
    return this.#bytes;
  }

  recordBytes(arriving: Arriving, bytes: number): void {
    if (bytes < this.#options.countedFromBytes) return;
    const counted = getOrAdd(this.#counted, arriving, () => ({ bytes: 0, since: performance.now() }));
    this.#bytes += bytes - counted.bytes;
    counted.bytes = bytes;
    if (this.#bytes > this.#options.maxBytes) this.#makeRoom();
  }

  /** Stops counting one that is complete or was given up after these bytes. */
  forget(arriving: Arriving, bytes: number): void {
    const counted = bytes < this.#options.countedFromBytes ? undefined : this.#counted.get(arriving);
    if (counted === undefined) return;
    this.#bytes -= counted.bytes;
    this.#counted.delete(arriving);
  }

  #makeRoom(): void {
    const { maxBytes, rank, fault } = this.#options;
    const now = performance.now();
    const rankOf = ({ bytes, since }: Counted) => rank(bytes, now - since);
    const refusal = fault(maxBytes);
    for (const [arriving] of [...this.#counted].sort(([, one], [, other]) => rankOf(other) - rankOf(one))) {
      if (this.#bytes <= maxBytes * shareKept) return;
      arriving.refuse(refusal);
    }
  }
}
