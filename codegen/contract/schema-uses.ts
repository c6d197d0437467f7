import { type Contract, refName } from "./contract.ts";
import type { JsonObject } from "./json-value.ts";
import { compareText } from "./names.ts";
import { innerSchemas } from "./walk-schema.ts";

/**
 * The shared schemas with 64-bit numbers that parameters use, with the name of the type for callers: the schema's name if no
 * result uses it, otherwise `XInput`.
 */
export function inputSchemas(contract: Contract): ReadonlyMap<string, string> {
  const { inParams, inResults } = usesOfSchemas(contract);
  const inputs = new Map<string, string>();
  for (const name of [...inParams].sort(compareText)) {
    const schema = contract.schemas.get(name);
    // A number needs no second name: callers may write `Slot | number`.
    if (schema === undefined || isWide(schema) || !holdsWide(contract, schema)) continue;
    inputs.set(name, inResults.has(name) ? `${name}Input` : name);
  }
  return inputs;
}

/** Names of the shared schemas that parameters use, and of those that answers use. */
export function usesOfSchemas(contract: Contract): {
  readonly inParams: Set<string>;
  readonly inResults: Set<string>;
} {
  return {
    inParams: reach(
      contract,
      contract.methods.flatMap((method) => method.params.map((param) => param.schema)),
    ),
    inResults: reach(
      contract,
      contract.methods.flatMap((method) => [method.result, method.subscription?.payload ?? {}]),
    ),
  };
}

/** Names of the shared schemas that some schemas use. */
function reach(contract: Contract, schemas: readonly JsonObject[], found = new Set<string>()): Set<string> {
  for (const schema of schemas) {
    const name = refName(schema);
    if (name !== undefined && !found.has(name)) {
      found.add(name);
      reach(contract, [contract.schemas.get(name) ?? {}], found);
    }
    reach(
      contract,
      [...innerSchemas(schema)].map(([, inner]) => inner),
      found,
    );
  }
  return found;
}

function holdsWide(contract: Contract, schema: JsonObject): boolean {
  if (isWide(schema)) return true;
  const name = refName(schema);
  if (name !== undefined) return holdsWide(contract, contract.schemas.get(name) ?? {});
  return [...innerSchemas(schema)].some(([, inner]) => holdsWide(contract, inner));
}

/** A whole number that may exceed 2^53. */
export function isWide(schema: JsonObject): boolean {
  return schema.format === "uint64" || schema.format === "int64";
}
