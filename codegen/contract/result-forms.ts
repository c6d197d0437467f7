import { type Contract, refName } from "./contract.ts";
import { isObject, type JsonObject, type JsonValue, toPlain } from "./json-value.ts";
import { propertyKey } from "./literal.ts";
import { innerSchemas } from "./walk-schema.ts";

/** File of the types that narrow a result to its form. */
export const formFile = "../src/client/shared/result-form.ts";

/** The `x-when` of a schema: the values of each choice for which it applies. */
export type Condition = Readonly<Record<string, "given" | readonly JsonValue[]>>;

/** The choices of the caller for which a form or a field applies; undefined for all. */
export function conditionOf(schema: JsonValue | undefined): Condition | undefined {
  const condition = isObject(schema) ? schema["x-when"] : undefined;
  return isObject(condition) ? (condition as Condition) : undefined;
}

/** A condition as a type: `{ encoding: "base64" | "jsonParsed" }`. */
export function conditionType(condition: Condition): string {
  const choices = Object.entries(condition).map(
    ([choice, values]) =>
      `${propertyKey(choice)}: ${values === "given" ? "{}" : values.map(valueType).join(" | ")}`,
  );
  return `{ ${choices.join("; ")} }`;
}

/** The type of one value; null means that no choice was made. */
export function valueType(value: JsonValue): string {
  return value === null ? "undefined" : JSON.stringify(toPlain(value));
}

/** The fields of an object that have a condition, with the condition. */
export function conditionalFields(schema: JsonObject): readonly (readonly [name: string, Condition])[] {
  const { properties } = schema;
  return Object.entries(isObject(properties) ? properties : {}).flatMap(([name, field]) => {
    const condition = conditionOf(field);
    return condition === undefined ? [] : [[name, condition] as const];
  });
}

/** Names of the shared schemas whose type depends on what the caller chose. */
export function formDependentSchemas(contract: Pick<Contract, "schemas">): ReadonlySet<string> {
  const dependent = new Set<string>();
  // References to a dependent schema make a schema dependent too, so this repeats until nothing changes.
  for (let previous = -1; previous < dependent.size; ) {
    previous = dependent.size;
    for (const [name, schema] of contract.schemas) if (dependsOnForm(schema, dependent)) dependent.add(name);
  }
  return dependent;
}

/** True if a schema contains a condition, or refers to a schema that does. */
export function dependsOnForm(schema: JsonObject, dependent: ReadonlySet<string>): boolean {
  const name = refName(schema);
  if (conditionOf(schema) !== undefined || (name !== undefined && dependent.has(name))) return true;
  return [...innerSchemas(schema)].some(([, inner]) => dependsOnForm(inner, dependent));
}
