import { type Contract, refName, resolveSchema } from "../../../codegen/contract/contract.ts";
import { isObject, type JsonObject, type JsonValue } from "../../../codegen/contract/json-value.ts";
import { checkValue } from "../contract/check-schema.ts";

/** Where a value stands: what its schema says, and the keys that lead to it inside the parameter. */
export interface ValuePlace {
  readonly schema: JsonObject;
  /** Name of the shared schema, such as `Slot`. */
  readonly name: string | undefined;
  /** Such as `memcmp.offset`; items of a list add nothing. */
  readonly path: string;
}

/** How a library wants particular values written; undefined leaves the plain literal. */
export interface LiteralStyle {
  readonly text?: (value: string, place: ValuePlace) => string | undefined;
  readonly integer?: (value: number | bigint, place: ValuePlace) => string | undefined;
}

const oneLineWidth = 72;

/** Writes a value as a literal of JavaScript, the way a person would: `{ commitment: "confirmed" }`. */
export function codeLiteral(
  contract: Pick<Contract, "schemas">,
  schema: JsonObject | undefined,
  value: JsonValue,
  style: LiteralStyle = {},
  path = "",
): string {
  const { schema: found, name } =
    schema === undefined ? { schema: undefined, name: undefined } : branchFor(contract, schema, value);
  const place: ValuePlace = { schema: found ?? {}, name, path };
  const inner = (innerSchema: JsonValue | undefined, innerValue: JsonValue, innerPath = path): string =>
    codeLiteral(contract, isObject(innerSchema) ? innerSchema : undefined, innerValue, style, innerPath);
  if (Array.isArray(value)) {
    const { items } = found ?? {};
    const parts = value.map((item, index) => inner(Array.isArray(items) ? items[index] : items, item));
    return bracketed("[", parts, "]");
  }
  if (isObject(value)) {
    const { properties, additionalProperties } = found ?? {};
    const parts = Object.entries(value).map(([key, member]) => {
      const memberSchema = isObject(properties) ? (properties[key] ?? additionalProperties) : undefined;
      return `${codeKey(key)}: ${inner(memberSchema, member, path === "" ? key : `${path}.${key}`)}`;
    });
    return bracketed("{", parts, "}");
  }
  if (typeof value === "string") return style.text?.(value, place) ?? JSON.stringify(value);
  if (typeof value === "bigint" || (typeof value === "number" && Number.isInteger(value)))
    return style.integer?.(value, place) ?? (typeof value === "bigint" ? `${value}n` : String(value));
  return JSON.stringify(value);
}

/** An object literal of parts that are written already, on one line if it fits. */
export function objectLiteral(members: readonly (readonly [key: string, literal: string])[]): string {
  return bracketed(
    "{",
    members.map(([key, literal]) => `${codeKey(key)}: ${literal}`),
    "}",
  );
}

function bracketed(open: string, parts: readonly string[], close: string): string {
  if (parts.length === 0) return open + close;
  const line = parts.join(", ");
  const space = open === "{" ? " " : "";
  if (line.length <= oneLineWidth && !line.includes("\n")) return open + space + line + space + close;
  return `${open}\n${parts.map((part) => `  ${part.replaceAll("\n", "\n  ")},\n`).join("")}${close}`;
}

function codeKey(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
}

/** The schema that speaks about this value: of a union, the first branch that the value meets. */
function branchFor(
  contract: Pick<Contract, "schemas">,
  given: JsonObject,
  value: JsonValue,
): { readonly schema: JsonObject; readonly name: string | undefined } {
  const schema = resolveSchema(contract, given);
  const name = refName(given);
  const { anyOf } = schema;
  if (!Array.isArray(anyOf)) return { schema, name };
  const branch = anyOf.filter(isObject).find((each) => checkValue(contract, each, value).length === 0);
  if (branch === undefined) return { schema, name };
  const inner = branchFor(contract, branch, value);
  return { schema: inner.schema, name: inner.name ?? name };
}
