import type { UpstreamEntry } from "../../generated/config.ts";
import { matchesMethod } from "./method-patterns.ts";

/** What an upstream is asked for. */
export type UpstreamUse = UpstreamEntry["for"][number];

/** Decisions that are kept for one upstream: clients choose the names of methods that the document does not list. */
const maxKept = 1000;

/** What the operator lets one upstream be asked for. */
export class UpstreamRules {
  readonly #uses: ReadonlySet<UpstreamUse>;
  readonly #methods: UpstreamEntry["methods"];
  readonly #kept = new Map<string, boolean>();

  constructor({ for: uses, methods }: Pick<UpstreamEntry, "for" | "methods">) {
    this.#uses = new Set(uses);
    this.#methods = methods;
  }

  /** Whether it may be asked for a method. */
  admit(method: string, use: UpstreamUse): boolean {
    if (!this.#uses.has(use)) return false;
    const { allow, deny } = this.#methods;
    if (allow.length === 0 && deny.length === 0) return true;
    const known = this.#kept.get(method);
    if (known !== undefined) return known;
    const isAdmitted = (allow.length === 0 || matchesMethod(allow, method)) && !matchesMethod(deny, method);
    if (this.#kept.size < maxKept) this.#kept.set(method, isAdmitted);
    return isAdmitted;
  }
}
