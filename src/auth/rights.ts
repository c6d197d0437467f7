import type { TokenRights } from "../../generated/config.ts";
import type { Category, MethodDescription } from "../contract/method-description.ts";
import { matchesMethod } from "../networks/network.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import { truncate } from "../text/wording.ts";

/** The rights of a key in the configuration, or of a token. */
type RightsConfig = Pick<
  TokenRights,
  "networks" | "methods" | "categories" | "readOnly" | "sending" | "admin"
>;

/** Decides which methods and networks a caller may use. */
export class Rights {
  readonly isAdmin: boolean;
  readonly #config: RightsConfig;
  readonly #networks: ReadonlySet<string> | undefined;
  /** Cache by documented method, since every call checks. */
  readonly #missingRights = new Map<MethodDescription, string | undefined>();

  constructor(config: RightsConfig) {
    this.#config = config;
    this.isAdmin = config.admin;
    this.#networks = config.networks && new Set(config.networks);
  }

  /** The right that the caller lacks to call a method, if any. `method` is undefined for an undocumented one. */
  missingRightFor(name: string, method: MethodDescription | undefined): string | undefined {
    if (method === undefined) return this.#missingRightForUndocumented(name);
    if (!this.#missingRights.has(method))
      this.#missingRights.set(method, this.#missingRightForDocumented(method));
    return this.#missingRights.get(method);
  }

  includesNetwork(id: string): boolean {
    return this.#networks?.has(id) ?? true;
  }

  /** Throws `forbidden` for a method that the caller may not call. */
  assertMethod(name: string, method: MethodDescription | undefined): void {
    const right = this.missingRightFor(name, method);
    if (right !== undefined)
      throw missingRightError(`${JSON.stringify(truncate(name))} may not be called`, right);
  }

  /** Throws `forbidden` for a network that the caller may not use. */
  assertNetwork(id: string): void {
    if (!this.includesNetwork(id)) throw missingRightError(`Network ${id} may not be used`, "networks");
  }

  #missingRightForDocumented({ name, category, effect }: MethodDescription): string | undefined {
    const { readOnly, sending = !readOnly, admin } = this.#config;
    if (effect === "manage" && !admin) return "admin";
    if (effect === "send" && !sending) return "sending";
    if (readOnly && effect !== "read" && effect !== "simulate" && effect !== "send") return "read_only";
    return this.#missingRightForName(name, categoryWord(category));
  }

  /** An undocumented method, which the operator passes through, has an unknown category and effect. */
  #missingRightForUndocumented(name: string): string | undefined {
    const { readOnly, sending = !readOnly } = this.#config;
    if (readOnly) return "read_only";
    return sending ? this.#missingRightForName(name, undefined) : "sending";
  }

  #missingRightForName(name: string, category: string | undefined): string | undefined {
    const { methods, categories } = this.#config;
    if (methods === undefined && categories === undefined) return undefined;
    if (methods !== undefined && matchesMethod(methods, name)) return undefined;
    if (category !== undefined && categories?.includes(category) === true) return undefined;
    return methods === undefined ? "categories" : "methods";
  }
}

/** Spelling of a category in settings: `Epoch and Inflation` becomes `epoch-and-inflation`. */
export function categoryWord(category: Category): string {
  return category.toLowerCase().replaceAll(" ", "-");
}

/** The error for a request without a valid key or token. */
export function unauthorizedError(message: string): RpcError {
  return RpcError.of("unauthorized", message);
}

/** The error for a caller who lacks a right. */
export function missingRightError(what: string, right: string): RpcError {
  return RpcError.of(
    "forbidden",
    `${what}: this caller lacks the right "${right}". Ask the gateway's operator for it, or use a key that has it.`,
    { data: { right } },
  );
}
