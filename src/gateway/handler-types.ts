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

/** Answers one of the gateway's own methods about networks. */
export type NetworkHandler = (context: NetworkHandlerContext) => Promise<RawJson>;

/** The handler of a listed method; one is missing only by a mistake in the tables. */
export function getHandler<Handler>(handlers: ReadonlyMap<string, Handler>, name: string): Handler {
  const handler = handlers.get(name);
  if (handler === undefined) throw new Error(`no handler for ${name}`);
  return handler;
}
