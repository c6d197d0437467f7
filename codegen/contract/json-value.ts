import { foldJson } from "../../src/json/fold-json.ts";
import { type LosslessValue, losslessScalar } from "../../src/json/lossless.ts";
import { JsonError } from "../../src/json/scan/json-error.ts";

/** A JSON value with exact integers: those beyond 2^53 are bigint. */
export type JsonValue = LosslessValue;

/** A JSON object. Check `Object.hasOwn` before reading a key that comes from outside. */
export type JsonObject = { readonly [key: string]: JsonValue };

/** True if a value is an object. */
export function isObject(value: JsonValue | undefined): value is { [key: string]: JsonValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Thrown for invalid JSON or a repeated key. The message names the line or the key. */
export class UnreadableJson extends Error {
  override readonly name = "UnreadableJson";
}

/** Reads JSON without losing digits. Refuses a repeated key, as one of its values would be ignored. */
export function readJson(text: string): JsonValue {
  try {
    return foldJson<JsonValue>(text, {
      scalar: losslessScalar,
      array: (items) => [...items],
      object: (members) => {
        const object = Object.fromEntries(members);
        if (Object.keys(object).length < members.length) throw new UnreadableJson(duplicateOf(members));
        return object;
      },
    });
  } catch (caught) {
    if (!(caught instanceof JsonError)) throw caught;
    const before = text.slice(0, caught.offset).split("\n");
    const column = (before.at(-1)?.length ?? 0) + 1;
    throw new UnreadableJson(`is not JSON: ${caught.message}, at line ${before.length}, column ${column}`);
  }
}

function duplicateOf(members: readonly (readonly [string, JsonValue])[]): string {
  const seen = new Set<string>();
  for (const [key] of members) {
    if (seen.has(key))
      return `has an object with the key ${JSON.stringify(key)} twice; its keys: ${keysOf(members)}`;
    seen.add(key);
  }
  return "has an object with a key twice";
}

function keysOf(members: readonly (readonly [string, JsonValue])[]): string {
  return members
    .slice(0, 12)
    .map(([key]) => key)
    .join(", ");
}

/** Converts a value for JavaScript libraries: exact integers become doubles. */
export function toPlain(value: JsonValue): unknown {
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map(toPlain);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, toPlain(member)]));
}

/** An own member of an object. */
export function ownMember(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** A member that is an object; an empty object if there is none. */
export function objectMember(object: JsonObject, key: string): JsonObject {
  const value = ownMember(object, key);
  return isObject(value) ? value : {};
}

/** The objects of a member that is a list. */
export function objectsIn(object: JsonObject, key: string): readonly JsonObject[] {
  const value = ownMember(object, key);
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** A member that is text; empty if there is none. */
export function textMember(object: JsonObject, key: string): string {
  const value = ownMember(object, key);
  return typeof value === "string" ? value : "";
}
