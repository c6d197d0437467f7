import { resolveSchema } from "../contract/contract.ts";
import type { Rule } from "./rule.ts";

/** Classes whose answers are kept past the slot of their context, which readers would take for the current one. */
const longClasses: readonly string[] = ["epoch", "static"];

/** An answer with a context is kept for the slot that it names. */
export const keptContexts: Rule = function* ({ contract }) {
  for (const { name: subject, cache, result } of contract.methods) {
    const { required } = resolveSchema(contract, result);
    if (!longClasses.includes(cache.class)) continue;
    if (!Array.isArray(required) || !required.includes("context")) continue;
    const message = `is ${JSON.stringify(cache.class)}, but the answer names the slot of its state in its context; use "head"`;
    yield { subject, path: "x-cache.class", message };
  }
};
