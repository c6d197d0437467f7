import { LRUCache } from "lru-cache";
import type { RawJson } from "../json/raw-json.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import type { CallerLimits } from "./caller-limits.ts";
import type { CallEvent, Caller } from "./gateway-call.ts";

/** Bytes that one point of the rate limit pays for in an answer that needs no upstream. */
export const bytesPerPoint = 64 * 1024;
/** Memory for answers whose bytes are shared, and the longest key that is kept with one. */
const maxSharedBytes = 8 * 1024 * 1024;
const maxKeyLength = 512;

/** Admits callers, charges them for what an answer costs beyond, and records the answer. */
interface LocalAnswersOptions extends CallerLimits {
  readonly observe: (event: CallEvent) => void;
}

/**
 * Answers that need no upstream. They cost points by size, since no upstream slows their callers down. Equal large
 * answers share their bytes.
 */
export class LocalAnswers {
  readonly #options: LocalAnswersOptions;
  readonly #byKey = new LRUCache<string, RawJson>({
    maxSize: maxSharedBytes,
    sizeCalculation: ({ byteLength }) => byteLength,
  });

  constructor(options: LocalAnswersOptions) {
    this.#options = options;
  }

  /** Admits the caller, makes the answer and charges for it. `key` names what was asked: equal ones share bytes. */
  async answer(caller: Caller, key: string, make: () => RawJson | Promise<RawJson>): Promise<RawJson> {
    const started = performance.now();
    let fault: RpcError | undefined;
    try {
      await this.#options.admit(caller, 1);
      return this.chargeForAnswer(caller, key, await make());
    } catch (caught) {
      fault = RpcError.from(caught);
      throw fault;
    } finally {
      const seconds = (performance.now() - started) / 1000;
      const { transport } = caller;
      this.#options.observe({ method: undefined, network: undefined, transport, seconds, fault });
    }
  }

  /** Takes a point for a page, which is not a call: it is neither counted nor logged as one. */
  async admitPage(caller: Caller): Promise<void> {
    await this.#options.admit(caller, 1);
  }

  /** Charges a caller, admitted for one point, for the rest of a large answer; returns its bytes, shared with an equal one. */
  chargeForAnswer(caller: Caller, key: string, answer: RawJson): RawJson {
    const further = Math.ceil(answer.byteLength / bytesPerPoint) - 1;
    if (further <= 0) return answer;
    this.#options.charge(caller, further);
    return this.#share(key, answer);
  }

  #share(key: string, answer: RawJson): RawJson {
    if (key.length > maxKeyLength) return answer;
    const earlier = this.#byKey.get(key);
    if (earlier?.byteLength === answer.byteLength && earlier.toBuffer().equals(answer.toBuffer()))
      return earlier;
    this.#byKey.set(key, answer);
    return answer;
  }
}
