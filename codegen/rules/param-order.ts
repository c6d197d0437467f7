import type { Rule } from "./rule.ts";

/** Optional parameters come after required ones, as otherwise positions would be ambiguous. */
export const paramOrder: Rule = function* ({ contract }) {
  for (const { name: subject, params } of contract.methods) {
    const optional = params.findIndex((param) => !param.required);
    for (const [index, param] of params.entries()) {
      if (!param.required || optional < 0 || index < optional) continue;
      const message = `is required, but comes after params[${optional}], which is optional`;
      yield { subject, path: `params[${index}]`, message };
    }
  }
};
