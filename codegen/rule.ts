import type { Contract } from "./contract.ts";
import type { ContractFault } from "./contract-fault.ts";
import type { DocumentSchemas } from "./document-schemas.ts";
import type { JsonObject } from "./json-value.ts";

/** What a rule looks at. Methods whose structure is broken are left out: their faults are told already. */
export interface RuleInput {
  readonly contract: Contract;
  readonly document: JsonObject;
  /** The methods of the contract as they are written, in the same order. */
  readonly methods: readonly JsonObject[];
  /** Its schemas, compiled. */
  readonly compiled: DocumentSchemas;
}

/** Checks one thing that the document must keep to. */
export type Rule = (input: RuleInput) => Iterable<ContractFault>;
