import { refName } from "./contract.ts";
import { type JsonObject, toPlain } from "./json-value.ts";
import { mapSchema } from "./walk-schema.ts";

/** The id of a shared schema in ajv. */
export function sharedId(name: string): string {
  return `shared:${name}`;
}

/** A schema for ajv: numbers as doubles, shared schemas by their ids, no `x-` fields. */
export function plainSchema(schema: JsonObject): object {
  const linked = mapSchema(schema, (inner) => {
    const name = refName(inner);
    return name === undefined ? withoutExtensions(inner) : { $ref: sharedId(name) };
  });
  return toPlain(linked) as object;
}

function withoutExtensions(schema: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !key.startsWith("x-")));
}
