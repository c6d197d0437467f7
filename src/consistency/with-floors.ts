import type { SendWrapper } from "../call/upstream-call.ts";
import { showsState } from "../upstream/node/client-of-call.ts";
import { type FloorContext, FlooredCall } from "./floored-call.ts";

/**
 * Answers the calls of sessions, and those that name a slot (`x-min-slot`), from state that is no older than what their callers were
 * shown. All other calls pass.
 */
export function withFloors(context: FloorContext): SendWrapper {
  return (next) => (call) => {
    if (call.session === undefined && call.minSlot === undefined) return next(call);
    const { method } = call;
    if (method === undefined || method.effect === "mint" || !showsState(method)) return next(call);
    return new FlooredCall(context, next, call, method).answer();
  };
}
