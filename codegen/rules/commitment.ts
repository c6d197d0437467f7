import type { Rule } from "./rule.ts";

/** A commitment parameter has a rule: without it a configured default would silently not be filled in. */
export const commitment: Rule = function* ({ contract }) {
  for (const { name: subject, params, commitment: rule } of contract.methods) {
    for (const [index, { name }] of params.entries()) {
      if (!/^(?:preflightC|c)ommitment$/.test(name) || rule?.param === name) continue;
      const message = `takes ${name}, but x-commitment ${rule === undefined ? "is missing" : `names ${rule.param}`}; add it, with default: "node" if the configured one must not be filled in`;
      yield { subject, path: `params[${index}]`, message };
    }
  }
};
