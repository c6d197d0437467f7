import { member } from "./cut-raw.ts";
import { type RawJson, wholeNumber } from "./raw-json.ts";

/** The slot of a context is within the first bytes of an answer. */
const searchedBytes = 96;
/** Matches the last slot, which counts if a context has two. */
const contextPattern = /^\{\s*"context"\s*:\s*\{[^{}]*"slot"\s*:\s*(\d{1,16})\s*(?:\}|,(?![^{}]*"slot"\s*:))/;

/** The slot of a context at the beginning of an answer; undefined if it is elsewhere. Reads only the first bytes. */
export function leadingContextSlot(result: RawJson): number | undefined {
  if (!result.isObject) return undefined;
  const slot = Number(contextPattern.exec(result.leadingText(searchedBytes))?.[1]);
  // Two slots above 2^53 may be one number.
  return Number.isSafeInteger(slot) ? slot : undefined;
}

/** The slot of an answer's context, wherever it is; undefined if there is none. */
export function contextSlot(result: RawJson): number | undefined {
  const slot = leadingContextSlot(result);
  if (slot !== undefined) return slot;
  const context = member(result, "context");
  return context && wholeNumber(member(context, "slot"));
}
