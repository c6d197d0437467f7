import type { UpstreamCall } from "../call/upstream-call.ts";
import type { Commitment, MethodDescription } from "../contract/method-description.ts";
import type { Upstream } from "../upstream/node/upstream.ts";
import type { UpstreamSet } from "../upstream/node/upstream-set.ts";
import type { ItemQuery } from "./items/item-query.ts";
import type { Floors } from "./merging/merged-call.ts";
import type { LedgerState } from "./state/ledger-states.ts";

/** A read of the ledger's head, with everything that its answer depends on. */
export interface HeadRead {
  readonly call: UpstreamCall;
  readonly method: MethodDescription;
  /** The items that it asks for; undefined if it reads none. */
  readonly query: ItemQuery | undefined;
  readonly set: UpstreamSet;
  readonly ledger: LedgerState;
  readonly commitment: Commitment;
  readonly floors: Floors;
  readonly now: number;
}

/** Whether every upstream that may get calls of a read's method also serves `other`. */
export function servesInstead({ set, method, now }: HeadRead, other: MethodDescription): boolean {
  if (other === method) return true;
  return set.upstreams.every(
    (upstream) =>
      !allowsRead(upstream, method) ||
      (allowsRead(upstream, other) && !upstream.lacksMethod(other.name, now)),
  );
}

/** Whether `other` costs no more credits, at every upstream that may get calls of a read's method. */
export function costsNoMore({ set, method }: HeadRead, other: MethodDescription): boolean {
  return set.upstreams.every(
    (upstream) =>
      !allowsRead(upstream, method) || upstream.costOf(other.name) <= upstream.costOf(method.name),
  );
}

function allowsRead(upstream: Upstream, { name }: MethodDescription): boolean {
  return upstream.allows({ upstreamMethod: name, use: "reads" });
}
