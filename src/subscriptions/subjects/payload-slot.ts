import { contextSlot } from "../../json/context-slot.ts";
import { member } from "../../json/cut-members.ts";
import type { RawJson } from "../../json/raw-json.ts";
import { wholeNumber } from "../../json/whole-number.ts";

/** The slot of a payload that has a context; undefined where it has none. */
export function payloadSlot(payload: RawJson): number | undefined {
  const quick = contextSlot(payload);
  if (quick !== undefined) return quick;
  const context = member(payload, "context");
  return wholeNumber(context === undefined ? undefined : member(context, "slot"));
}

/** Text of a context. */
export function contextAt(slot: number): string {
  return `{"context":{"slot":${slot}},"value":`;
}
