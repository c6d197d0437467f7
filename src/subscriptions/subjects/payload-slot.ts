import { contextSlot } from "../../json/context-slot.ts";
import { member } from "../../json/cut-members.ts";
import { type RawJson, wholeNumber } from "../../json/raw-json.ts";

/** The slot in the context of a payload; undefined if it has no context. */
export function payloadSlot(payload: RawJson): number | undefined {
  const quick = contextSlot(payload);
  if (quick !== undefined) return quick;
  const context = member(payload, "context");
  return wholeNumber(context === undefined ? undefined : member(context, "slot"));
}

/** The beginning of a payload with a context, up to its value. */
export function contextAt(slot: number): string {
  return `{"context":{"slot":${slot}},"value":`;
}
