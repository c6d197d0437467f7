import { methods } from "../../../generated/methods.ts";
import type { MethodDescription } from "../../contract/method-description.ts";
import type { ParamDescription } from "../../contract/param-description.ts";
import { quote } from "../../json/join.ts";

/** A method with what binding looks up in its parameters, indexed once at start instead of on every call. */
export interface MethodIndex {
  readonly method: MethodDescription;
  readonly indexByName: ReadonlyMap<string, number>;
  /** Keys of the ledger's own objects (config fields, filter keys, names of by-name methods) to indexes. */
  readonly indexByField: ReadonlyMap<string, number>;
  /** Each parameter's key in an object of the ledger, quoted and with a colon. */
  readonly keyTexts: readonly string[];
  /** Names that set one key of an object parameter: name to the parameter's index and the key. */
  readonly aliasFields: ReadonlyMap<string, { readonly index: number; readonly key: string }>;
  /** Index of the parameter that holds the commitment; -1 when the method takes none. */
  readonly commitmentIndex: number;
  /** How many objects of the ledger's own form the method takes by position: config, filter, or all by name. */
  readonly objectCount: number;
  /** The ledger's params array is itself the one parameter. */
  readonly isList: boolean;
}

export function indexMethod(method: MethodDescription): MethodIndex {
  const indexByName = new Map<string, number>();
  const indexByField = new Map<string, number>();
  const aliasFields = new Map<string, { index: number; key: string }>();
  method.params.forEach((param, index) => {
    for (const alias of param.aliases) indexByName.set(alias, index);
    for (const [name, key] of Object.entries(param.aliasFields ?? {})) aliasFields.set(name, { index, key });
    const field = ledgerKey(param);
    if (field !== undefined) indexByField.set(field, index);
  });
  // Names last: if a name is also another parameter's alias, the name wins.
  method.params.forEach((param, index) => {
    indexByName.set(param.name, index);
  });
  const commitment = method.commitment?.param;
  return {
    method,
    indexByName,
    indexByField,
    keyTexts: method.params.map((param) => `${quote(ledgerKey(param) ?? param.name)}:`),
    aliasFields,
    commitmentIndex: commitment === undefined ? -1 : (indexByName.get(commitment) ?? -1),
    objectCount: countObjects(method),
    isList: method.params[0]?.place.at === "list",
  };
}

/** The document's methods, by every name under which a client may call each. */
export const indexedMethods: ReadonlyMap<string, MethodIndex> = new Map(
  Object.values(methods).flatMap((method) => {
    const methodIndex = indexMethod(method);
    return [method.name, ...method.aliases].map((name) => [name, methodIndex] as const);
  }),
);

/** The description of a method of the document, by any of its names. */
export function findMethod(name: string): MethodDescription | undefined {
  return indexedMethods.get(name)?.method;
}

function countObjects({ config, params, hasNamedParams }: MethodDescription): number {
  const hasFilter = params.some(({ place }) => place.at === "filter");
  return (config === undefined ? 0 : 1) + (hasFilter ? 1 : 0) + (hasNamedParams ? 1 : 0);
}

function ledgerKey(param: ParamDescription): string | undefined {
  const { place } = param;
  switch (place.at) {
    case "config":
      return place.field;
    case "filter":
    case "name":
      return place.key;
    case "handler":
      // A handler's optional parameters may come in a trailing object under their own names, as on the ledger.
      return param.required ? undefined : param.name;
    case "position":
    case "list":
      return undefined;
  }
}
