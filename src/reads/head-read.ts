import type { UpstreamCall } from "../call/upstream-call.ts";
import type { Commitment, MethodDescription } from "../contract/method-description.ts";
import type { UpstreamSet } from "../upstream/node/upstream-set.ts";
import type { ItemQuery } from "./items/item-query.ts";
import type { KnownLedger } from "./known/known-ledgers.ts";
import type { Floors } from "./merging/merged-call.ts";

/** A read of the ledger's head, with everything that its answer depends on. */
export interface HeadRead {
  readonly call: UpstreamCall;
  readonly method: MethodDescription;
  /** The items that it asks for; undefined if it reads none. */
  readonly asked: ItemQuery | undefined;
  readonly set: UpstreamSet;
  readonly ledger: KnownLedger;
  readonly commitment: Commitment;
  readonly floors: Floors;
  readonly now: number;
}

/** Whether every upstream that may get calls of `method` also serves `other`; with `atNoHigherCost`, for no more credits. */
export function canAskInstead(
  { upstreams }: UpstreamSet,
  other: MethodDescription,
  method: MethodDescription,
  now: number,
  atNoHigherCost: boolean,
): boolean {
  if (other === method) return true;
  return upstreams.every((upstream) => {
    if (!upstream.allows({ upstreamMethod: method.name, use: "reads" })) return true;
    return (
      upstream.allows({ upstreamMethod: other.name, use: "reads" }) &&
      !upstream.lacksMethod(other.name, now) &&
      (!atNoHigherCost || upstream.costOf(other.name) <= upstream.costOf(method.name))
    );
  });
}
