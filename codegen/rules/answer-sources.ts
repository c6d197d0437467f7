import { type Contract, type Method, type Param, resolveSchema } from "../contract/contract.ts";
import { isObject } from "../contract/json-value.ts";
import { forEachMethod } from "./rule.ts";

/** A method that is answered from another takes the same parameters, and the other's answer contains it. A source names itself. */
export const answerSources = forEachMethod(function* (method, { contract }) {
  const { from } = method;
  if (from === undefined) return;
  const source = contract.methods.find(({ name }) => name === from.method);
  if (source === undefined || !mayContain(source, method)) {
    const message = `is ${JSON.stringify(from.method)}: an answer is cut from that of another read about the head which takes the same parameters`;
    yield { path: "x-from.method", message };
  } else if (from.member !== undefined && !hasMember(contract, source, from.member)) {
    const message = `is ${JSON.stringify(from.member)}, which the answer of ${from.method} lacks`;
    yield { path: "x-from.member", message };
  }
});

/** True if the source's answer can contain the method's: same parameters, same validity. */
function mayContain(source: Method, method: Method): boolean {
  return (
    source.from?.method === source.name &&
    source.from.member === undefined &&
    [method, source].every(({ effect, cache }) => effect === "read" && cache.class === "head") &&
    paramsText(method) === paramsText(source)
  );
}

function paramsText({ params, config, commitment }: Method): string {
  const words = params.map(({ name, required, schema, place, default: given }: Param) => [
    name,
    required,
    schema,
    place,
    given ?? null,
  ]);
  return JSON.stringify([words, config ?? null, commitment ?? null]);
}

function hasMember(contract: Contract, { result }: Method, name: string): boolean {
  const { properties } = resolveSchema(contract, result);
  return isObject(properties) && Object.hasOwn(properties, name);
}
