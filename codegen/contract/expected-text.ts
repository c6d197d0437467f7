import { expectedOfFormat } from "../../src/contract/formats.ts";
import { orList } from "../../src/text/wording.ts";
import { type Contract, resolveSchema } from "./contract.ts";
import { integerRange } from "./integer-range.ts";
import { isObject, type JsonObject, type JsonValue } from "./json-value.ts";

/** What a value must be, to follow "must be": `a base-58 address of 32 bytes`. */
export function expectedText(contract: Pick<Contract, "schemas">, schema: JsonObject): string {
  const {
    enum: words,
    const: constant,
    format,
    anyOf,
    type,
    description,
    pattern,
  } = resolveSchema(contract, schema);
  if (constant !== undefined) return shown(constant);
  if (Array.isArray(words)) return orList(words.map(shown));
  if (Array.isArray(anyOf)) {
    const branches = anyOf.filter(isObject).map((branch) => expectedText(contract, branch));
    return [...new Set(branches)].join(" or ");
  }
  const range = integerRange(resolveSchema(contract, schema));
  if (range !== undefined) return `a whole number from ${range.minimum} to ${range.maximum}`;
  if (typeof format === "string") return expectedOfFormat(format) ?? `a ${format}`;
  if (type === "string" && pattern !== undefined && typeof description === "string")
    return phrase(description);
  return typeText(contract, resolveSchema(contract, schema));
}

function typeText(contract: Pick<Contract, "schemas">, schema: JsonObject): string {
  const { type } = schema;
  switch (type) {
    case "string":
      return schema.minLength === undefined ? "a string" : "a string that is not empty";
    case "integer":
      return "a whole number";
    case "number":
      return "a number";
    case "boolean":
      return "true or false";
    case "null":
      return "null";
    case "array":
      return arrayText(contract, schema);
    case "object":
      return objectText(schema);
    default:
      return "a JSON value";
  }
}

function arrayText(contract: Pick<Contract, "schemas">, schema: JsonObject): string {
  const { items, minItems, maxItems } = schema;
  const exactly = minItems !== undefined && minItems === maxItems;
  const count = exactly
    ? `of ${minItems} `
    : minItems !== undefined && maxItems !== undefined
      ? `of ${minItems} to ${maxItems} `
      : maxItems !== undefined
        ? `of at most ${maxItems} `
        : minItems !== undefined
          ? `of at least ${minItems} `
          : "";
  if (!isObject(items)) return count === "" ? "an array" : `an array ${count}items`;
  const item = expectedText(contract, items);
  return count === "" ? `an array whose items are each ${item}` : `an array ${count}items, each ${item}`;
}

function objectText(schema: JsonObject): string {
  const { required } = schema;
  const names = Array.isArray(required) ? required.map(shown) : [];
  return names.length === 0 ? "an object" : `an object with ${names.join(" and ")}`;
}

/** The start of a description as a phrase: `A transaction's bytes: at most ...` → `a transaction's bytes`. */
function phrase(description: string): string {
  const [start = description] = description.split(/[:.;]/);
  return start.slice(0, 1).toLowerCase() + start.slice(1);
}

function shown(value: JsonValue): string {
  return typeof value === "bigint" ? String(value) : JSON.stringify(value);
}
