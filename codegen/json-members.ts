import { isObject, type JsonObject, type JsonValue } from "./json-value.ts";

/** An own member of an object. */
export function own(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** A member that is an object; an empty one if there is none. */
export function member(object: JsonObject, key: string): JsonObject {
  const value = own(object, key);
  return isObject(value) ? value : {};
}

/** The objects of a member that is a list. */
export function list(object: JsonObject, key: string): readonly JsonObject[] {
  const value = own(object, key);
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** A member that is text; empty if there is none. */
export function text(object: JsonObject, key: string): string {
  const value = own(object, key);
  return typeof value === "string" ? value : "";
}
