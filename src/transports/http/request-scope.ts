import type { Cancellation } from "../../call/cancellation.ts";
import type { Session } from "../../call/session.ts";
import type { CallNotes } from "../../call/upstream-call.ts";
import type { Caller, Dialect, GatewayCall } from "../../gateway/gateway-call.ts";
import type { RpcRequest } from "../../rpc/parse-request.ts";
import type { AskedState } from "../shared/asked-state.ts";

/** What all calls of one HTTP request share: who calls, which network, and whether the client is still there. */
export class RequestScope {
  readonly dialect: Dialect;
  readonly network: string | undefined;
  readonly caller: Caller;
  readonly cancellation: Cancellation;
  readonly isFresh: boolean;
  readonly session: Session | undefined;
  readonly minSlot: number | undefined;
  readonly traceparent: string | undefined;
  /** Of the last call. */
  #notes: CallNotes = {};
  #calls = 0;

  constructor(
    dialect: Dialect,
    network: string | undefined,
    caller: Caller,
    cancellation: Cancellation,
    isFresh: boolean,
    { session, minSlot }: AskedState,
    traceparent: string | undefined,
  ) {
    this.dialect = dialect;
    this.network = network;
    this.caller = caller;
    this.cancellation = cancellation;
    this.isFresh = isFresh;
    this.session = session;
    this.minSlot = minSlot;
    this.traceparent = traceparent;
  }

  /** The slot of the one answer; undefined where there are several. */
  get slot(): number | undefined {
    return this.#calls === 1 ? this.#notes.slot : undefined;
  }

  /** Where the one answer came from; undefined where there are several. */
  get cache(): CallNotes["cache"] {
    return this.#calls === 1 ? this.#notes.cache : undefined;
  }

  /** One call of the request, as the gateway takes it. */
  callOf({ method, params }: RpcRequest): GatewayCall {
    this.#calls += 1;
    const notes: CallNotes = {};
    this.#notes = notes;
    const { dialect, network, caller, cancellation, isFresh, session, minSlot, traceparent } = this;
    return {
      dialect,
      method,
      params,
      network,
      caller,
      cancellation,
      isFresh,
      session,
      minSlot,
      traceparent,
      notes,
    };
  }
}
