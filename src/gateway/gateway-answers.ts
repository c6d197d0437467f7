import type { RawJson } from "../json/raw-json.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import type { CallerLimits } from "./caller-limits.ts";
import type { CallEvent, Caller } from "./gateway-call.ts";

/** Bytes of an answer without an upstream that one point of the rate limit pays for. */
export const bytesPerPoint = 64 * 1024;

/** Admits and charges callers, and observes answers. */
interface GatewayAnswersOptions extends CallerLimits {
  readonly observe: (event: CallEvent) => void;
}

/** Answers served without an upstream. They are charged by size, because nothing else throttles the caller. */
export class GatewayAnswers {
  readonly #options: GatewayAnswersOptions;

  constructor(options: GatewayAnswersOptions) {
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

  /** Takes a point for a page, which is neither counted nor logged as a call. */
  async admitPage(caller: Caller): Promise<void> {
    await this.#options.admit(caller, 1);
  }

  /** Charges for a large answer, beyond the point that admitted its caller. */
  chargeForAnswer(caller: Caller, { byteLength }: RawJson): void {
    const further = Math.ceil(byteLength / bytesPerPoint) - 1;
    if (further > 0) this.#options.charge(caller, further);
  }
}
