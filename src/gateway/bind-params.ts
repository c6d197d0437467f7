import type { ParamDescription } from "../contract/method-description.ts";
import { cutArray } from "../json/cut.ts";
import { quote } from "../json/join.ts";
import { nearest } from "../text/did-you-mean.ts";
import { truncate } from "../text/truncate.ts";
import { BoundParams } from "./bound-params.ts";
import type { MethodPlan } from "./method-plan.ts";
import { ParamFaults } from "./param-faults.ts";
import { assertDistinctMembers, cutParamMembers, type ParamMember } from "./param-members.ts";

type Raws = (string | undefined)[];

/** Longest piece of the caller's text that a message repeats. */
const maxShown = 60;
/** Longest place of a fault that a message names, a path into the parameter's value. */
const maxPathShown = 120;

const noExtras: readonly ParamMember[] = [];

/**
 * Finds each parameter in what the client sent (positional, by name, or the ledger's own form with a trailing
 * object) and checks it. All faults are reported at once, as one -32602.
 */
export function bindParams(plan: MethodPlan, text: string | undefined): BoundParams {
  const raws: Raws = new Array(plan.method.params.length).fill(undefined);
  const faults = new ParamFaults();
  let extras = noExtras;
  if (text?.startsWith("[")) extras = bindPositions(plan, cutArray(text), raws, faults);
  else if (text?.startsWith("{")) bindNames(plan, text, raws, faults);
  checkValues(plan, raws, faults);
  checkGroups(plan, raws, faults);
  if (!faults.isEmpty) throw faults.toError(plan.method.name);
  return new BoundParams(plan, raws, extras);
}

function bindNames(plan: MethodPlan, text: string, raws: Raws, faults: ParamFaults): void {
  let gathered: Map<number, string[]> | undefined;
  for (const [name, raw] of cutParamMembers(plan.method.name, text)) {
    const index = plan.indexByName.get(name);
    if (index !== undefined) {
      raws[index] = raw === "null" ? undefined : raw;
      continue;
    }
    const part = plan.gathered.get(name);
    if (part === undefined) faults.add(truncate(name, maxShown), () => unknownName(plan, name));
    else if (raw !== "null") {
      gathered ??= new Map();
      const fields = gathered.get(part.index);
      const field = `${quote(part.key)}:${raw}`;
      if (fields === undefined) gathered.set(part.index, [field]);
      else fields.push(field);
    }
  }
  if (gathered === undefined) return;
  for (const [index, fields] of gathered) raws[index] ??= `{${fields.join(",")}}`;
}

function bindPositions(
  plan: MethodPlan,
  items: readonly string[],
  raws: Raws,
  faults: ParamFaults,
): readonly ParamMember[] {
  const { name, params, legacyWord, paramsByName } = plan.method;
  let extras: ParamMember[] | undefined;
  for (let index = 0; index < items.length; index += 1) {
    const raw = items[index];
    if (raw === undefined || raw === "null") continue;
    const param = params[index];
    // A config object may follow the last parameter; nothing may follow that.
    if (index <= params.length && raw.startsWith("{") && !acceptsObject(param, raw)) {
      // An upstream that takes its parameters by name knows no further ones.
      if (paramsByName) bindNames(plan, raw, raws, faults);
      else extras = spreadObject(plan, raw, raws, extras);
    } else if (index === legacyWord?.index && legacyWord.words.includes(unquoted(raw))) {
      raws[plan.indexByField.get(legacyWord.field) ?? index] = raw;
    } else if (param === undefined) {
      faults.add(
        `[${index}]`,
        () => `is one parameter too many: at most ${params.length} are taken, got ${items.length}`,
      );
      break;
    } else {
      raws[index] = raw;
    }
  }
  if (extras === undefined) return noExtras;
  assertDistinctMembers(name, extras);
  return extras;
}

