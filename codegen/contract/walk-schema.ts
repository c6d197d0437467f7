import { isObject, type JsonObject, type JsonValue } from "./json-value.ts";

const single = [
  "items",
  "additionalItems",
  "additionalProperties",
  "propertyNames",
  "not",
  "contains",
  "if",
  "then",
  "else",
];
const lists = ["anyOf", "oneOf", "allOf", "items"];
const records = ["properties", "patternProperties", "definitions", "$defs"];

/** The schemas directly inside a schema, each with its relative path. */
export function* innerSchemas(schema: JsonObject): Generator<readonly [path: string, inner: JsonObject]> {
  for (const [keyword, value] of Object.entries(schema)) {
    if (single.includes(keyword) && isObject(value)) yield [`/${keyword}`, value];
    if (lists.includes(keyword) && Array.isArray(value)) yield* numbered(`/${keyword}`, value);
    if (records.includes(keyword) && isObject(value)) yield* named(`/${keyword}`, value);
  }
}

function* numbered(path: string, schemas: readonly JsonValue[]): Generator<readonly [string, JsonObject]> {
  for (const [index, schema] of schemas.entries()) if (isObject(schema)) yield [`${path}/${index}`, schema];
}

function* named(path: string, schemas: JsonObject): Generator<readonly [string, JsonObject]> {
  for (const [name, schema] of Object.entries(schemas))
    if (isObject(schema)) yield [`${path}/${name}`, schema];
}

/** Replaces every schema inside a schema, from the inside out. Data (enum, const, examples) is unchanged. */
export function mapSchema(schema: JsonObject, change: (schema: JsonObject) => JsonObject): JsonObject {
  const entries = Object.entries(schema).map(([keyword, value]): [string, JsonValue] => {
    if (single.includes(keyword) && isObject(value)) return [keyword, mapSchema(value, change)];
    if (lists.includes(keyword) && Array.isArray(value)) {
      return [keyword, value.map((item) => (isObject(item) ? mapSchema(item, change) : item))];
    }
    if (records.includes(keyword) && isObject(value)) {
      const members = Object.entries(value).map(([name, inner]): [string, JsonValue] => [
        name,
        isObject(inner) ? mapSchema(inner, change) : inner,
      ]);
      return [keyword, Object.fromEntries(members)];
    }
    return [keyword, value];
  });
  return change(Object.fromEntries(entries));
}
