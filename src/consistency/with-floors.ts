import type { SendWrapper } from "../call/upstream-call.ts";
import { type FloorContext, FlooredCall } from "./floored-call.ts";

/**
 * Answers calls of sessions from state no older than what the session was shown, and calls that name a slot (`x-min-slot`) from state
 * no older than that. All other calls pass through.
 */
export function withFloors(context: FloorContext): SendWrapper {
  return (next) => (call) => {
    if (call.session === undefined && call.minSlot === undefined) return next(call);
    return call.method === undefined
      ? next(call)
      : new FlooredCall(context, next, call, call.method).answer();
  };
}
