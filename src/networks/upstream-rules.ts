import type { UpstreamEntry } from "../../generated/config.ts";
import { matchesMethod } from "./network.ts";

/** A use of upstreams: reads, sends or subscriptions. */
export type UpstreamPurpose = UpstreamEntry["for"][number];

/** The uses and methods for which the operator allows an upstream. */
export class UpstreamRules {
  readonly #uses: ReadonlySet<UpstreamPurpose>;
  readonly #methods: UpstreamEntry["methods"];

  constructor({ for: uses, methods }: Pick<UpstreamEntry, "for" | "methods">) {
    this.#uses = new Set(uses);
    this.#methods = methods;
  }

  allowsByName(method: string): boolean {
    return matchesMethod(this.#methods.allow, method);
  }

  allows(method: string, use: UpstreamPurpose): boolean {
    if (!this.#uses.has(use)) return false;
    const { allow, deny } = this.#methods;
    return (allow.length === 0 || matchesMethod(allow, method)) && !matchesMethod(deny, method);
  }
}
