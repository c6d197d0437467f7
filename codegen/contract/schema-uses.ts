import { type Contract, refName } from "./contract.ts";
import type { JsonObject } from "./json-value.ts";
import { compareText } from "./names.ts";
import { innerSchemas } from "./walk-schema.ts";

/**
 * The shared schemas with 64-bit numbers that parameters use, by the name of the callers' type: the schema's name, or `XInput` if
 * a result uses it too.
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

/** Names of the shared schemas that parameters use, and of those that results use. */
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

/** Names of the shared schemas that these schemas use, directly or not. */
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

/** True if a schema is a whole number that may exceed 2^53. */
export function isWide(schema: JsonObject): boolean {
  return schema.format === "uint64" || schema.format === "int64";
}
