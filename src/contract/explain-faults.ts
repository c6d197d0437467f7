import { valueAt } from "../json/value-at.ts";
import { nearest } from "../text/did-you-mean.ts";
import { counted, orList, shownValue } from "../text/wording.ts";
import type { CompiledFault, CompiledValidator } from "./compiled-validator.ts";
import { expectedOfFormat } from "./formats.ts";
import type { ParamValidator, ValidationFault } from "./param-description.ts";

const maxFaults = 8;
const maxUnknownKeys = 3;
/** Most keys of a value to compare with a missing one. */
const maxCompared = 20;

/** Keywords about a value as a whole. If a value breaks one of them, its other faults are noise. */
const kindRules = new Set(["type", "enum", "const", "format", "pattern", "anyOf"]);

/** Wraps a generated validator to word its faults. `expected` is what the whole value must be. */
export function paramValidator(compiled: CompiledValidator, expected: string): ParamValidator {
  return (value) => (compiled(value) ? null : explainFaults(value, compiled.errors ?? [], expected));
}

/**
 * Words the faults of a value, to follow the parameter's name: `must be at most 100, got 101`. `expected` is what the value as a whole
 * must be.
 */
export function explainFaults(
  value: unknown,
  compiled: readonly CompiledFault[],
  expected: string,
  max: number = maxFaults,
): readonly ValidationFault[] {
  const merged = mergeUnionFaults(compiled);
  const kinds = new Map<string, CompiledFault>();
  for (const fault of merged) {
    if (isKind(fault) && !kinds.has(fault.instancePath)) kinds.set(fault.instancePath, fault);
  }
  const tooLong = merged
    .filter(({ keyword }) => keyword === "maxItems")
    .map(({ instancePath }) => instancePath);
  const faults: ValidationFault[] = [];
  for (const fault of merged) {
    const { instancePath: path } = fault;
    if ((kinds.get(path) ?? fault) !== fault || tooLong.some((list) => path.startsWith(`${list}/`))) continue;
    const message =
      path === "" && isKind(fault)
        ? `must be ${expected}, got ${shownValue(value)}`
        : faultMessage(fault, valueAt(value, pointerSteps(path)));
    faults.push({ path, message });
    if (faults.length === max) break;
  }
  return faults.length > 0 ? faults : [{ path: "", message: `must be ${expected}` }];
}

function isKind(fault: CompiledFault): boolean {
  return kindRules.has(fault.keyword);
}

/**
 * A union reports the faults of all its branches and then its own. Faults deeper inside the value mean that a branch nearly matched, and
 * only they are kept. Otherwise the union's own fault is kept, with those of its branches.
 */
function mergeUnionFaults(compiled: readonly CompiledFault[]): CompiledFault[] {
  const merged: CompiledFault[] = [];
  for (const fault of compiled) {
    if (fault.keyword !== "anyOf" && fault.keyword !== "oneOf") {
      merged.push(fault);
      continue;
    }
    const branches: CompiledFault[] = [];
    for (let last = merged.at(-1); last !== undefined && isInside(last, fault); last = merged.at(-1)) {
      branches.unshift(last);
      merged.pop();
    }
    const deeper = branches.filter((branch) => branch.instancePath !== fault.instancePath);
    if (deeper.length > 0 && !lacksSharedKey(branches, fault.instancePath)) merged.push(...deeper);
    else merged.push({ instancePath: fault.instancePath, keyword: "anyOf", params: { branches } });
  }
  return merged;
}

/** Returns true if the value lacks a key that several branches of a union require: then no branch nearly matched. */
function lacksSharedKey(branches: readonly CompiledFault[], path: string): boolean {
  const missing = branches.flatMap(({ instancePath, keyword, params }) =>
    instancePath === path && keyword === "required" ? [params.missingProperty] : [],
  );
  return new Set(missing).size < missing.length;
}

function isInside(fault: CompiledFault, outer: CompiledFault): boolean {
  return fault.instancePath === outer.instancePath || fault.instancePath.startsWith(`${outer.instancePath}/`);
}

