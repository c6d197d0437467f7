import type { ContractFault } from "../contract/contract-fault.ts";
import { typeName } from "../contract/names.ts";
import type { Rule } from "./rule.ts";

/** Every method has a unique name, and everything with a type has a unique type name. */
export const methodNames: Rule = function* ({ contract }) {
  const byType = new Map<string, string>([
    ["MethodParams", "the map of all parameters"],
    ["MethodResults", "the map of all results"],
  ]);
  for (const name of contract.schemas.keys()) {
    if (/^[A-Z][A-Za-z0-9]*$/.test(name)) byType.set(name, `the schema ${name}`);
    else
      yield schemaFault(
        name,
        'is not a type name; use letters and digits, starting with a capital: "TokenAmount"',
      );
  }
  const seen = new Set<string>();
  const names = new Map<string, string>(contract.methods.map(({ name }) => [name, `the method ${name}`]));
  for (const { name, aliases } of contract.methods) {
    if (seen.has(name)) {
      yield { subject: name, path: "", message: "is in the document twice; remove one of the two" };
      continue;
    }
    seen.add(name);
    for (const [index, alias] of aliases.entries()) {
      const other = names.get(alias);
      names.set(alias, `an alias of ${name}`);
      if (other === undefined) continue;
      yield {
        subject: name,
        path: `x-aliases[${index}]`,
        message: `is already ${other}; remove one of the two`,
      };
    }
    for (const suffix of ["Params", "Result"]) {
      const type = `${typeName(name)}${suffix}`;
      const other = byType.get(type);
      byType.set(type, `the method ${name}`);
      if (other === undefined) continue;
      yield {
        subject: name,
        path: "name",
        message: `makes the type ${type}, like ${other}; rename one of them`,
      };
      break;
    }
  }
};

function schemaFault(name: string, message: string): ContractFault {
  return { subject: `components.schemas.${name}`, path: "", message };
}

/** Every error has a unique code. */
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
