import type { ParamDescription } from "../../contract/param-description.ts";
import { getOrAdd } from "../../get-or-add.ts";
import { cutArray, stringIn } from "../../json/cut-text.ts";
import { quote } from "../../json/join.ts";
import { ParamFaults } from "../../rpc/invalid-params.ts";
import { didYouMean, nearest } from "../../text/did-you-mean.ts";
import { counted, truncate } from "../../text/wording.ts";
import { BoundParams } from "./bound-params.ts";
import { checkParams } from "./check-params.ts";
import type { MethodIndex } from "./method-index.ts";
import { assertDistinctMembers, cutParamMembers, type ParamMember } from "./param-members.ts";

/** The parameters bound so far; see `BoundParams`. */
interface Binding {
  readonly methodIndex: MethodIndex;
  readonly rawValues: (string | undefined)[];
  readonly names: Map<number, string> | undefined;
  readonly extras: ParamMember[];
  readonly faults: ParamFaults;
}

/** Binds and checks parameters by position, by name or in the ledger's own form. Reports all faults in one -32602. */
export function bindParams(methodIndex: MethodIndex, text: string | undefined): BoundParams {
  const rawValues = new Array<string | undefined>(methodIndex.method.params.length).fill(undefined);
  const names = methodIndex.method.hasNamedParams ? new Map<number, string>() : undefined;
  const binding: Binding = { methodIndex, rawValues, names, extras: [], faults: new ParamFaults() };
  const { extras, faults } = binding;
  if (methodIndex.isList && isLedgerList(text)) rawValues[0] = text;
  else if (text?.startsWith("[")) bindPositions(binding, cutArray(text));
  else if (text?.startsWith("{")) bindNames(binding, text);
  checkParams(methodIndex, rawValues, faults);
  if (!faults.isEmpty) throw faults.toError(methodIndex.method.name);
  return new BoundParams(methodIndex, rawValues, extras, names);
}

/** Returns true if the params array is the list itself, as on the ledger. By position, the list would be an item of it. */
function isLedgerList(text: string | undefined): boolean {
  return text !== undefined && /^\[\s*[^\s[\]]/.test(text);
}

/** Binds an object by name. Undocumented members are extras if upstreams may know them, else faults. */
function bindNames({ methodIndex, rawValues, names, extras, faults }: Binding, text: string): void {
  let fieldsByIndex: Map<number, string[]> | undefined;
  for (const member of cutParamMembers(methodIndex.method.name, text)) {
    const [name, raw] = member;
    const index = methodIndex.indexByName.get(name);
    if (index !== undefined) {
      if (raw === "null") continue;
      if (rawValues[index] === undefined) rawValues[index] = raw;
      else faults.add(truncate(name), () => givenTwiceMessage);
      names?.set(index, name);
      continue;
    }
    const aliasField = methodIndex.aliasFields.get(name);
    if (aliasField === undefined) {
      if (names === undefined) faults.add(truncate(name), () => unknownNameMessage(methodIndex, name));
      else extras.push(member);
    } else if (raw !== "null") {
      fieldsByIndex ??= new Map();
      getOrAdd(fieldsByIndex, aliasField.index, () => []).push(`${quote(aliasField.key)}:${raw}`);
    }
  }
  for (const [index, fields] of fieldsByIndex ?? []) rawValues[index] ??= `{${fields.join(",")}}`;
}

function bindPositions(binding: Binding, items: readonly string[]): void {
  const { methodIndex, rawValues, names, extras, faults } = binding;
  const { name, params, legacyWord } = methodIndex.method;
  let objects = 0;
  for (let index = 0; index < items.length; index += 1) {
    const raw = items[index];
    if (raw === undefined || raw === "null") continue;
    const param = params[index];
    // A config object may follow the last parameter; nothing may follow the object.
    if (index <= params.length && raw.startsWith("{") && !isParamValue(param, raw)) {
      objects += 1;
      if (objects > methodIndex.objectCount) {
        faults.add(`[${index}]`, () => surplusObjectMessage(methodIndex));
        break;
      }
      // If upstreams take parameters by name, the object holds them all.
      if (names === undefined) spreadObject(binding, raw);
      else bindNames(binding, raw);
    } else if (index === legacyWord?.index && legacyWord.words.includes(stringIn(raw) ?? "")) {
      rawValues[methodIndex.indexByField.get(legacyWord.field) ?? index] = raw;
    } else if (param === undefined) {
      faults.add(
        `[${index}]`,
        () =>
          `is not expected: ${name} takes at most ${counted(params.length, "parameter")}, got ${items.length}`,
      );
      break;
    } else if (rawValues[index] !== undefined) {
      faults.add(param.name, () => givenTwiceMessage);
    } else {
      rawValues[index] = raw;
    }
  }
  assertDistinctMembers(name, extras);
}

/** An unexpected object is the ledger's config object: its keys are optional parameters. */
function spreadObject({ methodIndex, rawValues, extras, faults }: Binding, text: string): void {
  for (const member of cutParamMembers(methodIndex.method.name, text)) {
    const [key, raw] = member;
    if (raw === "null") continue;
    const index = methodIndex.indexByField.get(key);
    if (index !== undefined) {
      if (rawValues[index] === undefined) rawValues[index] = raw;
      else faults.add(truncate(key), () => givenTwiceMessage);
    } else extras.push(member);
  }
}

const givenTwiceMessage = "is given twice; give it once";

function surplusObjectMessage({ method, objectCount }: MethodIndex): string {
  return objectCount === 0
    ? `is an object, but ${method.name} takes none`
    : `is one object too many: ${method.name} takes ${objectCount === 1 ? "one" : objectCount}`;
}

/** Returns true if an object is this parameter's value. For a required parameter it always is, so that faults name that parameter. */
function isParamValue(param: ParamDescription | undefined, raw: string): boolean {
  return param?.takesObject === true && (param.required || param.validate(JSON.parse(raw)) === null);
}

function unknownNameMessage(methodIndex: MethodIndex, name: string): string {
  const names = methodIndex.method.params.map((param) => param.name);
  const list = names.length === 0 ? "it takes none" : `it takes: ${names.join(", ")}`;
  return `is not a parameter of ${methodIndex.method.name}; ${didYouMean(nearest(name, names, 1), list)}`;
}
