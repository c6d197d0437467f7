import { type Contract, resolveSchema } from "../contract/contract.ts";
import { isObject, type JsonObject, type JsonValue } from "../contract/json-value.ts";

/** The character for each kind of JSON value; null has none. */
const characters: Readonly<Record<string, string>> = {
  object: "{",
  array: "[",
  string: '"',
  number: "0",
  integer: "0",
  boolean: "t",
  null: "",
};
const everyKind = '{["0t';

/** The kinds of JSON value that a method's result on the ledger may be, before the gateway wraps it. */
export function resultKinds(
  contract: Pick<Contract, "schemas">,
  { result, isWrapped }: { readonly result: JsonObject; readonly isWrapped: boolean },
): string {
  const schema = resolveSchema(contract, result);
  const inner = isWrapped && isObject(schema.properties) ? schema.properties.value : schema;
  const kinds = kindsOf(contract, inner);
  return [...everyKind].filter((kind) => kinds.includes(kind)).join("");
}

function kindsOf(contract: Pick<Contract, "schemas">, unresolved: JsonValue | undefined): string {
  if (!isObject(unresolved)) return everyKind;
  const schema = resolveSchema(contract, unresolved);
  const branches = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(branches)) return branches.map((branch) => kindsOf(contract, branch)).join("");
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  return types.map((type) => (typeof type === "string" ? characters[type] : undefined) ?? everyKind).join("");
}
