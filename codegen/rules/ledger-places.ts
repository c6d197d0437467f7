import type { ParamTarget } from "../../src/contract/param-description.ts";
import { hasHandler, type Method, type Param } from "../contract/contract.ts";
import { objectsIn } from "../contract/json-value.ts";
import { forEachMethod } from "./rule.ts";

/** Every parameter has a place of its own in the ledger's request, and the places leave no gap. */
export const ledgerPlaces = forEachMethod(function* (method, _input, written) {
  const { params, config } = method;
  const owners = new Map<string, number>();
  for (const [index, param] of params.entries()) {
    const path = `params[${index}].x-ledger`;
    if (!Object.hasOwn(objectsIn(written, "params")[index] ?? {}, "x-ledger")) {
      yield {
        path,
        message: 'is missing; say where the ledger expects it: {"at": "position", "index": 0}',
      };
      continue;
    }
    const key = keyOf(param.place);
    const owner = key === undefined ? undefined : owners.get(key);
    if (owner !== undefined) yield { path, message: `is already the place of params[${owner}]` };
    if (key !== undefined) owners.set(key, index);
    if (param.place.at === "config" && config === undefined) {
      yield { path, message: "is in the config object, but the method has no x-config" };
    }
    if (param.place.at === "handler" && !hasHandler(method)) {
      yield { path, message: 'is {"at": "handler"}, but by its x-origin the method has no handler' };
    }
    if (method.hasNamedParams && param.place.at !== "name" && param.place.at !== "handler") {
      yield { path, message: 'must be {"at": "name", ...}, as that of other parameters is' };
    }
  }
  const gap = firstGap(method);
  if (gap !== undefined) {
    yield { path: "params", message: `leave position ${gap} of the ledger's request empty` };
  }
  if (config !== undefined && owners.has(`position ${config.index}`)) {
    const message = `is ${config.index}, already the place of params[${owners.get(`position ${config.index}`)}]`;
    yield { path: "x-config.index", message };
  }
});

function keyOf(place: ParamTarget): string | undefined {
  switch (place.at) {
    case "position":
      return `position ${place.index}`;
    case "config":
      return `config ${place.field}`;
    case "filter":
      return `filter ${place.index} ${place.key}`;
    case "name":
      return `name ${place.key}`;
    case "list":
      return "position 0";
    case "handler":
      return undefined;
  }
}

/** The first position without a parameter, unless a handler places parameters itself. */
function firstGap(method: Method): number | undefined {
  if (method.params.some((param: Param) => param.place.at === "handler")) return undefined;
  const indexes = new Set(
    method.params.flatMap(({ place }) =>
      place.at === "position" || place.at === "filter" ? [place.index] : [],
    ),
  );
  if (method.config !== undefined) indexes.add(method.config.index);
  for (let index = 0; index < indexes.size; index += 1) if (!indexes.has(index)) return index;
  return undefined;
}
