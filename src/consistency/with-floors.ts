import type { SendWrapper } from "../call/upstream-call.ts";
import { showsState } from "../upstream/node/client-of-call.ts";
import { type FloorContext, FlooredCall } from "./floored-call.ts";

/**
 * Answers calls of sessions from state no older than what the session was shown, and calls that name a slot (`x-min-slot`) from state
 * no older than that. All other calls pass through.
 */
export function withFloors(context: FloorContext): SendWrapper {
  return (next) => (call) => {
    if (call.session === undefined && call.minSlot === undefined) return next(call);
    const { method } = call;
    if (method === undefined || method.effect === "mint" || !showsState(method)) return next(call);
    return new FlooredCall(context, next, call, method).answer();
  };
}
