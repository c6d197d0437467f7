import { type Contract, refName } from "../../../codegen/contract/contract.ts";
import { isObject, type JsonObject } from "../../../codegen/contract/json-value.ts";

/** A schema in a few characters: `Address`, `Slot[]`, `"all" | object`. */
export function schemaLabel(contract: Pick<Contract, "schemas">, schema: JsonObject): string {
  const name = refName(schema);
  if (name !== undefined) return name;
  const { type, items, anyOf, enum: words, const: word, additionalProperties } = schema;
  if (word !== undefined) return JSON.stringify(word);
  if (Array.isArray(words)) return words.map((each) => JSON.stringify(each)).join(" | ");
  if (Array.isArray(anyOf)) {
    return anyOf
      .filter(isObject)
      .map((branch) => schemaLabel(contract, branch))
      .join(" | ");
  }
  if (type === "array") {
    if (Array.isArray(items)) {
      const parts = items.filter(isObject).map((item) => schemaLabel(contract, item));
      return `[${parts.join(", ")}]`;
    }
    const item = isObject(items) ? schemaLabel(contract, items) : "any";
    return item.includes(" ") ? `(${item})[]` : `${item}[]`;
  }
  if (type === "object" && schema.properties === undefined && isObject(additionalProperties))
    return `object of ${schemaLabel(contract, additionalProperties)}`;
  return typeof type === "string" ? type : "any";
}
