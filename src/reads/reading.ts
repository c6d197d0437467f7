import type { UpstreamCall } from "../call/upstream-call.ts";
import type { Commitment, MethodDescription } from "../contract/method-description.ts";
import type { UpstreamSet } from "../upstream/node/upstream-set.ts";
import type { Floors } from "./items.ts";
import type { KnownLedger } from "./known-ledger.ts";

/** A read about the head, with all that its answer depends on. */
export interface Reading {
  readonly call: UpstreamCall;
  readonly method: MethodDescription;
  readonly set: UpstreamSet;
  readonly ledger: KnownLedger;
  readonly commitment: Commitment;
  readonly floors: Floors;
  readonly now: number;
}

/** Whether each upstream that may be asked for a method serves another one too; with `atNoHigherCost`, at no higher cost. */
export function servesAsWell(
  { upstreams }: UpstreamSet,
  other: MethodDescription,
  method: MethodDescription,
  now: number,
  atNoHigherCost: boolean,
): boolean {
  if (other === method) return true;
  return upstreams.every((upstream) => {
    if (!upstream.admits({ method: method.name, use: "reads" })) return true;
    return (
      upstream.admits({ method: other.name, use: "reads" }) &&
      !upstream.lacksMethod(other.name, now) &&
      (!atNoHigherCost || upstream.costOf(other.name) <= upstream.costOf(method.name))
    );
  });
}
