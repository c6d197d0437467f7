import { isOlderThan, recordShownSlots } from "../../call/answer-slots.ts";
import { answerCommitment } from "../../call/call-commitment.ts";
import type { UpstreamCall } from "../../call/upstream-call.ts";
import type { MethodDescription } from "../../contract/method-description.ts";
import type { RawJson } from "../../json/raw-json.ts";
import type { RememberedClient } from "./remembered-clients.ts";
import type { UpstreamSet } from "./upstream-set.ts";

/** Whether answers of a method depend on the slot. Answers that never change, or are about the upstream itself, do not. */
export function dependsOnSlot(method: MethodDescription | undefined): method is MethodDescription {
  return method !== undefined && method.cache.class !== "static" && method.cache.class !== "node";
}

/** What is known of the client that a call is made for; undefined if its answer does not depend on it. */
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
 * Records the slots that an answer showed a call's client, if it was shared with others or written from memory; `withFloors` does so for
 * sessions, and failover for answers of upstreams.
 */
export function recordShownToClient(call: UpstreamCall, set: UpstreamSet, result: RawJson): void {
  const { method, session, params } = call;
  if (session !== undefined || method === undefined || set.upstreams.length === 1) return;
  const client = rememberedClientOf(call, set);
  if (client !== undefined) recordShownSlots(client.shown, method, answerCommitment(method, params), result);
}

/** Whether the client was shown a newer slot than that of an answer; for sessions, `withFloors` asks. */
export function isOlderThanShown(call: UpstreamCall, set: UpstreamSet, result: RawJson): boolean {
  const { method, session, params } = call;
  if (session !== undefined || method === undefined || set.upstreams.length === 1) return false;
  const shown = rememberedClientOf(call, set)?.shown[answerCommitment(method, params)] ?? 0;
  return isOlderThan(shown, method, result);
}
