import { type JsonObject, objectsIn } from "../contract/json-value.ts";
import { forEachMethod } from "./rule.ts";

/** The keys of a method, in order. */
export const methodKeys: readonly string[] =
  `name tags summary description deprecated paramStructure params result errors examples x-kind x-origin
  x-effect x-typed-by x-config x-commitment x-alternatives x-refuses x-wrapped
  x-aliases x-upstream-names x-cache x-merge x-from x-slot-at x-history x-heavy x-networks x-providers x-releases x-tool x-subscription`.split(
    /\s+/,
  );

const paramKeys =
  `name summary required schema x-ledger x-aliases x-default x-providers x-releases x-tool`.split(/\s+/);

/** Keys of methods and parameters have a fixed order, so that methods compare line by line. */
export const keyOrder = forEachMethod(function* (_method, _input, written) {
  const message = misplaced(written, methodKeys);
  if (message !== undefined) yield { path: "", message };
  for (const [index, param] of objectsIn(written, "params").entries()) {
    const inside = misplaced(param, paramKeys);
    if (inside !== undefined) yield { path: `params[${index}]`, message: inside };
  }
});

/** Names the first key that is out of order; other rules check unknown keys. */
function misplaced(object: JsonObject, order: readonly string[]): string | undefined {
  const keys = Object.keys(object).filter((key) => order.includes(key));
  for (const [index, key] of keys.entries()) {
    const next = keys[index + 1];
    if (next !== undefined && order.indexOf(next) < order.indexOf(key))
      return `has ${next} after ${key}; it must be before`;
  }
  return undefined;
}
