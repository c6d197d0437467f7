import type { ParamDescription, ValidationFault } from "../contract/method-description.ts";
import { cutArray, cutObject } from "../json/cut.ts";
import { quote } from "../json/join.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import { nearest } from "../text/did-you-mean.ts";
import { BoundParams } from "./bound-params.ts";
import type { MethodPlan } from "./method-plan.ts";

/** One thing that is wrong with the parameters; goes into `error.data.faults`. */
export interface ParamFault {
  readonly param: string;
  readonly message: string;
}

type Raws = (string | undefined)[];
type Extras = (readonly [key: string, raw: string])[];

const none: Extras = [];

/**
 * Finds each parameter in what the client sent (positional, by name, or the ledger's own form with a trailing
 * object) and checks it. All faults are reported at once, as one -32602.
 */
export function bindParams(plan: MethodPlan, text: string | undefined): BoundParams {
  const raws: Raws = new Array(plan.method.params.length).fill(undefined);
  const faults: ParamFault[] = [];
  let extras = none;
  if (text?.startsWith("[")) extras = bindPositions(plan, cutArray(text), raws, faults);
  else if (text?.startsWith("{")) bindNames(plan, cutObject(text), raws, faults);
  checkValues(plan, raws, faults);
  checkGroups(plan, raws, faults);
  if (faults.length > 0) throw invalidParams(plan, faults);
  return new BoundParams(plan, raws, extras);
}

function bindNames(
  plan: MethodPlan,
  members: readonly (readonly [string, string])[],
  raws: Raws,
  faults: ParamFault[],
): void {
  let flat: Map<number, string[]> | undefined;
  for (const [name, raw] of members) {
    const index = plan.indexByName.get(name);
    if (index !== undefined) {
      raws[index] = raw === "null" ? undefined : raw;
      continue;
    }
    const part = plan.gathered.get(name);
    if (part === undefined) faults.push(unknownName(plan, name));
    else if (raw !== "null") {
      flat ??= new Map();
      flat.set(part.index, [...(flat.get(part.index) ?? []), `${quote(part.key)}:${raw}`]);
    }
  }
  for (const [index, parts] of flat ?? []) raws[index] ??= `{${parts.join(",")}}`;
}

function bindPositions(plan: MethodPlan, items: readonly string[], raws: Raws, faults: ParamFault[]): Extras {
  const { params, legacyWord } = plan.method;
  let extras = none;
  for (let index = 0; index < items.length; index += 1) {
    const raw = items[index];
    if (raw === undefined || raw === "null") continue;
    const param = params[index];
    if (raw.startsWith("{") && !acceptsObject(param, raw)) {
      // A node that takes its parameters by name knows no further ones.
      if (plan.method.paramsByName) bindNames(plan, cutObject(raw), raws, faults);
      else extras = spreadObject(plan, raw, raws, extras);
    } else if (index === legacyWord?.index && legacyWord.words.includes(unquoted(raw))) {
      raws[plan.indexByField.get(legacyWord.field) ?? index] = raw;
    } else if (param === undefined) {
      faults.push({
        param: `[${index}]`,
        message: `is one parameter too many: at most ${params.length} are taken, got ${items.length}`,
      });
      return extras;
    } else {
      raws[index] = raw;
    }
  }
  return extras;
}

/** An object in a place that takes none is the ledger's own form: its keys stand for the optional parameters. */
function spreadObject(plan: MethodPlan, text: string, raws: Raws, extras: Extras): Extras {
  let all = extras;
  for (const [key, raw] of cutObject(text)) {
    if (raw === "null") continue;
    const index = plan.indexByField.get(key);
    if (index !== undefined) raws[index] = raw;
    else all = [...all, [key, raw]];
  }
  return all;
}

function acceptsObject(param: ParamDescription | undefined, raw: string): boolean {
  return param?.takesObject === true && param.validate(JSON.parse(raw)) === null;
}

function checkValues(plan: MethodPlan, raws: Raws, faults: ParamFault[]): void {
  const { params } = plan.method;
  for (let index = 0; index < params.length; index += 1) {
    const param = params[index];
    if (param === undefined) continue;
    const raw = raws[index];
    if (raw === undefined) {
      if (param.required)
        faults.push({ param: param.name, message: `is missing; expected ${param.expected}` });
      continue;
    }
    if (param.uint64 !== undefined) {
      if (!isUint64Between(raw, param.uint64.minimum, param.uint64.maximum)) {
        faults.push({ param: param.name, message: `must be ${param.expected}, got ${shortened(raw)}` });
      }
      continue;
    }
    const found = param.validate(parsedValue(raw));
    if (found !== null) for (const fault of found) faults.push(placed(param, fault));
  }
}

function checkGroups(plan: MethodPlan, raws: Raws, faults: ParamFault[]): void {
  const { exactlyOneOf, atLeastOneOf } = plan.method;
  const given = (group: readonly string[]) =>
    group.filter((param) => raws[plan.indexByName.get(param) ?? -1] !== undefined);
  if (exactlyOneOf !== undefined) {
    const count = given(exactlyOneOf).length;
    if (count !== 1) {
      const got = count === 0 ? "none" : "both";
      faults.push({
        param: exactlyOneOf.join(", "),
        message: `are alternatives: give exactly one of ${exactlyOneOf.join(" and ")}, got ${got}`,
      });
    }
  }
  if (atLeastOneOf !== undefined && given(atLeastOneOf).length === 0) {
    faults.push({
      param: atLeastOneOf.join(", "),
      message: `are alternatives: give at least one of ${atLeastOneOf.join(" and ")}, got none`,
    });
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

function placed(param: ParamDescription, fault: ValidationFault): ParamFault {
  return { param: `${param.name}${fault.path}`, message: fault.message };
}

function unknownName(plan: MethodPlan, name: string): ParamFault {
  const known = plan.method.params.map((param) => param.name);
  const [near] = nearest(name, known, 1);
  const hint =
    near !== undefined
      ? `did you mean "${near}"?`
      : known.length === 0
        ? "it takes none"
        : `known ones: ${known.join(", ")}`;
  return { param: shortened(name), message: `is no parameter of ${plan.method.name}; ${hint}` };
}

function shortened(raw: string): string {
  return raw.length <= 60 ? raw : `${raw.slice(0, 57)}...`;
}

function invalidParams(plan: MethodPlan, faults: readonly ParamFault[]): RpcError {
  const text = faults.map((fault) => `${fault.param} ${fault.message}`).join("; ");
  return RpcError.of("invalidParams", `Invalid params for ${plan.method.name}: ${text}.`, {
    data: { faults },
  });
}
