import { redactMalformedUrl, redactText } from "../log/redact.ts";
import { parsedUrl } from "../net/urls.ts";
import { didYouMean, nearest } from "../text/did-you-mean.ts";
import { truncate } from "../text/wording.ts";
import type { ConfigFault } from "./config-fault.ts";
import { mapValues, propertiesOf, type SchemaNode, schemaPaths } from "./config-schema.ts";
import { snakeCase } from "./effective-values.ts";
import { removedSettings } from "./removed-settings.ts";

/** Messages list a group's keys only up to this number. */
const maxListedKeys = 12;

/** Validates a parsed value against its schema. Adds every fault to `faults`; returns the value without its invalid parts. */
export function checkValue(node: SchemaNode, value: unknown, at: string, faults: ConfigFault[]): unknown {
  const branch = branchFor(node, value);
  if (branch === undefined) return refuseValue(at, `must be ${alternatives(node)}`, value, faults);
  if (branch.type === "object") return checkObject(branch, value, at, faults);
  if (branch.type === "array") return checkArray(branch, value, at, faults);
  const expected = expectation(branch, value);
  if (expected === undefined) return value;
  if (branch.writeOnly !== true) return refuseValue(at, expected, value, faults, branch.format === "uri");
  faults.push({ at, message: `${expected}; its value is secret and not shown` });
  return undefined;
}

/** The schema branch for the value's type, if the schema allows several types. */
function branchFor(node: SchemaNode, value: unknown): SchemaNode | undefined {
  if (node.anyOf === undefined) return node;
  const kind = kindName(value);
  return node.anyOf.find(({ type }) => type === kind || (type === "integer" && kind === "number"));
}

function alternatives(node: SchemaNode): string {
  return (node.anyOf ?? [])
    .map((branch) =>
      branch.type === "object" ? `an object with ${(branch.required ?? []).join(", ")}` : `a ${branch.type}`,
    )
    .join(" or ");
}

function checkObject(node: SchemaNode, value: unknown, at: string, faults: ConfigFault[]): unknown {
  if (kindName(value) !== "object") return refuseValue(at, "must be an object", value, faults);
  const checked: Record<string, unknown> = {};
  const prefix = at === "" ? "" : `${at}.`;
  for (const [key, member] of Object.entries(value as object)) {
    // An unresolved reference, already reported.
    if (member === undefined) continue;
    const child = childFor(node, key, `${prefix}${key}`, faults);
    if (child === undefined) continue;
    const valid = checkValue(child, member, `${prefix}${key}`, faults);
    if (valid !== undefined) checked[key] = valid;
  }
  for (const key of node.required ?? []) {
    if (!Object.hasOwn(value as object, key)) faults.push({ at: `${prefix}${key}`, message: "is missing" });
  }
  return checked;
}

function childFor(node: SchemaNode, key: string, at: string, faults: ConfigFault[]): SchemaNode | undefined {
  if (node.properties !== undefined && Object.hasOwn(node.properties, key)) return node.properties[key];
  const values = mapValues(node);
  if (values === undefined) {
    faults.push({
      at,
      message: Object.hasOwn(removedSettings, at)
        ? `was removed; ${removedSettings[at]}`
        : unknownKeyMessage(node, key),
    });
    return undefined;
  }
  const expected = node.propertyNames && expectation({ type: "string", ...node.propertyNames }, key);
  if (expected === undefined) return values;
  faults.push({ at, message: `the key ${expected}` });
  return undefined;
}

/** Suggests a key, since an unknown one is often incomplete, at the wrong level or misspelt. Otherwise lists a small group. */
function unknownKeyMessage(node: SchemaNode, key: string): string {
  const wanted = snakeCase(key).replaceAll("-", "_");
  const names = propertiesOf(node).map(([name]) => name);
  const near = [
    ...names.filter((name) => name === wanted || name.endsWith(`_${wanted}`)),
    ...schemaPaths().filter((path) => path.endsWith(`.${wanted}`)),
    ...schemaPaths().filter((path) => `_${path.replaceAll(".", "_")}`.endsWith(`_${wanted}`)),
    ...nearest(wanted, names, 1),
    ...schemaPaths(undefined, "", true).filter((path) => path.endsWith(`.${wanted}`)),
  ];
  const all =
    names.length > maxListedKeys ? "config.schema.json lists them" : `valid keys: ${names.join(", ")}`;
  return `is not a known key; ${didYouMean(near.slice(0, 1), all)}`;
}

function checkArray(node: SchemaNode, value: unknown, at: string, faults: ConfigFault[]): unknown {
  if (!Array.isArray(value)) return refuseValue(at, "must be a list", value, faults);
  const { items = {}, maxItems = Number.POSITIVE_INFINITY } = node;
  if (value.length > maxItems) {
    faults.push({ at, message: `must have at most ${maxItems} entries, got ${value.length}` });
    return undefined;
  }
  return value.flatMap((item, index) =>
    item === undefined ? [] : (checkValue(items, item, `${at}[${index}]`, faults) ?? []),
  );
}

/** The unmet requirement of a scalar, for a message; undefined if it is valid. */
function expectation(node: SchemaNode, value: unknown): string | undefined {
  switch (node.type) {
    case "boolean":
      return typeof value === "boolean" ? undefined : "must be true or false";
    case "integer":
      return Number.isInteger(value) && inRange(node, value) ? undefined : `must be an integer${range(node)}`;
    case "number":
      return Number.isFinite(value) && inRange(node, value) ? undefined : `must be a number${range(node)}`;
    default:
      return stringExpectation(node, value);
  }
}

function stringExpectation(node: SchemaNode, value: unknown): string | undefined {
  if (node.enum !== undefined) {
    return node.enum.some((word) => word === value) ? undefined : `must be one of ${node.enum.join(", ")}`;
  }
  const words = node.patternErrorMessage ?? "must be a string";
  if (typeof value !== "string") return words;
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = node;
  if (value.length < minLength)
    return minLength === 1 ? "must not be empty" : `must be at least ${minLength} characters long`;
  if (value.length > maxLength) return `must be at most ${maxLength} characters long`;
  if (node.pattern !== undefined && !new RegExp(node.pattern).test(value)) return words;
  return node.format === "uri" && parsedUrl(value) === undefined ? words : undefined;
}

function inRange({ minimum = -Infinity, maximum = Infinity }: SchemaNode, value: unknown): boolean {
  return typeof value === "number" && value >= minimum && value <= maximum;
}

function range({ minimum, maximum }: SchemaNode): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  return minimum === undefined ? "" : ` of at least ${minimum}`;
}

function refuseValue(
  at: string,
  expected: string,
  value: unknown,
  faults: ConfigFault[],
  isUrl = false,
): undefined {
  const got = quoteValue(value, isUrl);
  faults.push({ at: at === "" ? "configuration" : redactText(at), message: `${expected}, got ${got}` });
}

function kindName(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

/** Quotes a value for a message, truncated and without credentials. */
function quoteValue(value: unknown, isUrl: boolean): string {
  const kind = kindName(value);
  if (kind === "object") return "an object";
  if (kind === "array") return "a list";
  // Any string with an @ may be a malformed URL under the wrong key.
  if (typeof value !== "string" || !(isUrl || value.includes("@")))
    return truncate(redactText(JSON.stringify(value)), 80);
  const text = truncate(JSON.stringify(redactMalformedUrl(value)), 80);
  return isUrl && !value.includes("://") ? `${text}, which has no ://` : text;
}
