import type { JsonObject, JsonValue } from "./json-value.ts";

/** Bounds of a whole number. */
interface IntegerRange {
  readonly minimum: bigint;
  readonly maximum: bigint;
}

/** Exact bounds of an integer schema that has both; undefined for any other schema. */
export function integerRange(schema: JsonObject): IntegerRange | undefined {
  if (schema.type !== "integer") return undefined;
  const minimum = exact(schema.minimum);
  const maximum = exact(schema.maximum);
  return minimum === undefined || maximum === undefined ? undefined : { minimum, maximum };
}

function exact(value: JsonValue | undefined): bigint | undefined {
  if (typeof value === "bigint") return value;
  return typeof value === "number" && Number.isInteger(value) ? BigInt(value) : undefined;
}
