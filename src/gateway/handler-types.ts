import type { RawJson } from "../json/raw-json.ts";
import type { CallContext } from "./call-context.ts";
import type { Caller } from "./gateway-call.ts";
import type { BoundParams } from "./params/bound-params.ts";

/** Answers one ledger method on one network. */
export type LedgerHandler = (context: CallContext) => Promise<RawJson>;

/** What a handler of such a method has: one call, with its parameters bound and checked. */
export interface NetworkHandlerContext {
  readonly params: BoundParams;
  /** Whether a change outlives the process. */
  readonly isPersistent: boolean;
  /** Who asks: networks that it may not use are not shown. */
  readonly caller: Pick<Caller, "known">;
}
