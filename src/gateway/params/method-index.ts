import { methods } from "../../../generated/methods.ts";
import type { MethodDescription } from "../../contract/method-description.ts";
import type { ParamDescription } from "../../contract/param-description.ts";
import { quote } from "../../json/join.ts";

/** A method with lookup tables for binding its parameters, built once at start. */
export interface MethodIndex {
  readonly method: MethodDescription;
  readonly indexByName: ReadonlyMap<string, number>;
  /** Indexes by key in the ledger's own objects: config field, filter key, or name in params by name. */
  readonly indexByField: ReadonlyMap<string, number>;
  /** Each parameter's key in an object of the ledger, quoted and with a colon. */
  readonly keyTexts: readonly string[];
  /** Names that set one key of an object parameter: the parameter's index and that key. */
  readonly aliasFields: ReadonlyMap<string, { readonly index: number; readonly key: string }>;
  /** Index of the commitment parameter; -1 if the method takes none. */
  readonly commitmentIndex: number;
  /** How many of the ledger's own objects the method takes by position: config, filter, or params by name. */
  readonly objectCount: number;
  /** True if the ledger's params array is itself the only parameter. */
  readonly isList: boolean;
}

/** Looks up once what binding the parameters of a method needs. */
export function buildMethodIndex(method: MethodDescription): MethodIndex {
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

/** The documented methods, by name and alias. */
export const indexedMethods: ReadonlyMap<string, MethodIndex> = new Map(
  Object.values(methods).flatMap((method) => {
    const methodIndex = buildMethodIndex(method);
    return [method.name, ...method.aliases].map((name) => [name, methodIndex] as const);
  }),
);

/** Finds a documented method by its name or an alias. */
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
