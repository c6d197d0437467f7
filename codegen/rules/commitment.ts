import type { Rule } from "../rule.ts";

/** A parameter for the commitment has a rule that says so: without it a configured default would silently not go in. */
export const commitment: Rule = function* ({ contract }) {
  for (const { name: subject, params, commitment: rule } of contract.methods) {
    for (const [index, { name }] of params.entries()) {
      if (!/^(?:preflightC|c)ommitment$/.test(name) || rule?.param === name) continue;
      const message = `takes ${name}, but x-commitment ${rule === undefined ? "is missing" : `names ${rule.param}`}; say where it goes, or default: "node" where no configured one may go in`;
      yield { subject, path: `params[${index}]`, message };
    }
  }
};
