import type { UpstreamEntry } from "../../generated/config.ts";
import { matchesMethod } from "./method-patterns.ts";

/** What an upstream may be used for. */
export type UpstreamUse = UpstreamEntry["for"][number];

/** What the operator allows one upstream to be used for. */
export class UpstreamRules {
  readonly #uses: ReadonlySet<UpstreamUse>;
  readonly #methods: UpstreamEntry["methods"];

  constructor({ for: uses, methods }: Pick<UpstreamEntry, "for" | "methods">) {
    this.#uses = new Set(uses);
    this.#methods = methods;
  }

  /** Whether the operator names a method among those that it takes. */
  names(method: string): boolean {
    return matchesMethod(this.#methods.allow, method);
  }

  /** Whether it may be called with a method. */
  allows(method: string, use: UpstreamUse): boolean {
    if (!this.#uses.has(use)) return false;
    const { allow, deny } = this.#methods;
    return (allow.length === 0 || matchesMethod(allow, method)) && !matchesMethod(deny, method);
  }
}
