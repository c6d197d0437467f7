import { type Contract, type Method, type Param, resolveSchema } from "../contract/contract.ts";
import { isObject, type JsonObject, type JsonValue } from "../contract/json-value.ts";

/** Keywords that are useless to a model, because a description or an error of the gateway says the same. */
const dropped = new Set(
  "description title format pattern minLength maxLength examples default additionalItems propertyNames".split(
    " ",
  ),
);

/** Larger bounds are those of integer types, which a model does not need. Bounds of 64 bits do not fit a double. */
const largestBound = 2 ** 32 - 1;

/** A parameter's schema for a model: without references, and as short as possible. */
export function toolSchema(contract: Pick<Contract, "schemas">, schema: JsonObject): JsonObject {
  const resolved = resolveSchema(contract, schema);
  const { enum: words, const: word, properties, additionalProperties, items, anyOf } = resolved;
  // The words imply the type.
  if (Array.isArray(words)) return { enum: words };
  if (word !== undefined) return { const: word };
  const short: Record<string, JsonValue> = {};
  for (const [key, value] of Object.entries(resolved)) {
    if (key !== "anyOf" && !dropped.has(key) && !key.startsWith("x-") && !isTypeBound(key, value))
      short[key] = value;
  }
  if (isObject(properties)) short.properties = shortMembers(contract, properties);
  // The gateway ignores an extra key, or names it in an error.
  if (typeof additionalProperties === "boolean") delete short.additionalProperties;
  if (isObject(additionalProperties)) {
    short.additionalProperties = toolSchema(contract, additionalProperties);
    // If all members have the same schema, only their names differ.
    const other = JSON.stringify(short.additionalProperties);
    const members = Object.entries(isObject(short.properties) ? short.properties : {});
    if (members.every(([, member]) => JSON.stringify(member) === other)) delete short.properties;
  }
  if (isObject(items)) short.items = toolSchema(contract, items);
  if (Array.isArray(items))
    short.items = anyOfThem(items.filter(isObject).map((item) => toolSchema(contract, item)));
  if (!Array.isArray(anyOf)) return short;
  // A model need not know that null means absent.
  const branches = anyOf.filter(isObject).filter((branch) => !holdsNullOnly(branch));
  return { ...short, ...anyOfThem(branches.map((branch) => toolSchema(contract, branch))) };
}

/** True if a schema allows only null, or only an object of null members, for which there is a shorter form. */
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

/** A union of schemas; tuples use it because their keywords differ between versions of JSON Schema. */
function anyOfThem(schemas: readonly JsonObject[]): JsonObject {
  const distinct = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  return distinct.length === 1 ? (distinct[0] ?? {}) : { anyOf: distinct };
}

/** The description of a tool: its own text, else that of the method with its rules for combinations of parameters. */
export function toolDescription({
  tool,
  description,
  exactlyOneOf,
  atLeastOneOf,
  deprecated,
}: Method): string {
  let text = tool?.description ?? description;
  if (tool?.description === undefined) {
    if (exactlyOneOf !== undefined) text += ` Give exactly one of ${exactlyOneOf.join(" and ")}.`;
    if (atLeastOneOf !== undefined) text += ` Give at least one of ${atLeastOneOf.join(", ")}.`;
  }
  return deprecated ? `Deprecated. ${text}` : text;
}

/** The description of an argument. */
export function argumentText({ toolText, summary }: Pick<Param, "toolText" | "summary">): string {
  return toolText ?? summary;
}
