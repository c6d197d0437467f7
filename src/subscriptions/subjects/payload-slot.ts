import { contextSlot } from "../../json/context-slot.ts";
import { member } from "../../json/cut-members.ts";
import type { RawJson } from "../../json/raw-json.ts";

/** The slot of a payload that has a context; undefined where it has none. */
export function payloadSlot(payload: RawJson): number | undefined {
  const quick = contextSlot(payload);
  if (quick !== undefined) return quick;
  const context = member(payload, "context");
  const slot = context === undefined ? undefined : member(context, "slot");
  return slot === undefined ? undefined : wholeNumber(slot);
}

/** A raw value as a slot; undefined where it is none. */
export function wholeNumber(raw: RawJson): number | undefined {
  const value = Number(raw.toString());
  return Number.isSafeInteger(value) ? value : undefined;
}

/** Text of a context. */
export function contextAt(slot: number): string {
  return `{"context":{"slot":${slot}},"value":`;
}
