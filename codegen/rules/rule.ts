import type { Contract } from "../contract/contract.ts";
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
