import type { Cancellation } from "../call/cancellation.ts";
import type { MethodDescription } from "../contract/method-description.ts";
import type { RawJson } from "../json/raw-json.ts";
import type { KeptElsewhere } from "../landing/kept-transactions.ts";
import type { PendingTransaction } from "../landing/pending-transaction.ts";
import type { Network } from "../networks/network.ts";
import type { Caller } from "./gateway-call.ts";
import type { BoundParams } from "./params/bound-params.ts";
import type { Dialect } from "./params/dialect.ts";
import type { MethodPlan } from "./params/method-plan.ts";

/** Answers one ledger method on one network. */
export type LedgerHandler = (context: HandlerContext) => Promise<RawJson>;

/** What a handler of networks is called with. */
export interface NetworkHandlerContext {
  readonly params: BoundParams;
  /** Whether a change outlives the process. */
  readonly lasts: boolean;
  /** Who asks: networks that it may not use are not shown. */
  readonly caller: Pick<Caller, "known">;
}

/** Answers one of the gateway's own methods about networks. */
export type NetworkHandler = (context: NetworkHandlerContext) => Promise<RawJson>;

/** The handler of a listed method; one is missing only by a mistake in the tables. */
export function handlerOf<Handler>(handlers: ReadonlyMap<string, Handler>, plan: MethodPlan): Handler {
  const handler = handlers.get(plan.method.name);
  if (handler === undefined) throw new Error(`no handler for ${plan.method.name}`);
  return handler;
}

/** What a handler has: one call on one network. It knows no transport. */
export interface HandlerContext {
  readonly method: MethodDescription;
  readonly dialect: Dialect;
  readonly network: Network;
  readonly params: BoundParams;
  readonly caller: Caller;
  /** Cancelled when the caller goes away. */
  readonly cancellation: Cancellation;
  /** Sends the call itself, in the ledger's own form; an answer that is read is bounded by `maxValues` (see UpstreamCall). */
  forward(maxValues?: number): Promise<RawJson<never>>;
  /** Asks the same network something else; `params` is JSON text as ledger nodes take it. */
  ask<Result>(method: string, params: string, maxValues?: number): Promise<RawJson<Result>>;
  /** Sends a transaction by this method until it lands, and watches it; fails where an upstream's refusal does, and where too many are pending. */
  land(method: string): Promise<PendingTransaction>;
  /** What is known of a transaction that was sent until it lands. */
  landing(signature: string): PendingTransaction | undefined;
  /** What another process that shares what is pending knows of a transaction. */
  landingElsewhere(signature: string): Promise<KeptElsewhere | undefined>;
  /** Reports the progress of a long call, in words, to a caller that asks for it. */
  reportProgress(message: string): void;
  /** The commitment that the caller or the configuration asks for, as JSON text; undefined leaves it to the upstream. */
  readonly commitment: string | undefined;
}
