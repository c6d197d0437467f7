import { refName } from "../../../codegen/contract/contract.ts";
import { isObject, type JsonValue } from "../../../codegen/contract/json-value.ts";
import type { LedgerPart } from "../call/ledger-form.ts";

/** Whether the JavaScript libraries can write a parameter: of filters they know sizes, and bytes as text. */
export function isKnownToLibraries({ param }: LedgerPart, value: JsonValue): boolean {
  const { items } = param.schema;
  if (refName(items) !== "Filter" || !Array.isArray(value)) return true;
  return value.every(
    (filter) => isObject(filter) && ("dataSize" in filter || typeof memcmpBytes(filter) === "string"),
  );
}

/** Filters whose bytes all say how they are written, which is base-58 if nothing is said. */
export function withBytesEncoding(value: JsonValue): JsonValue {
  if (!Array.isArray(value)) return value;
  return value.map((filter) => {
    if (!isObject(filter) || !isObject(filter.memcmp)) return filter;
    return { memcmp: { ...filter.memcmp, encoding: filter.memcmp.encoding ?? "base58" } };
  });
}

function memcmpBytes(filter: JsonValue): JsonValue | undefined {
  return isObject(filter) && isObject(filter.memcmp) ? filter.memcmp.bytes : undefined;
}
