import { counted } from "../text/wording.ts";
import { RpcError } from "./rpc-error.ts";

/** One fault in the parameters of a call; an entry of `error.data.faults`. */
interface ParamFault {
  readonly param: string;
  readonly message: string;
}

const maxListed = 10;

/** The faults in the parameters of one call. Only the first ten are listed; the rest are counted. */
export class ParamFaults {
  readonly #listed: ParamFault[] = [];
  #more = 0;

  get isEmpty(): boolean {
    return this.#listed.length === 0;
  }

  /** Adds a fault. `message` is a function because a hostile call has thousands of faults, of which few are listed. */
  add(param: string, message: () => string): void {
    if (this.#listed.length < maxListed) this.#listed.push({ param, message: message() });
    else this.#more += 1;
  }

  toError(called: string): RpcError {
    const texts = this.#listed.map(({ param, message }) => `${param} ${message}`);
    const more = this.#more;
    if (more > 0) texts.push(`and ${counted(more, "more fault")}`);
    return invalidParamsError(called, texts.join("; "), { faults: this.#listed, ...(more > 0 && { more }) });
  }
}

/** Error for invalid parameters. `called` names the method, tool or prompt. */
export function invalidParamsError(
  called: string,
  what: string,
  data?: { readonly faults: readonly ParamFault[]; readonly more?: number },
): RpcError {
  return RpcError.of("invalidParams", `Invalid params for ${called}: ${what}.`, data && { data });
}
