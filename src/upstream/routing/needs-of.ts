import { callCommitment } from "../../call/call-commitment.ts";
import type { UpstreamCall } from "../../call/upstream-call.ts";
import type { MethodDescription } from "../../contract/method-description.ts";
import type { UpstreamUse } from "../../networks/upstream-rules.ts";
import type { Needs } from "../node/needs.ts";
import type { UpstreamSet } from "../node/upstream-set.ts";
import { minContextSlotOf } from "./min-context-slot.ts";

/** What a call needs of the upstreams of a set. */
export function needsOf(call: UpstreamCall, set: UpstreamSet, now: number): Needs {
  const { method, params, client } = call;
  const commitment = callCommitment(method, params) ?? "processed";
  set.usedAt[commitment] = now;
  return {
    method: call.upstreamMethod,
    use: useOf(call),
    providers: method?.providers,
    commitment,
    minContextSlot: minContextSlotOf(params),
    client: client === undefined || !showsSlots(method) ? undefined : set.clients.get(client),
  };
}

/** What a call asks an upstream for; one that the document does not list counts as a read. */
export function useOf({ method }: UpstreamCall): UpstreamUse {
  return method?.effect === "send" || method?.effect === "mint" ? "sends" : "reads";
}

/** What never changes, and what nodes say of themselves, is as good at one slot as at another. */
function showsSlots(method: MethodDescription | undefined): method is MethodDescription {
  return method !== undefined && method.cache.class !== "static" && method.cache.class !== "node";
}
