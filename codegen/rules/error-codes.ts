import type { Rule } from "./rule.ts";

/** Every error has a unique code, by which the gateway finds it. */
export const errorCodes: Rule = function* ({ contract }) {
  const owners = new Map<number, string>();
  for (const { name, code } of contract.errors) {
    const owner = owners.get(code);
    if (owner === undefined) owners.set(code, name);
    else
      yield {
        subject: `components.errors.${name}`,
        path: "code",
        message: `is ${code}, like that of ${owner}`,
      };
  }
};
