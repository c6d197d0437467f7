import type { Agreement } from "../call/agreement.ts";
import type { CallSpan } from "../call/call-span.ts";
import type { Cancellation } from "../call/cancellation.ts";
import type { Session } from "../call/session.ts";
import type { CallNotes, UpstreamCall } from "../call/upstream-call.ts";
import type { MethodDescription } from "../contract/method-description.ts";
import type { Network } from "../networks/network.ts";
import type { GatewayCall } from "./gateway-call.ts";

/** What a client's call becomes on one network, in the ledger's own form. */
export class NetworkCall implements UpstreamCall {
  readonly network: Network;
  readonly client: string | undefined;
  readonly session: Session | undefined;
  readonly minSlot: number | undefined;
  readonly agreement: Agreement | undefined;
  readonly deadline: number;
  readonly method: MethodDescription | undefined;
  readonly upstreamMethod: string;
  readonly params: string;
  readonly cancellation: Cancellation;
  readonly notes: CallNotes;
  readonly isFresh: boolean | undefined;
  readonly span: CallSpan | undefined;

  constructor(
    request: GatewayCall,
    network: Network,
    deadline: number,
    method: MethodDescription | undefined,
    upstreamMethod: string,
    params: string,
    agreement: Agreement | undefined,
  ) {
    this.network = network;
    this.client = request.caller.address;
    this.session = request.session;
    this.minSlot = request.minSlot;
    this.agreement = agreement;
    this.deadline = deadline;
    this.method = method;
    this.upstreamMethod = upstreamMethod;
    this.params = params;
    this.cancellation = request.cancellation;
    this.notes = request.notes;
    this.isFresh = request.isFresh;
    this.span = request.span;
  }
}
