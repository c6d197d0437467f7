import { didYouMean, nearest } from "../../src/text/did-you-mean.ts";
import { type JsonObject, objectsIn, textMember } from "../contract/json-value.ts";
import { forEachMethod, type MethodFault } from "./rule.ts";

/** Every `x-` field is declared, with its schema, in `x-extensions`. Finds misspelt fields. */
export const declaredExtensions = forEachMethod(function* (_method, { document }, written) {
  const declared = objectsIn(document, "x-extensions").map((extension) => textMember(extension, "name"));
  yield* undeclared("", written, declared);
  for (const [index, param] of objectsIn(written, "params").entries())
    yield* undeclared(`params[${index}].`, param, declared);
});

function* undeclared(path: string, object: JsonObject, declared: readonly string[]): Generator<MethodFault> {
  for (const key of Object.keys(object)) {
    if (!key.startsWith("x-") || declared.includes(key)) continue;
    const hint = didYouMean(nearest(key, declared, 1), "declare it there");
    yield { path: `${path}${key}`, message: `is not declared in x-extensions; ${hint}` };
  }
}
