import type { Param } from "../contract/contract.ts";
import { forEachMethod } from "./rule.ts";

/** Names and aliases of parameters are unique within a method. */
export const paramNames = forEachMethod(function* ({ params }) {
  const owners = new Map<string, string>();
  for (const [index, param] of params.entries()) {
    for (const [field, name] of namesOf(param)) {
      const owner = owners.get(name);
      owners.set(name, `params[${index}].${field}`);
      if (owner === undefined) continue;
      const message = `is ${JSON.stringify(name)}, which ${owner} already uses`;
      yield { path: `params[${index}].${field}`, message };
    }
    if (param.name === "network") {
      const message = 'is "network", which tools use to choose a network; call it something else';
      yield { path: `params[${index}].name`, message };
    }
  }
});

function namesOf(param: Param): readonly (readonly [field: string, name: string])[] {
  return [
    ["name", param.name],
    ...param.aliases.map((alias) => ["x-aliases", alias] as const),
    ...Object.keys(param.aliasFields ?? {}).map((alias) => ["x-aliases", alias] as const),
  ];
}

/** Optional parameters follow required ones, because positions would be ambiguous otherwise. */
export const paramOrder = forEachMethod(function* ({ params }) {
  const optional = params.findIndex((param) => !param.required);
  for (const [index, param] of params.entries()) {
    if (!param.required || optional < 0 || index < optional) continue;
    const message = `is required, but comes after params[${optional}], which is optional`;
    yield { path: `params[${index}]`, message };
  }
});
