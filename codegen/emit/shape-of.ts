import type { Shape, ShapeNode } from "../../src/client/json/shape.ts";
import { type Contract, refName } from "../contract/contract.ts";
import { isObject, type JsonObject, type JsonValue } from "../contract/json-value.ts";

/** The shape of a value: where it has 64-bit integers; undefined if nowhere. */
export function shapeOf(contract: Pick<Contract, "schemas">, schema: JsonObject): Shape | undefined {
  const name = refName(schema);
  if (name !== undefined) return shapeOf(contract, contract.schemas.get(name) ?? {});
  const { format, properties, patternProperties, additionalProperties, items, additionalItems } = schema;
  if (format === "uint64" || format === "int64") return "bigint";
  const inner = (value: JsonValue | undefined) => (isObject(value) ? shapeOf(contract, value) : undefined);
  const keys = Object.entries(isObject(properties) ? properties : {})
    .map(([key, member]) => [key, inner(member)] as const)
    .filter((entry): entry is readonly [string, Shape] => entry[1] !== undefined);
  const rest = [
    additionalProperties,
    ...(isObject(patternProperties) ? Object.values(patternProperties) : []),
  ].map(inner);
  const parts = [...(Array.isArray(items) ? items : [items]), additionalItems].map(inner);
  const own = node({
    keys: keys.length === 0 ? undefined : Object.fromEntries(keys),
    rest: rest.reduce(merge, undefined),
    items: parts.reduce(merge, undefined),
  });
  const branches = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((list) =>
    Array.isArray(list) ? list : [],
  );
  return branches.map(inner).reduce(merge, own);
}

/** The shape of a union of two schemas. */
function merge(a: Shape | undefined, b: Shape | undefined): Shape | undefined {
  if (a === undefined || b === undefined || a === b) return a ?? b;
  if (a === "bigint" || b === "bigint") return { ...(a === "bigint" ? (b as ShapeNode) : a), bigint: true };
  const names = new Set([...Object.keys(a.keys ?? {}), ...Object.keys(b.keys ?? {})]);
  const keys = [...names].map((name): [string, Shape | undefined] => [
    name,
    merge(memberOf(a.keys, name), memberOf(b.keys, name)),
  ]);
  return node({
    keys: names.size === 0 ? undefined : (Object.fromEntries(keys) as Record<string, Shape>),
    rest: merge(a.rest, b.rest),
    items: merge(a.items, b.items),
    bigint: a.bigint === true || b.bigint === true ? true : undefined,
  });
}

function memberOf(keys: ShapeNode["keys"], name: string): Shape | undefined {
  return keys !== undefined && Object.hasOwn(keys, name) ? keys[name] : undefined;
}

type Loose = { readonly [Key in keyof ShapeNode]-?: ShapeNode[Key] | undefined };

/** A node of the defined members; undefined if there is none. */
function node(parts: Partial<Loose>): ShapeNode | undefined {
  const present = Object.entries(parts).filter(([, part]) => part !== undefined);
  return present.length === 0 ? undefined : (Object.fromEntries(present) as ShapeNode);
}
