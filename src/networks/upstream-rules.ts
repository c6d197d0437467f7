import type { UpstreamEntry } from "../../generated/config.ts";
import { matchesMethod } from "./method-patterns.ts";

/** What an upstream may be used for. */
export type UpstreamUse = UpstreamEntry["for"][number];

/** Most decisions kept for one upstream: clients choose the names of methods that the document does not list. */
const maxKnown = 1000;

/** What the operator allows one upstream to be used for. */
export class UpstreamRules {
  readonly #uses: ReadonlySet<UpstreamUse>;
  readonly #methods: UpstreamEntry["methods"];
  readonly #known = new Map<string, boolean>();

  constructor({ for: uses, methods }: Pick<UpstreamEntry, "for" | "methods">) {
    this.#uses = new Set(uses);
    this.#methods = methods;
  }

  /** Whether the operator lists a method as one that it takes. */
  names(method: string): boolean {
    return matchesMethod(this.#methods.allow, method);
  }

  /** Whether it may be sent a method. */
  allows(method: string, use: UpstreamUse): boolean {
    if (!this.#uses.has(use)) return false;
    const { allow, deny } = this.#methods;
    if (allow.length === 0 && deny.length === 0) return true;
    const known = this.#known.get(method);
    if (known !== undefined) return known;
    const isAllowed = (allow.length === 0 || matchesMethod(allow, method)) && !matchesMethod(deny, method);
    if (this.#known.size < maxKnown) this.#known.set(method, isAllowed);
    return isAllowed;
  }
}
