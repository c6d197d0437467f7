import { isObject, type JsonValue } from "./json-value.ts";

/** An expression that a literal contains verbatim, such as the name of a constant. */
export class Expression {
  readonly code: string;

  constructor(code: string) {
    this.code = code;
  }
}

/** A value that can be written as a literal. Undefined members are left out. */
export type LiteralValue =
  | undefined
  | null
  | boolean
  | number
  | bigint
  | string
  | Expression
  | readonly LiteralValue[]
  | { readonly [key: string]: LiteralValue };

const identifier = /^[A-Za-z_$][\w$]*$/;

/** Writes a value as JavaScript, on one line. */
export function literal(value: LiteralValue | JsonValue): string {
  if (value instanceof Expression) return value.code;
  if (value === undefined) return "undefined";
  if (typeof value === "bigint") return `${value}n`;
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (!isObject(value as JsonValue)) return JSON.stringify(value);
  const members = Object.entries(value as { [key: string]: LiteralValue })
    .filter(([, member]) => member !== undefined)
    .map(([key, member]) => `${propertyKey(key)}: ${literal(member)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

/** Writes a key of an object literal. `__proto__` would set the prototype, so it is put in brackets. */
export function propertyKey(key: string): string {
  if (key === "__proto__") return '["__proto__"]';
  return identifier.test(key) ? key : JSON.stringify(key);
}

/** Writes a type of string literals: `"a" | "b"`, or `never`. */
export function literalUnion(words: readonly string[]): string {
  return words.length === 0 ? "never" : words.map((word) => JSON.stringify(word)).join(" | ");
}
