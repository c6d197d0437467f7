import { counted } from "../text/wording.ts";
import { RpcError } from "./rpc-error.ts";

/** One thing that is wrong with parameters; goes into `error.data.faults`. */
interface ParamFault {
  readonly param: string;
  readonly message: string;
}

const maxNamed = 10;

/** What is wrong with the parameters of one call: the first ten faults, and how many more there are. */
export class ParamFaults {
  readonly #named: ParamFault[] = [];
  #more = 0;

  get isEmpty(): boolean {
    return this.#named.length === 0;
  }

  /** Adds a fault. The message is written only if it will be read: a hostile call has thousands of faults. */
  add(param: string, message: () => string): void {
    if (this.#named.length < maxNamed) this.#named.push({ param, message: message() });
    else this.#more += 1;
  }

  toError(called: string): RpcError {
    const texts = this.#named.map(({ param, message }) => `${param} ${message}`);
    const more = this.#more;
    if (more > 0) texts.push(`and ${counted(more, "more fault")}`);
    return invalidParamsError(called, texts.join("; "), { faults: this.#named, ...(more > 0 && { more }) });
  }
}

/** The error for parameters of a method, or of whatever else is called, that can't be used. */
export function invalidParamsError(
  called: string,
  what: string,
  data?: { readonly faults: readonly ParamFault[]; readonly more?: number },
): RpcError {
  return RpcError.of("invalidParams", `Invalid params for ${called}: ${what}.`, data && { data });
}
