import { type Contract, type Method, type Param, resolveSchema } from "../contract/contract.ts";
import { isObject } from "../contract/json-value.ts";
import type { Rule } from "./rule.ts";

/** A method whose answer is cut from that of another is asked for in the same words, and that answer has it. What is a source is its own. */
export const answerSources: Rule = function* ({ contract }) {
  for (const method of contract.methods) {
    const { name: subject, from } = method;
    if (from === undefined) continue;
    const source = contract.methods.find(({ name }) => name === from.method);
    if (source === undefined || !mayHold(source, method)) {
      const message = `is ${JSON.stringify(from.method)}: an answer is cut from that of another read about the head which takes the same parameters`;
      yield { subject, path: "x-from.method", message };
    } else if (from.member !== undefined && !hasMember(contract, source, from.member)) {
      const message = `is ${JSON.stringify(from.member)}, which the answer of ${from.method} lacks`;
      yield { subject, path: "x-from.member", message };
    }
  }
};

/** Whether one answer can hold another: both are asked for in the same words, and true for as long. */
function mayHold(source: Method, method: Method): boolean {
  return (
    source.from?.method === source.name &&
    source.from.member === undefined &&
    [method, source].every(({ effect, cache }) => effect === "read" && cache.class === "head") &&
    wordsOf(method) === wordsOf(source)
  );
}

function wordsOf({ params, config, commitment }: Method): string {
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
