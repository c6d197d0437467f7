/** One fault as the generated code reports it. */
export interface CompiledFault {
  /** JSON pointer into the value. */
  readonly instancePath: string;
  /** The rule of the schema that is broken. */
  readonly keyword: string;
  /** The rule's own values: its limit, its words, the key in question. */
  readonly params: Readonly<Record<string, unknown>>;
}

/** A check as ajv emits it: true when the value is valid; otherwise `errors` holds the faults until the next call. */
export interface CompiledValidator {
  (value: unknown, instancePath?: string): boolean;
  errors?: readonly CompiledFault[] | null;
}

/** Most faults kept for one value: enough to correct a request, and a bound for a body full of them. */
const maxFaults = 32;

/** Adds a fault, up to the bound. Generated code calls it. */
export function addFault(list: CompiledFault[] | null, fault: CompiledFault): CompiledFault[] {
  if (list === null) return [fault];
  if (list.length < maxFaults) list.push(fault);
  return list;
}

/** Adds the faults of a part of the value, up to the bound. Generated code calls it. */
export function addFaults(list: CompiledFault[] | null, more: readonly CompiledFault[]): CompiledFault[] {
  if (list === null) return [...more];
  for (const fault of more) {
    if (list.length >= maxFaults) break;
    list.push(fault);
  }
  return list;
}
