import { isOlderThan, recordShownSlots } from "../../call/answer-slots.ts";
import { answerCommitment } from "../../call/call-commitment.ts";
import type { UpstreamCall } from "../../call/upstream-call.ts";
import type { MethodDescription } from "../../contract/method-description.ts";
import type { RawJson } from "../../json/raw-json.ts";
import type { RememberedClient } from "./remembered-clients.ts";
import type { UpstreamSet } from "./upstream-set.ts";

/** Returns true if results of a method depend on the slot, unlike constants and facts about the upstream itself. */
export function dependsOnSlot(method: MethodDescription | undefined): method is MethodDescription {
  return method !== undefined && method.cache.class !== "static" && method.cache.class !== "node";
}

/** The remembered client of a call; undefined if the result does not depend on the slot, or the client is unknown. */
export function rememberedClientOf(
  call: UpstreamCall,
  { clients }: UpstreamSet,
): RememberedClient | undefined {
  const { method, session, clientAddress: client } = call;
  if (!dependsOnSlot(method)) return undefined;
  if (session !== undefined) return clients.ofSession(session);
  return client === undefined ? undefined : clients.ofAddress(client);
}

/**
 * Records the slots that a shared or locally made answer showed its client. `withFloors` does this for sessions, failover for responses of
 * upstreams.
 */
export function recordShownToClient(call: UpstreamCall, set: UpstreamSet, result: RawJson): void {
  const { method, session, params } = call;
  if (session !== undefined || method === undefined || set.upstreams.length === 1) return;
  const client = rememberedClientOf(call, set);
  if (client !== undefined) recordShownSlots(client.shown, method, answerCommitment(method, params), result);
}

/** Returns true if a result is older than what the client was shown. `withFloors` checks sessions. */
export function isOlderThanShown(call: UpstreamCall, set: UpstreamSet, result: RawJson): boolean {
  const { method, session, params } = call;
  if (session !== undefined || method === undefined || set.upstreams.length === 1) return false;
  const shown = rememberedClientOf(call, set)?.shown[answerCommitment(method, params)] ?? 0;
  return isOlderThan(shown, method, result);
}
