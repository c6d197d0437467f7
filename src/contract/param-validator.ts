import type { CompiledValidator } from "./compiled-validator.ts";
import { explainFaults } from "./explain-faults.ts";
import type { ParamValidator } from "./param-description.ts";

/** Wraps a generated validator so that it returns worded faults. `expected` is what the whole value must be. */
export function paramValidator(compiled: CompiledValidator, expected: string): ParamValidator {
  return (value) => (compiled(value) ? null : explainFaults(value, compiled.errors ?? [], expected));
}
