import type { CompiledValidator } from "./compiled-validator.ts";
import { explainFaults } from "./explain-faults.ts";
import type { ParamValidator } from "./method-description.ts";

/** Makes a generated check answer with faults that a person can read. `expected` is what the whole value must be. */
export function paramValidator(compiled: CompiledValidator, expected: string): ParamValidator {
  return (value) => (compiled(value) ? null : explainFaults(value, compiled.errors ?? [], expected));
}
