import { RpcError } from "../../rpc/rpc-error.ts";
import { counted } from "../../text/counted.ts";

/** One thing that is wrong with the parameters; goes into `error.data.faults`. */
export interface ParamFault {
  readonly param: string;
  readonly message: string;
}

/** Most faults that one refusal names. */
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

  /** The error that names them. */
  toError(method: string): RpcError {
    const texts = this.#named.map(({ param, message }) => `${param} ${message}`);
    const more = this.#more;
    if (more > 0) texts.push(`and ${counted(more, "more fault")}`);
    return RpcError.of("invalidParams", `Invalid params for ${method}: ${texts.join("; ")}.`, {
      data: { faults: this.#named, ...(more > 0 && { more }) },
    });
  }
}
