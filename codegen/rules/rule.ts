import type { Contract, Method } from "../contract/contract.ts";
import type { ContractFault } from "../contract/contract-fault.ts";
import type { DocumentSchemas } from "../contract/document-schemas.ts";
import type { JsonObject } from "../contract/json-value.ts";

/** What a rule checks. Excludes methods with structural faults, which are already reported. */
export interface RuleInput {
  readonly contract: Contract;
  readonly document: JsonObject;
  /** The methods of the contract as written in the document, in the same order. */
  readonly methods: readonly JsonObject[];
  /** The schemas of the document, compiled. */
  readonly compiled: DocumentSchemas;
}

/** Checks one requirement for the document. */
export type Rule = (input: RuleInput) => Iterable<ContractFault>;

/** A fault of the method that is being checked. */
export type MethodFault = Omit<ContractFault, "subject">;

/** Creates a rule that checks each method; `written` is the method as written in the document. */
export function forEachMethod(
  check: (method: Method, input: RuleInput, written: JsonObject) => Iterable<MethodFault>,
): Rule {
  return function* (input) {
    for (const [index, method] of input.contract.methods.entries())
      for (const fault of check(method, input, input.methods[index] ?? {}))
        yield { subject: method.name, ...fault };
  };
}
