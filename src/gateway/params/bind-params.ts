import type { ParamDescription } from "../../contract/param-description.ts";
import { cutArray, stringIn } from "../../json/cut.ts";
import { quote } from "../../json/join.ts";
import { didYouMean, nearest } from "../../text/did-you-mean.ts";
import { counted, truncate } from "../../text/wording.ts";
import { BoundParams } from "./bound-params.ts";
import { checkParams, ParamFaults } from "./check-params.ts";
import type { MethodPlan } from "./method-plan.ts";
import { assertDistinctMembers, cutParamMembers, type ParamMember } from "./param-members.ts";

type Raws = (string | undefined)[];

const noExtras: readonly ParamMember[] = [];

/**
 * Finds each parameter in what the client sent (by position, by name or in the ledger's own form) and checks it. All faults are reported as
 * one -32602.
 */
export function bindParams(plan: MethodPlan, text: string | undefined): BoundParams {
  const raws: Raws = new Array(plan.method.params.length).fill(undefined);
  const faults = new ParamFaults();
  const names = plan.method.paramsByName ? new Map<number, string>() : undefined;
  let extras = noExtras;
  if (plan.isList && isLedgerList(text)) raws[0] = text;
  else if (text?.startsWith("[")) extras = bindPositions(plan, cutArray(text), raws, names, faults);
  else if (text?.startsWith("{")) extras = bindNames(plan, text, raws, names, faults) ?? noExtras;
  checkParams(plan, raws, faults);
  if (!faults.isEmpty) throw faults.toError(plan.method.name);
  return new BoundParams(plan, raws, extras, names);
}

/** Whether params are the list itself, in the ledger's form: by position, the list would be an item. */
function isLedgerList(text: string | undefined): boolean {
  return text !== undefined && /^\[\s*[^\s[\]]/.test(text);
}

/** Binds an object by name; returns the members that the document does not list, if upstreams may know them. */
function bindNames(
  plan: MethodPlan,
  text: string,
  raws: Raws,
  names: Map<number, string> | undefined,
  faults: ParamFaults,
): ParamMember[] | undefined {
  let extras: ParamMember[] | undefined;
  let fieldsByIndex: Map<number, string[]> | undefined;
  for (const member of cutParamMembers(plan.method.name, text)) {
    const [name, raw] = member;
    const index = plan.indexByName.get(name);
    if (index !== undefined) {
      if (raw === "null") continue;
      if (raws[index] === undefined) raws[index] = raw;
      else faults.add(truncate(name), () => givenTwiceMessage);
      names?.set(index, name);
      continue;
    }
    const aliasField = plan.aliasFields.get(name);
    if (aliasField === undefined) {
      if (names === undefined) faults.add(truncate(name), () => unknownNameMessage(plan, name));
      else if (extras === undefined) extras = [member];
      else extras.push(member);
    } else if (raw !== "null") {
      fieldsByIndex ??= new Map();
      const fields = fieldsByIndex.get(aliasField.index);
      const field = `${quote(aliasField.key)}:${raw}`;
      if (fields === undefined) fieldsByIndex.set(aliasField.index, [field]);
      else fields.push(field);
    }
  }
  if (fieldsByIndex !== undefined)
    for (const [index, fields] of fieldsByIndex) raws[index] ??= `{${fields.join(",")}}`;
  return extras;
}

function bindPositions(
  plan: MethodPlan,
  items: readonly string[],
  raws: Raws,
  names: Map<number, string> | undefined,
  faults: ParamFaults,
): readonly ParamMember[] {
  const { name, params, legacyWord } = plan.method;
  let extras: ParamMember[] | undefined;
  let objects = 0;
  for (let index = 0; index < items.length; index += 1) {
    const raw = items[index];
    if (raw === undefined || raw === "null") continue;
    const param = params[index];
    // A config object may follow the last parameter; nothing may follow that.
    if (index <= params.length && raw.startsWith("{") && !isParamValue(param, raw)) {
      objects += 1;
      if (objects > plan.objectCount) {
        faults.add(`[${index}]`, () => surplusObjectMessage(plan));
        break;
      }
      // Where an upstream takes its parameters by name, the object holds them all.
      const found =
        names === undefined
          ? spreadObject(plan, raw, raws, faults)
          : bindNames(plan, raw, raws, names, faults);
      extras = extras === undefined ? found : extras.concat(found ?? []);
    } else if (index === legacyWord?.index && legacyWord.words.includes(stringIn(raw) ?? "")) {
      raws[plan.indexByField.get(legacyWord.field) ?? index] = raw;
    } else if (param === undefined) {
      faults.add(
        `[${index}]`,
        () =>
          `is not expected: ${name} takes at most ${counted(params.length, "parameter")}, got ${items.length}`,
      );
      break;
    } else if (raws[index] !== undefined) {
      faults.add(param.name, () => givenTwiceMessage);
    } else {
      raws[index] = raw;
    }
  }
  if (extras === undefined) return noExtras;
  assertDistinctMembers(name, extras);
  return extras;
}

/** An object where none is expected is the ledger's config object: its keys are optional parameters. */
function spreadObject(
  plan: MethodPlan,
  text: string,
  raws: Raws,
  faults: ParamFaults,
): ParamMember[] | undefined {
  let extras: ParamMember[] | undefined;
  for (const member of cutParamMembers(plan.method.name, text)) {
    const [key, raw] = member;
    if (raw === "null") continue;
    const index = plan.indexByField.get(key);
    if (index !== undefined) {
      if (raws[index] === undefined) raws[index] = raw;
      else faults.add(truncate(key), () => givenTwiceMessage);
    } else if (extras === undefined) extras = [member];
    else extras.push(member);
  }
  return extras;
}

const givenTwiceMessage = "is given twice; give it once";

function surplusObjectMessage({ method, objectCount }: MethodPlan): string {
  return objectCount === 0
    ? `is an object, but ${method.name} takes none`
    : `is one object too many: ${method.name} takes ${objectCount === 1 ? "one" : objectCount}`;
}

/** Whether an object is the value of this parameter. For a required one it always is, so that a fault names the parameter. */
function isParamValue(param: ParamDescription | undefined, raw: string): boolean {
  return param?.takesObject === true && (param.required || param.validate(JSON.parse(raw)) === null);
}

function unknownNameMessage(plan: MethodPlan, name: string): string {
  const known = plan.method.params.map((param) => param.name);
  const list = known.length === 0 ? "it takes none" : `it takes: ${known.join(", ")}`;
  return `is not a parameter of ${plan.method.name}; ${didYouMean(nearest(name, known, 1), list)}`;
}
