import { type Contract, resolveSchema } from "./contract.ts";
import { isObject, type JsonObject, type JsonValue } from "./json-value.ts";

/** Keywords that a model has no use for: what they say is in words, or the gateway's own message says it. */
const dropped = new Set(
  "description title format pattern minLength maxLength examples default additionalItems propertyNames".split(
    " ",
  ),
);

/** Bounds of a whole type say nothing that a model could get wrong, and those of 64 bits are no doubles. */
const largestBound = 2 ** 32 - 1;

/** A parameter's schema as a model should see it: without references, and as short as it can be. */
export function toolSchema(contract: Pick<Contract, "schemas">, schema: JsonObject): JsonObject {
  const resolved = resolveSchema(contract, schema);
  const { enum: words, const: word, properties, additionalProperties, items, anyOf } = resolved;
  // The words say the type.
  if (Array.isArray(words)) return { enum: words };
  if (word !== undefined) return { const: word };
  const short: Record<string, JsonValue> = {};
  for (const [key, value] of Object.entries(resolved)) {
    if (key !== "anyOf" && !dropped.has(key) && !key.startsWith("x-") && !isTypeBound(key, value))
      short[key] = value;
  }
  if (isObject(properties)) short.properties = shortMembers(contract, properties);
  // A key too many is answered with a message that names it, or ignored.
  if (typeof additionalProperties === "boolean") delete short.additionalProperties;
  if (isObject(additionalProperties)) {
    short.additionalProperties = toolSchema(contract, additionalProperties);
    // Members that are as all the others are add nothing but their names.
    const other = JSON.stringify(short.additionalProperties);
    const members = Object.entries(isObject(short.properties) ? short.properties : {});
    if (members.every(([, member]) => JSON.stringify(member) === other)) delete short.properties;
  }
  if (isObject(items)) short.items = toolSchema(contract, items);
  if (Array.isArray(items))
    short.items = anyOfThem(items.filter(isObject).map((item) => toolSchema(contract, item)));
  if (!Array.isArray(anyOf)) return short;
  // That null means absent is nothing that a model must know.
  const branches = anyOf.filter(isObject).filter((branch) => !holdsNullOnly(branch));
  return { ...short, ...anyOfThem(branches.map((branch) => toolSchema(contract, branch))) };
}

/** Null, or an object whose members can be nothing else: another way to write what a model has a shorter form for. */
function holdsNullOnly({ type, properties }: JsonObject): boolean {
  if (type === "null") return true;
  const members = isObject(properties) ? Object.values(properties) : [];
  return members.length > 0 && members.every((member) => isObject(member) && member.type === "null");
}

function shortMembers(contract: Pick<Contract, "schemas">, properties: JsonObject): JsonObject {
  const members = Object.entries(properties).filter(([, member]) => isObject(member));
  return Object.fromEntries(
    members.map(([key, member]) => [key, toolSchema(contract, member as JsonObject)]),
  );
}

function isTypeBound(key: string, value: JsonValue): boolean {
  if (key === "minimum") return value === 0 || typeof value === "bigint";
  return (
    key === "maximum" && (typeof value === "bigint" || (typeof value === "number" && value >= largestBound))
  );
}

/** The form for tuples differs between the editions of JSON Schema that clients know; this one does not. */
function anyOfThem(schemas: readonly JsonObject[]): JsonObject {
  const distinct = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  return distinct.length === 1 ? (distinct[0] ?? {}) : { anyOf: distinct };
}
