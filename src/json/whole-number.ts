import type { RawJson } from "./raw-json.ts";

/** A raw value as a whole number, such as a slot, that is not negative and that a double holds exactly; otherwise undefined. */
export function wholeNumber(raw: RawJson | undefined): number | undefined {
  const value = raw === undefined ? Number.NaN : Number(raw.toString());
  return Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
