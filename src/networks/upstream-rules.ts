import type { UpstreamEntry } from "../../generated/config.ts";
import { matchesMethod } from "./network.ts";

/** What an upstream is used for: reads, sends or subscriptions. */
export type UpstreamPurpose = UpstreamEntry["for"][number];

/** The purposes and methods for which the operator allows an upstream. */
export class UpstreamRules {
  readonly #purposes: ReadonlySet<UpstreamPurpose>;
  readonly #methods: UpstreamEntry["methods"];

  constructor({ for: purposes, methods }: Pick<UpstreamEntry, "for" | "methods">) {
    this.#purposes = new Set(purposes);
    this.#methods = methods;
  }

  allowsByName(method: string): boolean {
    return matchesMethod(this.#methods.allow, method);
  }

  allows(method: string, purpose: UpstreamPurpose): boolean {
    if (!this.#purposes.has(purpose)) return false;
    const { allow, deny } = this.#methods;
    return (allow.length === 0 || matchesMethod(allow, method)) && !matchesMethod(deny, method);
  }
}
