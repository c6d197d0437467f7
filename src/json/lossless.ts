import { assertEnd } from "./cut-text.ts";
import { foldJson, type JsonFold } from "./fold-json.ts";
import { JsonError } from "./scan/json-error.ts";
import { skipValue } from "./scan/skip-value.ts";

/** A parsed value with exact integers: bigint beyond 2^53. */
export type LosslessValue =
  | null
  | boolean
  | string
  | number
  | bigint
  | LosslessValue[]
  | { [key: string]: LosslessValue };

/** Longest integer accepted. The ledger's have up to 39 digits; parsing one of a million would block every other call. */
const maxIntegerLength = 400;

/** Fewer digits cannot exceed 2^53. */
const longDigits = /\d{16}/;

/**
 * Parses like JSON.parse, but integers that a double cannot hold become bigints. For handlers that inspect values; forwarded JSON
 * is cut, never parsed. Throws a JsonError, also for an integer of more than 400 characters.
 */
export function parseLossless(text: string): LosslessValue {
  if (longDigits.test(text)) return foldJson(text, losslessFold);
  assertEnd(text, skipValue(text, 0));
  return JSON.parse(text) as LosslessValue;
}

const losslessFold: JsonFold<LosslessValue> = {
  scalar: losslessScalar,
  array: (items) => [...items],
  // Unlike assignment, this treats __proto__ as an ordinary member.
  object: (members) => Object.fromEntries(members),
};

/** Parses a scalar like `parseLossless`. */
export function losslessScalar(raw: string): LosslessValue {
  const value = JSON.parse(raw) as LosslessValue;
  if (typeof value !== "number" || Number.isSafeInteger(value) || /[.eE]/.test(raw)) return value;
  if (raw.length > maxIntegerLength)
    throw new JsonError("shape", `an integer has ${raw.length} characters, more than ${maxIntegerLength}`, 0);
  return BigInt(raw);
}

/** Inverse of parseLossless, without losing digits. Omits undefined members, as JSON.stringify does. */
export function stringifyLossless(value: LosslessValue | undefined): string {
  if (typeof value === "bigint") return value.toString();
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new JsonError("shape", `${value} cannot be written as JSON`, 0);
    return Object.is(value, -0) ? "-0" : String(value);
  }
  if (Array.isArray(value)) return `[${value.map(stringifyLossless).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value ?? null);
  const members: string[] = [];
  for (const [key, member] of Object.entries(value as { [key: string]: LosslessValue | undefined })) {
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${stringifyLossless(member)}`);
  }
  return `{${members.join(",")}}`;
}
