import { callCommitment } from "../../call/call-commitment.ts";
import { learnShownSlots } from "../../call/learn-shown-slots.ts";
import type { UpstreamCall } from "../../call/upstream-call.ts";
import type { MethodDescription } from "../../contract/method-description.ts";
import type { RawJson } from "../../json/raw-json.ts";
import type { KnownClient } from "./known-clients.ts";
import type { UpstreamSet } from "./upstream-set.ts";

/** What never changes, and what nodes say of themselves, is as good at one slot as at another. */
export function showsState(method: MethodDescription | undefined): method is MethodDescription {
  return method !== undefined && method.cache.class !== "static" && method.cache.class !== "node";
}

/** What is known of the client that a call is made for; undefined where it makes no difference. */
export function clientOfCall(call: UpstreamCall, { clients }: UpstreamSet): KnownClient | undefined {
  const { method, session, client } = call;
  if (!showsState(method)) return undefined;
  if (session !== undefined) return clients.ofSession(session);
  return client === undefined ? undefined : clients.get(client);
}

/** Remembers what an answer showed a client that got it with others. A session's own step does so for what reaches it. */
export function learnShownToClient(call: UpstreamCall, set: UpstreamSet, result: RawJson): void {
  const { method, session, params } = call;
  if (session !== undefined || method === undefined || set.upstreams.length === 1) return;
  const known = clientOfCall(call, set);
  if (known !== undefined)
    learnShownSlots(known.shown, method, callCommitment(method, params) ?? "processed", result);
}
