import { contextSlot } from "../../json/context-slot.ts";
import { member } from "../../json/cut-members.ts";
import { type RawJson, wholeNumber } from "../../json/raw-json.ts";

/** The slot in a payload's context; undefined if it has none. */
export function payloadSlot(payload: RawJson): number | undefined {
  const quick = contextSlot(payload);
  if (quick !== undefined) return quick;
  const context = member(payload, "context");
  return wholeNumber(context === undefined ? undefined : member(context, "slot"));
}

/** JSON text of the beginning of a payload with this slot, up to its value. */
export function contextAt(slot: number): string {
  return `{"context":{"slot":${slot}},"value":`;
}
