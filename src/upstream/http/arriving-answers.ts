import { RpcError } from "../../rpc/rpc-error.ts";

/** Shorter answers are not counted: there are many, and they end soon. */
const countedFromBytes = 64 * 1024;
/** Share of the bound that may stay in use when answers are refused, so that the next piece refuses no other. */
const shareKept = 7 / 8;
/** Added to the age of each answer, so that one that has just begun counts as slow. */
const addedAgeMs = 1000;

/** An answer that is being read from an upstream. */
export interface ArrivingAnswer {
  /** Ends the answer with a fault. It calls `forget`. */
  refuse(fault: RpcError): void;
}

interface CountedAnswer {
  bytes: number;
  /** `performance.now()` at which it was first counted. */
  readonly since: number;
}

/** Bounds the memory of the answers that are being read from all upstreams. Above the bound, the slowest are refused. */
export class ArrivingAnswers {
  readonly #maxBytes: number;
  readonly #counted = new Map<ArrivingAnswer, CountedAnswer>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get byteLength(): number {
    return this.#bytes;
  }

  /** Records how many bytes of an answer were read so far. */
  recordBytes(answer: ArrivingAnswer, bytes: number): void {
    if (bytes < countedFromBytes) return;
    let counted = this.#counted.get(answer);
    if (counted === undefined) {
      counted = { bytes: 0, since: performance.now() };
      this.#counted.set(answer, counted);
    }
    this.#bytes += bytes - counted.bytes;
    counted.bytes = bytes;
    if (this.#bytes > this.#maxBytes) this.#refuseSlowest();
  }

  /** Stops counting an answer that is complete or was given up after these bytes. */
  forget(answer: ArrivingAnswer, bytes: number): void {
    const counted = bytes < countedFromBytes ? undefined : this.#counted.get(answer);
    if (counted === undefined) return;
    this.#bytes -= counted.bytes;
    this.#counted.delete(answer);
  }

  #refuseSlowest(): void {
    const now = performance.now();
    const pace = ({ bytes, since }: CountedAnswer) => bytes / (now - since + addedAgeMs);
    const slowestFirst = [...this.#counted].sort(([, one], [, other]) => pace(one) - pace(other));
    const fault = noRoom(this.#maxBytes);
    for (const [answer] of slowestFirst) {
      if (this.#bytes <= this.#maxBytes * shareKept) return;
      answer.refuse(fault);
    }
  }
}

function noRoom(maxBytes: number): RpcError {
  return RpcError.of(
    "atCapacity",
    `The answers that are being read from upstreams take more than ${maxBytes} bytes of memory ` +
      "(a quarter of server_config.memory_mb), and this one came slowest: ask again, ask for less, or raise server_config.memory_mb.",
  );
}
