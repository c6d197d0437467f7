import { didYouMean, nearest } from "../../src/text/did-you-mean.ts";
import type { ContractFault } from "../contract/contract-fault.ts";
import type { JsonObject } from "../contract/json-value.ts";
import { objectsIn, textMember } from "../contract/json-value.ts";
import type { Rule } from "./rule.ts";

/** Every `x-` field is declared, with its schema, in `x-extensions`. Finds misspelt fields. */
export const declaredExtensions: Rule = function* ({ document, methods }) {
  const declared = objectsIn(document, "x-extensions").map((extension) => textMember(extension, "name"));
  for (const method of methods) {
    const subject = textMember(method, "name");
    yield* undeclared(subject, "", method, declared);
    for (const [index, param] of objectsIn(method, "params").entries()) {
      yield* undeclared(subject, `params[${index}].`, param, declared);
    }
  }
};

function* undeclared(
  subject: string,
  path: string,
  object: JsonObject,
  declared: readonly string[],
): Generator<ContractFault> {
  for (const key of Object.keys(object)) {
    if (!key.startsWith("x-") || declared.includes(key)) continue;
    const hint = didYouMean(nearest(key, declared, 1), "declare it there");
    yield { subject, path: `${path}${key}`, message: `is not declared in x-extensions; ${hint}` };
  }
}