/** An object in a place that takes none is the ledger's own form: its keys are the optional parameters. */
function spreadObject(
  plan: MethodPlan,
  text: string,
  raws: Raws,
  before: ParamMember[] | undefined,
): ParamMember[] | undefined {
  let extras = before;
  for (const member of cutParamMembers(plan.method.name, text)) {
    const [key, raw] = member;
    if (raw === "null") continue;
    const index = plan.indexByField.get(key);
    if (index !== undefined) raws[index] = raw;
    else if (extras === undefined) extras = [member];
    else extras.push(member);
  }
  return extras;
}

function acceptsObject(param: ParamDescription | undefined, raw: string): boolean {
  return param?.takesObject === true && param.validate(JSON.parse(raw)) === null;
}

function checkValues(plan: MethodPlan, raws: Raws, faults: ParamFaults): void {
  const { params } = plan.method;
  for (let index = 0; index < params.length; index += 1) {
    const param = params[index];
    if (param === undefined) continue;
    const raw = raws[index];
    if (raw === undefined) {
      if (param.required) faults.add(param.name, () => `is missing; expected ${param.expected}`);
      continue;
    }
    if (param.uint64 !== undefined) {
      if (!isUint64Between(raw, param.uint64.minimum, param.uint64.maximum))
        faults.add(param.name, () => `must be ${param.expected}, got ${truncate(raw, maxShown)}`);
      continue;
    }
    const found = param.validate(parsedValue(raw));
    if (found === null) continue;
    for (const { path, message } of found)
      faults.add(truncate(`${param.name}${path}`, maxPathShown), () => message);
  }
}

function checkGroups(plan: MethodPlan, raws: Raws, faults: ParamFaults): void {
  const { exactlyOneOf, atLeastOneOf } = plan.method;
  if (exactlyOneOf === undefined && atLeastOneOf === undefined) return;
  const given = (group: readonly string[]) =>
    group.filter((param) => raws[plan.indexByName.get(param) ?? -1] !== undefined);
  if (exactlyOneOf !== undefined) {
    const count = given(exactlyOneOf).length;
    if (count !== 1) {
      const got = count === 0 ? "none" : "both";
      faults.add(
        exactlyOneOf.join(", "),
        () => `are alternatives: give exactly one of ${exactlyOneOf.join(" and ")}, got ${got}`,
      );
    }
  }
  if (atLeastOneOf !== undefined && given(atLeastOneOf).length === 0) {
    faults.add(
      atLeastOneOf.join(", "),
      () => `are alternatives: give at least one of ${atLeastOneOf.join(" and ")}, got none`,
    );
  }
}

/** Most parameters are plain strings: taking off the quotes is several times cheaper than parsing. */
function parsedValue(raw: string): unknown {
  if (raw.charCodeAt(0) === 0x22 && !raw.includes("\\")) return raw.slice(1, -1);
  return JSON.parse(raw);
}

function unquoted(raw: string): string {
  const value = raw.startsWith('"') ? parsedValue(raw) : undefined;
  return typeof value === "string" ? value : "";
}

/** Digits only: the ledger refuses 1.0 and 1e2 for a whole number, and a double cannot hold them all. */
function isUint64Between(raw: string, minimum: bigint, maximum: bigint): boolean {
  if (raw.length > 20 || raw.length === 0) return false;
  for (let index = 0; index < raw.length; index += 1) {
    const code = raw.charCodeAt(index);
    if (code < 0x30 || code > 0x39) return false;
  }
  if (raw.length < 16) {
    const value = Number(raw);
    return value >= minimum && value <= maximum;
  }
  const value = BigInt(raw);
  return value >= minimum && value <= maximum;
}

function unknownName(plan: MethodPlan, name: string): string {
  const known = plan.method.params.map((param) => param.name);
  const [near] = nearest(name, known, 1);
  const hint =
    near !== undefined
      ? `did you mean "${near}"?`
      : known.length === 0
        ? "it takes none"
        : `known ones: ${known.join(", ")}`;
  return `is no parameter of ${plan.method.name}; ${hint}`;
}
