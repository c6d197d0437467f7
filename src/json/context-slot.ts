import { member } from "./cut-raw.ts";
import { type RawJson, wholeNumber } from "./raw-json.ts";

/** A leading context's slot is within this many bytes. */
const searchedBytes = 96;
/** Matches the last slot of a context, since the last duplicate counts. */
const contextPattern = /^\{\s*"context"\s*:\s*\{[^{}]*"slot"\s*:\s*(\d{1,16})\s*(?:\}|,(?![^{}]*"slot"\s*:))/;

/** The slot of a context at the start of a result; undefined if there is none. Reads only the first bytes. */
export function leadingContextSlot(result: RawJson): number | undefined {
  if (!result.isObject) return undefined;
  const slot = Number(contextPattern.exec(result.leadingText(searchedBytes))?.[1]);
  // Different slots above 2^53 may round to one number.
  return Number.isSafeInteger(slot) ? slot : undefined;
}

/** The slot of a result's context, wherever it is; undefined if there is none. */
export function contextSlot(result: RawJson): number | undefined {
  const slot = leadingContextSlot(result);
  if (slot !== undefined) return slot;
  const context = member(result, "context");
  return context && wholeNumber(member(context, "slot"));
}
