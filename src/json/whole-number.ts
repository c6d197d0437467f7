import type { RawJson } from "./raw-json.ts";

/** A raw value as a whole number from 0, such as a slot, that a double holds exactly; undefined where it is none. */
export function wholeNumber(raw: RawJson | undefined): number | undefined {
  const value = raw === undefined ? Number.NaN : Number(raw.toString());
  return Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
