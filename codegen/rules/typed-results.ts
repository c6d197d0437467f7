import { type Method, resolveSchema } from "../contract/contract.ts";
import { type ContractFault, pathOf } from "../contract/contract-fault.ts";
import type { JsonObject } from "../contract/json-value.ts";
import { type Condition, conditionOf } from "../contract/result-forms.ts";
import { innerSchemas } from "../contract/walk-schema.ts";
import type { Rule, RuleInput } from "./rule.ts";

/** `x-typed-by` of methods and `x-when` of schemas agree, and `x-when` is only where types can express it. */
export const typedResults: Rule = function* ({ contract }) {
  const words = new Map<string, Set<string>>();
  for (const method of contract.methods) {
    yield* otherDefaults(method);
    for (const name of Object.keys(method.typedBy ?? {})) {
      words.set(name, wordsOf(contract, method, name, words.get(name)));
    }
  }
  for (const [name, schema] of contract.schemas) {
    const subject = `components.schemas.${name}`;
    for (const { path, condition } of conditionsOf(schema)) {
      if (isExpressible(path, schema)) yield* unknownChoices(subject, path, condition, words);
      else yield { subject, path: pathOf(path), message: misplaced };
    }
  }
};

const misplaced =
  "has x-when, which is allowed next to a reference in anyOf, and in a field of a shared schema";

function* otherDefaults({ name: subject, params, typedBy = {} }: Method): Generator<ContractFault> {
  for (const param of params) {
    const absent = typedBy[param.name];
    if (absent === undefined || param.default === undefined || param.default === absent) continue;
    const message = `is ${JSON.stringify(absent)}, but x-default of the parameter is ${JSON.stringify(param.default)}`;
    yield { subject, path: `x-typed-by.${param.name}`, message };
  }
}

/** The words of a choice, in this method and the previous ones. */
function wordsOf(
  contract: RuleInput["contract"],
  { params, typedBy }: Method,
  name: string,
  words: Set<string> = new Set(),
): Set<string> {
  const param = params.find((one) => one.name === name);
  const { enum: values } = param === undefined ? {} : resolveSchema(contract, param.schema);
  for (const value of Array.isArray(values) ? values : []) words.add(JSON.stringify(value));
  const fixed = typedBy?.[name];
  if (fixed !== undefined && fixed !== null) words.add(JSON.stringify(fixed));
  if (param?.schema.type === "boolean") words.add("true").add("false");
  return words;
}

function* unknownChoices(
  subject: string,
  path: readonly string[],
  condition: Condition,
  words: ReadonlyMap<string, Set<string>>,
): Generator<ContractFault> {
  for (const [choice, values] of Object.entries(condition)) {
    const choiceWords = words.get(choice);
    const place = pathOf([...path, "x-when", choice]);
    if (choiceWords === undefined)
      yield { subject, path: place, message: "is not in the x-typed-by of any method" };
    for (const value of values === "given" ? [] : values) {
      const word = JSON.stringify(value);
      if (choiceWords?.has(word) === false)
        yield { subject, path: place, message: `has ${word}, which no parameter accepts` };
    }
  }
}

/** Every condition inside a schema, with its path. */
function* conditionsOf(
  schema: JsonObject,
  path: readonly string[] = [],
): Generator<{ readonly path: readonly string[]; readonly condition: Condition }> {
  const condition = conditionOf(schema);
  if (condition !== undefined) yield { path, condition };
  for (const [inner, child] of innerSchemas(schema)) {
    yield* conditionsOf(child, [...path, ...inner.split("/").slice(1)]);
  }
}

/** True if types can express a condition there: in a field of the schema, or next to a reference in a union. */
function isExpressible(path: readonly string[], schema: JsonObject): boolean {
  if (path.length === 2 && path[0] === "properties") return true;
  if (path.at(-2) !== "anyOf") return false;
  let target: unknown = schema;
  for (const key of path) target = (target as Record<string, unknown>)[key];
  return typeof (target as JsonObject).$ref === "string";
}
