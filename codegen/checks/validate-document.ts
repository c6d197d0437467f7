import { type ContractFault, faultAt, methodIndexOf } from "../contract/contract-fault.ts";
import { DocumentSchemas } from "../contract/document-schemas.ts";
import {
  isObject,
  type JsonObject,
  type JsonValue,
  objectsIn,
  readJson,
  UnreadableJson,
} from "../contract/json-value.ts";
import { readContract } from "../contract/read-contract.ts";
import { rules } from "../rules/all-rules.ts";
import type { RuleInput } from "../rules/rule.ts";
import { checkReferences, type PlacedFault } from "./check-references.ts";
import { checkStructure } from "./check-structure.ts";

/** A valid document, or all its faults. */
type ValidatedDocument =
  | { readonly document: JsonObject; readonly faults: readonly [] }
  | { readonly document?: never; readonly faults: readonly ContractFault[] };

/** Reads and checks the text of openrpc.json. Returns all faults at once. */
export function validateDocument(text: string): ValidatedDocument {
  let document: JsonValue;
  try {
    document = readJson(text);
  } catch (caught) {
    if (!(caught instanceof UnreadableJson)) throw caught;
    return { faults: [{ subject: "openrpc.json", path: "", message: caught.message }] };
  }
  if (!isObject(document))
    return { faults: [{ subject: "openrpc.json", path: "", message: "must be an object" }] };
  const placed = [...checkReferences(document), ...checkStructure(document)];
  const structural = placed.map(({ pointer, message }) => faultAt(document, pointer, message));
  const faults = [...structural, ...ruleFaults(document, placed)];
  return faults.length === 0 ? { document, faults: [] } : { faults: inOrder(document, faults) };
}

/** Applies the rules to methods whose structure is valid; to none if a shared schema has a fault. */
function ruleFaults(document: JsonObject, placed: readonly PlacedFault[]): readonly ContractFault[] {
  if (placed.some(({ pointer }) => pointer === "" || pointer.startsWith("/components"))) return [];
  const broken = new Set(placed.map(({ pointer }) => methodIndexOf(pointer)));
  if (broken.has(undefined)) return [];
  const methods = objectsIn(document, "methods").filter((_method, index) => !broken.has(index));
  const contract = readContract({ ...document, methods: [...methods] });
  const input: RuleInput = { contract, document, methods, compiled: new DocumentSchemas(contract) };
  return rules.flatMap((rule) => [...rule(input)]);
}

/** Sorts faults by subject, in the order of the document. */
function inOrder(document: JsonObject, faults: readonly ContractFault[]): readonly ContractFault[] {
  const names = objectsIn(document, "methods").map((method) => method.name);
  const rank = ({ subject }: ContractFault) => names.indexOf(subject);
  return faults
    .map((fault, index) => ({ fault, index }))
    .sort((a, b) => rank(a.fault) - rank(b.fault) || a.index - b.index)
    .map(({ fault }) => fault);
}
