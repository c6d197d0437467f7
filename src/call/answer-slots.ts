import type { Commitment, MethodDescription } from "../contract/method-description.ts";
import { leadingContextSlot } from "../json/context-slot.ts";
import { member } from "../json/cut-raw.ts";
import { cutArray, cutObject } from "../json/cut-text.ts";
import { type RawJson, wholeNumber } from "../json/raw-json.ts";
import { unlessJsonError } from "../json/scan/json-error.ts";
import { parseWholeNumber } from "../json/whole-number.ts";
import { commitmentByText } from "./call-commitment.ts";
import type { ShownSlots } from "./shown-slots.ts";

/** Longer results are not searched for statuses. Nodes return at most 256, which fit. */
const maxSearchedBytes = 128 * 1024;

/** The slot of the state that a result was read from; undefined if the result does not name it. */
export function answerSlot({ slotAt }: MethodDescription, result: RawJson): number | undefined {
  if (slotAt === "result") return wholeNumber(result);
  if (slotAt === "height") return undefined;
  if (typeof slotAt === "object")
    return slotAt.member === undefined ? undefined : wholeNumber(member(result, slotAt.member));
  return leadingContextSlot(result);
}

/** True if a result names a slot below this one. */
export function isOlderThan(slot: number, method: MethodDescription, result: RawJson): boolean {
  return (answerSlot(method, result) ?? slot) < slot;
}

/** Records every slot that a result shows its caller. */
export function recordShownSlots(
  shown: ShownSlots,
  method: MethodDescription,
  commitment: Commitment,
  result: RawJson,
): void {
  const { slotAt } = method;
  const isEvent = typeof slotAt === "object" && slotAt.event !== undefined;
  const slot = isEvent ? wholeNumber(member(result, slotAt.event)) : answerSlot(method, result);
  if (slot !== undefined) shown.raise(commitment, slot);
  if (slotAt === "statuses") forEachStatus(result, (reached, at) => shown.raise(reached, at));
}

/** Calls `record` for each confirmed or finalized status in a result. */
export function forEachStatus(result: RawJson, record: (reached: Commitment, slot: number) => void): void {
  if (result.byteLength > maxSearchedBytes) return;
  // A result of an unexpected form shows no slots.
  unlessJsonError(() => {
    for (const status of cutArray(member(result, "value")?.toString() ?? "[]")) {
      if (!status.startsWith("{")) continue;
      const members = new Map(cutObject(status));
      const reached = commitmentByText.get(members.get("confirmationStatus") ?? "");
      const slot = parseWholeNumber(members.get("slot") ?? "");
      if (reached === undefined || reached === "processed" || slot === undefined) continue;
      record(reached, slot);
    }
  });
}
