import { isOlderThan } from "../../call/answer-slots.ts";
import type { UpstreamCall } from "../../call/upstream-call.ts";
import type { RawJson } from "../../json/raw-json.ts";
import type { Needs } from "../node/call-needs.ts";
import type { Upstream } from "../node/upstream.ts";
import type { Candidates } from "./candidates.ts";
import { estimatedSlot } from "./choose-upstream.ts";

/** When the upstream that showed a client its newest slot fails, the client's calls wait this many slots for another one. */
const waitSlots = 2;
/** An upstream that is further behind is not waited for. */
const nearSlots = 8;

/** Slots that an upstream is behind what the client was shown; 0 or less if it is not. */
export function slotsBehindShown({ set, needs }: Candidates, upstream: Upstream, now: number): number {
  const { commitment, shownSlot } = needs;
  return shownSlot === 0 ? 0 : shownSlot - estimatedSlot(set, upstream, commitment, now);
}

/** Whether an upstream is so few slots behind what the client was shown that it is worth a wait; with-floors.ts waits for sessions. */
export function isNearShown(candidates: Candidates, upstream: Upstream, now: number): boolean {
  const missing = slotsBehindShown(candidates, upstream, now);
  return candidates.needs.floor === undefined && missing > 0 && missing <= nearSlots;
}

/** Whether an answer is older than what the client was shown; with-floors.ts asks again for sessions. */
export function isTooOld({ method, session }: UpstreamCall, { shownSlot }: Needs, result: RawJson): boolean {
  if (shownSlot === 0 || session !== undefined || method?.effect !== "read") return false;
  return isOlderThan(shownSlot, method, result);
}

/**
 * When a call's wait for an upstream to reach the slot that its client was shown ends. It begins when the best upstream is a few slots
 * behind, or its answer is too old.
 */
export function slotWaitEnd({ deadline }: UpstreamCall, { set }: Candidates, now: number): number {
  return now + Math.min(waitSlots * set.clock.slotMs, (deadline - now) / 2);
}
