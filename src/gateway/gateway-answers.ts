import type { RawJson } from "../json/raw-json.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import type { CallerLimits } from "./caller-limits.ts";
import type { CallEvent, Caller } from "./gateway-call.ts";

/** Bytes that one point of the rate limit pays for in an answer that needs no upstream. */
export const bytesPerPoint = 64 * 1024;

/** Admits callers, charges them for what an answer costs beyond, and records the answer. */
interface LocalAnswersOptions extends CallerLimits {
  readonly observe: (event: CallEvent) => void;
}

/** Answers that need no upstream. They cost points by size, since no upstream slows their callers down. */
export class GatewayAnswers {
  readonly #options: LocalAnswersOptions;

  constructor(options: LocalAnswersOptions) {
    this.#options = options;
  }

  /** Admits the caller, makes the answer and charges for it. */
  async answer(caller: Caller, make: () => RawJson | Promise<RawJson>): Promise<RawJson> {
    const started = performance.now();
    let error: RpcError | undefined;
    try {
      await this.#options.admit(caller, 1);
      const answer = await make();
      this.chargeForAnswer(caller, answer);
      return answer;
    } catch (caught) {
      error = RpcError.from(caught);
      throw error;
    } finally {
      const seconds = (performance.now() - started) / 1000;
      const { transport } = caller;
      this.#options.observe({ method: undefined, network: undefined, transport, seconds, error });
    }
  }

  /** Takes a point for a page, which is not a call: it is neither counted nor logged as one. */
  async admitPage(caller: Caller): Promise<void> {
    await this.#options.admit(caller, 1);
  }

  /** Charges a caller, admitted for one point, for the rest of a large answer. */
  chargeForAnswer(caller: Caller, { byteLength }: RawJson): void {
    const further = Math.ceil(byteLength / bytesPerPoint) - 1;
    if (further > 0) this.#options.charge(caller, further);
  }
}
