import type { UpstreamCall } from "../call/upstream-call.ts";
import type { Commitment, MethodDescription } from "../contract/method-description.ts";
import type { UpstreamSet } from "../upstream/node/upstream-set.ts";
import type { KnownLedger } from "./known-ledger.ts";
import type { Floors } from "./waiting-read.ts";

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
