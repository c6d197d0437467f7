/** A fault as the generated code reports it. */
export interface CompiledFault {
  /** JSON pointer into the value. */
  readonly instancePath: string;
  /** The schema keyword that the value breaks. */
  readonly keyword: string;
  /** Details of the keyword, such as its limit or the key in question. */
  readonly params: Readonly<Record<string, unknown>>;
}

/** A validator as ajv emits it: returns true for a valid value; otherwise `errors` holds the faults until the next call. */
export interface CompiledValidator {
  (value: unknown, instancePath?: string): boolean;
  errors?: readonly CompiledFault[] | null;
}

/** Most faults kept for one value: enough to correct a request, and few for a body full of faults. */
const maxFaults = 32;

/** Adds a fault, up to the limit. Called by generated code. */
export function addFault(list: CompiledFault[] | null, fault: CompiledFault): CompiledFault[] {
  return addFaults(list, [fault]);
}

/** Adds the faults of a nested value, up to the limit. Called by generated code. */
export function addFaults(list: CompiledFault[] | null, more: readonly CompiledFault[]): CompiledFault[] {
  if (list === null) return [...more];
  for (const fault of more) {
    if (list.length >= maxFaults) break;
    list.push(fault);
  }
  return list;
}
