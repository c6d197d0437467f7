import type { Contract, ContractError, Method } from "../../../codegen/contract/contract.ts";
import {
  isObject,
  type JsonObject,
  objectMember,
  objectsIn,
  readJson,
  textMember,
} from "../../../codegen/contract/json-value.ts";
import { readContract } from "../../../codegen/contract/read-contract.ts";

/** A group of methods, in the document's order. */
export interface Category {
  readonly name: string;
  readonly description: string;
  readonly methods: readonly Method[];
}

/** The document as the pages show it. */
export interface SiteContract extends Contract {
  readonly categories: readonly Category[];
  readonly methodsByName: ReadonlyMap<string, Method>;
  /** Errors that a method's description names. */
  errorsOf(method: Method): readonly ContractError[];
}

/** Reads the document's text, every digit kept. */
export function readSiteContract(documentText: string): SiteContract {
  const document = readJson(documentText);
  if (!isObject(document)) throw new Error("openrpc.json is not an object");
  const contract = readContract(document);
  const errors = new Map(contract.errors.map((error) => [error.name, error]));
  const named = new Map(objectsIn(document, "methods").map((method) => [textMember(method, "name"), method]));
  return {
    ...contract,
    categories: readCategories(document, contract),
    methodsByName: new Map(contract.methods.map((method) => [method.name, method])),
    errorsOf: (method) =>
      objectsIn(named.get(method.name) ?? {}, "errors").flatMap((error) => {
        const found = errors.get(textMember(error, "$ref").split("/").at(-1) ?? "");
        return found ?? [];
      }),
  };
}

/** Unsubscribe methods are left out of the groups: the page of their pair shows both. */
function readCategories(document: JsonObject, contract: Contract): Category[] {
  const tags = Object.values(objectMember(objectMember(document, "components"), "tags")).filter(isObject);
  return tags
    .map((tag) => ({
      name: textMember(tag, "name"),
      description: textMember(tag, "description"),
      methods: contract.methods.filter(
        (method) => method.category === textMember(tag, "name") && method.kind !== "unsubscribe",
      ),
    }))
    .filter((category) => category.methods.length > 0);
}