function faultMessage(fault: CompiledFault, value: unknown): string {
  const { keyword, params } = fault;
  const got = `, got ${shownValue(value)}`;
  // A double can't hold 2^64 - 1, so schemas have 2^64 as the limit.
  const limit = params.limit === 2 ** 64 ? "18446744073709551615" : String(params.limit);
  switch (keyword) {
    case "type":
      return `must be ${typeNames[String(params.type)] ?? String(params.type)}${got}`;
    case "format":
      return `must be ${expectedOfFormat(String(params.format)) ?? `a ${String(params.format)}`}${got}`;
    case "enum":
      return `must be ${listed(params.allowedValues)}${got}`;
    case "const":
      return `must be ${JSON.stringify(params.allowedValue)}${got}`;
    case "minimum":
      return `must be at least ${limit}${got}`;
    case "maximum":
      return `must be at most ${limit}${got}`;
    case "minItems":
      return `must be an array of at least ${counted(limit, "item")}, got ${valueSize(value)}`;
    case "maxItems":
      return `must be an array of at most ${counted(limit, "item")}, got ${valueSize(value)}`;
    case "additionalItems":
      return `must be an array of ${limit} items, got ${valueSize(value)}`;
    case "uniqueItems":
      return "must not hold the same item twice";
    case "minLength":
      return `must have at least ${counted(limit, "character")}, got ${valueSize(value)}`;
    case "maxLength":
      return `must have at most ${counted(limit, "character")}, got ${valueSize(value)}`;
    case "pattern":
      return `must match ${String(params.pattern)}${got}`;
    case "required":
      return `must have ${JSON.stringify(params.missingProperty)}${misspelt(String(params.missingProperty), value)}`;
    case "additionalProperties":
      return `must not have ${shownValue(params.additionalProperty)}`;
    case "minProperties":
      return `must have at least ${counted(limit, "key")}`;
    case "maxProperties":
      return `must have at most ${counted(limit, "key")}`;
    case "anyOf":
      return unionMessage(params.branches as readonly CompiledFault[], value);
    default:
      return `is not allowed here (${keyword})${got}`;
  }
}

/** Words what the branches of a union expect: `must be "all" or an object`, `must have "memcmp" or "dataSize"`. */
function unionMessage(faults: readonly CompiledFault[], value: unknown): string {
  const branches = faults.flatMap((branch) =>
    branch.keyword === "anyOf" ? (branch.params.branches as readonly CompiledFault[]) : [branch],
  );
  const unknown = unknownKeys(branches, value);
  if (unknown.length > 0 && unknown.length < Object.keys(value as object).length)
    return `must not have ${unknown.map(shownValue).join(", ")}`;
  // If a branch lists its words, "must be a string" adds nothing.
  const hasWords = branches.some(({ keyword }) => keyword === "enum" || keyword === "const");
  const kinds = branches.filter((branch) => isKind(branch) && !(hasWords && branch.params.type === "string"));
  const missing = missingInMost(branches);
  const chosen = missing.length > 0 ? missing : kinds.length > 0 ? kinds : branches;
  // The unknown key is named at the end, so `misspelt` need not name it too.
  const shown = unknown.length > 0 ? undefined : value;
  const messages = chosen.map((branch) => faultMessage(branch, shown).replace(/, got .*$/s, ""));
  const [first = "is not of an allowed form", ...rest] = [...new Set(messages)];
  const verb = /^must \w+ /.exec(first)?.[0] ?? "";
  const others = rest.map((message) => (message.startsWith(verb) ? message.slice(verb.length) : message));
  const keys = unknown.length > 0 ? ` with the unknown key ${unknown.map(shownValue).join(", ")}` : "";
  return `${[first, ...others].join(" or ")}, got ${shownValue(value)}${keys}`;
}

/**
 * Finds keys that no branch has, in a union of closed objects that each require one key of their own. Each branch refuses every key but
 * its own, so a key without a branch is refused as many times as there are branches: one for each missing key, one for each other key.
 */
function unknownKeys(branches: readonly CompiledFault[], value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  const refusals = new Map<string, number>();
  let missing = 0;
  for (const { keyword, params } of branches) {
    if (keyword === "required") missing += 1;
    if (keyword !== "additionalProperties") continue;
    const key = String(params.additionalProperty);
    refusals.set(key, (refusals.get(key) ?? 0) + 1);
  }
  const most = Math.max(0, ...refusals.values());
  const refused = [...refusals.keys()].filter((key) => refusals.get(key) === most);
  const others = Object.keys(value).length - refused.length;
  return most === missing + others ? refused.slice(0, maxUnknownKeys) : [];
}

/** Names the key of the value that is probably a misspelling of the missing one. */
function misspelt(missing: string, value: unknown): string {
  if (typeof value !== "object" || value === null) return "";
  const [near] = nearest(missing, Object.keys(value).slice(0, maxCompared), 1);
  return near === undefined ? "" : ` (it has ${shownValue(near)})`;
}

/** Of the keys that the value lacks, those that most branches require. */
function missingInMost(branches: readonly CompiledFault[]): readonly CompiledFault[] {
  const missing = branches.filter((branch) => branch.keyword === "required");
  const timesOf = ({ params }: CompiledFault) =>
    missing.filter((other) => other.params.missingProperty === params.missingProperty).length;
  const most = Math.max(...missing.map(timesOf));
  return missing.filter((fault) => timesOf(fault) === most);
}

const typeNames: Readonly<Record<string, string>> = {
  string: "a string",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
  array: "an array",
  object: "an object",
  null: "null",
};

function listed(words: unknown): string {
  return orList(Array.isArray(words) ? words.map((word) => JSON.stringify(word)) : []);
}

function valueSize(value: unknown): number | undefined {
  return typeof value === "string" || Array.isArray(value) ? value.length : undefined;
}

/** The steps of a JSON pointer, decoded. */
export function pointerSteps(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}
