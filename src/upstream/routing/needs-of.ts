import { callCommitment } from "../../call/call-commitment.ts";
import type { UpstreamCall } from "../../call/upstream-call.ts";
import type { UpstreamUse } from "../../networks/upstream-rules.ts";
import { clientOfCall } from "../node/client-of-call.ts";
import type { Needs } from "../node/needs.ts";
import type { UpstreamSet } from "../node/upstream-set.ts";

/** What a call needs of the upstreams of a set. */
export function needsOf(call: UpstreamCall, set: UpstreamSet, now: number): Needs {
  const { method, params } = call;
  const commitment = callCommitment(method, params) ?? "processed";
  const client = clientOfCall(call, set);
  set.usedAt[commitment] = now;
  return {
    method: call.upstreamMethod,
    use: useOf(call),
    unfit: call.unfit,
    providers: method?.providers,
    commitment,
    minContextSlot: minContextSlotOf(params),
    shownSlot: Math.max(client?.shown[commitment] ?? 0, call.shownSlot ?? 0),
    floor: call.floor,
    oldestSlot: method?.history === "slot" ? firstNumber(params) : undefined,
    client,
  };
}

/** The first item of a list of parameters, if it is a number. */
function firstNumber(params: string): number | undefined {
  const digits = /^\s*\[\s*(\d{1,16})\s*[,\]]/.exec(params)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** What a call asks an upstream for; one that the document does not list counts as a read. */
function useOf({ method }: UpstreamCall): UpstreamUse {
  return method?.effect === "send" || method?.effect === "mint" ? "sends" : "reads";
}

/** What a call needs of a network's only upstream, if there is nothing to choose. */
export function needsOfSingle(call: UpstreamCall): Needs {
  const { method, upstreamMethod, params, floor } = call;
  return {
    method: upstreamMethod,
    use: useOf(call),
    unfit: call.unfit,
    providers: method?.providers,
    commitment: floor === undefined ? "processed" : (callCommitment(method, params) ?? "processed"),
    minContextSlot: undefined,
    shownSlot: 0,
    floor,
    oldestSlot: undefined,
    client: undefined,
  };
}

const minContextSlotPattern = /"minContextSlot"\s*:\s*(\d{1,20})/;

/** The slot that a call asks its upstream to have reached; undefined when it asks for none. Only for choosing an upstream. */
function minContextSlotOf(params: string): number | undefined {
  // Hardly any call asks for one, and this check is cheaper than the pattern.
  if (!params.includes('"minContextSlot"')) return undefined;
  const digits = minContextSlotPattern.exec(params)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
