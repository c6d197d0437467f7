import { getOrAdd } from "../get-or-add.ts";
import type { RpcError } from "../rpc/rpc-error.ts";

/** Above the limit, bodies are refused until usage is below this share of it, so that the next chunk doesn't cause another refusal. */
const shareKept = 7 / 8;

/** A body that arrives in chunks and is buffered until it is complete. */
export interface IncomingBody {
  /** Aborts it with an error. Must call `forget`. */
  refuse(error: RpcError): void;
}

interface IncomingBytesOptions {
  readonly maxBytes: number;
  readonly minCountedBytes: number;
  /** Above the limit, the body with the highest rank is refused first. `ms` is the time since it was first counted. */
  readonly rank: (bytes: number, ms: number) => number;
  readonly error: (maxBytes: number) => RpcError;
}

interface Counted {
  bytes: number;
  /** `performance.now()` when it was first counted. */
  readonly since: number;
}

/** Limits the memory of all bodies that are partly received. */
export class IncomingBytes {
  readonly #options: IncomingBytesOptions;
  readonly #counted = new Map<IncomingBody, Counted>();
  #bytes = 0;

  constructor(options: IncomingBytesOptions) {
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

  /** Stops counting a body that is complete or was aborted after `bytes`. */
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
