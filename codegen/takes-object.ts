import { type Contract, resolveSchema } from "./contract.ts";
import { isObject, type JsonObject, type JsonValue } from "./json-value.ts";

/** Whether a value of this schema can be an object. */
export function takesObject(contract: Pick<Contract, "schemas">, schema: JsonObject): boolean {
  const { type, enum: values, anyOf, oneOf } = resolveSchema(contract, schema);
  if (Array.isArray(values)) return values.some(isObject);
  const choices = anyOf ?? oneOf;
  if (Array.isArray(choices)) return choices.some((choice) => isChoice(contract, choice));
  return type === undefined || type === "object" || (Array.isArray(type) && type.includes("object"));
}

function isChoice(contract: Pick<Contract, "schemas">, choice: JsonValue): boolean {
  return isObject(choice) && takesObject(contract, choice);
}
