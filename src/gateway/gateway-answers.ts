import type { MethodDescription } from "../contract/method-description.ts";
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

  /** Admits the caller, makes the answer and charges for it. `method` is undefined for anything but a documented method. */
  async answer(
    caller: Caller,
    make: () => RawJson | Promise<RawJson>,
    method?: MethodDescription,
  ): Promise<RawJson> {
    const started = performance.now();
    let error: RpcError | undefined;
    try {
      await this.#options.admit(caller, 1, method?.name);
      const answer = await make();
      // The first point admitted the caller.
      const further = Math.ceil(answer.byteLength / bytesPerPoint) - 1;
      if (further > 0) this.#options.charge(caller, further);
      return answer;
    } catch (caught) {
      error = RpcError.from(caught);
      throw error;
    } finally {
      const seconds = (performance.now() - started) / 1000;
      const { transport } = caller;
      this.#options.observe({ method, network: undefined, transport, seconds, error });
    }
  }

  /** Takes a point for a page, which is neither counted nor logged as a call. */
  async admitPage(caller: Caller): Promise<void> {
    await this.#options.admit(caller, 1);
  }
}
