import type { UpstreamCall } from "../call/upstream-call.ts";
import type { Commitment, MethodDescription } from "../contract/method-description.ts";
import type { Upstream } from "../upstream/node/upstream.ts";
import type { UpstreamSet } from "../upstream/node/upstream-set.ts";
import type { ItemQuery } from "./items/item-query.ts";
import type { Floors } from "./merging/merged-call.ts";
import type { LedgerState } from "./state/ledger-states.ts";

/** A read of the newest state, with everything that its answer depends on. */
export interface HeadRead {
  readonly call: UpstreamCall;
  readonly method: MethodDescription;
  /** The method that the client called; `method` is another if that is read instead. */
  readonly countedAs: MethodDescription;
  /** Undefined if it reads no items. */
  readonly query: ItemQuery | undefined;
  readonly set: UpstreamSet;
  readonly ledger: LedgerState;
  readonly commitment: Commitment;
  readonly floors: Floors;
  readonly now: number;
}

/** True if every upstream that may be sent the read's method also serves `other`. */
export function servesInstead({ set, method, now }: HeadRead, other: MethodDescription): boolean {
  if (other === method) return true;
  return set.upstreams.every(
    (upstream) =>
      !allowsRead(upstream, method) ||
      (allowsRead(upstream, other) && !upstream.lacksMethod(other.name, now)),
  );
}

/** True if `other` costs no more credits at any upstream that may be sent the read's method. */
export function costsNoMore({ set, method }: HeadRead, other: MethodDescription): boolean {
  return set.upstreams.every(
    (upstream) =>
      !allowsRead(upstream, method) || upstream.costOf(other.name) <= upstream.costOf(method.name),
  );
}

function allowsRead(upstream: Upstream, { name }: MethodDescription): boolean {
  return upstream.allows({ upstreamMethod: name, purpose: "reads" });
}
