import { isOlderThan } from "../../call/answer-slots.ts";
import type { UpstreamCall } from "../../call/upstream-call.ts";
import type { RawJson } from "../../json/raw-json.ts";
import type { Needs } from "../node/call-needs.ts";
import type { Upstream } from "../node/upstream.ts";
import type { Candidates } from "./candidates.ts";
import { estimatedSlot } from "./choose-upstream.ts";

/** Longest wait in slots for an upstream to reach the slot that the client was shown. */
const maxWaitSlots = 2;
/** Maximum lag in slots of an upstream that is worth a wait. */
const maxLag = 8;

/** Slots by which an upstream is behind what the client was shown; 0 or less if it is not. */
export function slotsBehindPreferred({ set, needs }: Candidates, upstream: Upstream, now: number): number {
  const { commitment, preferredSlot } = needs;
  return preferredSlot === 0 ? 0 : preferredSlot - estimatedSlot(set, upstream, commitment, now);
}

/** True if an upstream is behind what the client was shown by few enough slots to wait. Calls with a floor wait in with-floors.ts. */
export function isNearPreferred(candidates: Candidates, upstream: Upstream, now: number): boolean {
  const lag = slotsBehindPreferred(candidates, upstream, now);
  return candidates.needs.floor === undefined && lag > 0 && lag <= maxLag;
}

/** Returns true if a result is older than what the client was shown. Sessions are handled in with-floors.ts. */
export function isTooOld(
  { method, session }: UpstreamCall,
  { preferredSlot }: Needs,
  result: RawJson,
): boolean {
  if (preferredSlot === 0 || session !== undefined || method?.effect !== "read") return false;
  return isOlderThan(preferredSlot, method, result);
}

/** End of a wait that begins now for an upstream to reach the slot that the client was shown. */
export function slotWaitEnd({ deadline }: UpstreamCall, { set }: Candidates, now: number): number {
  return now + Math.min(maxWaitSlots * set.clock.slotMs, (deadline - now) / 2);
}
