import type { Rule } from "../rule.ts";

/** A parameter that may be left out stands behind those that may not: positions could not be told apart otherwise. */
export const paramOrder: Rule = function* ({ contract }) {
  for (const { name: subject, params } of contract.methods) {
    const optional = params.findIndex((param) => !param.required);
    for (const [index, param] of params.entries()) {
      if (!param.required || optional < 0 || index < optional) continue;
      const message = `is required, but stands behind params[${optional}], which is optional`;
      yield { subject, path: `params[${index}]`, message };
    }
  }
};
