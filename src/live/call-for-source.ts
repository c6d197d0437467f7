import type { Agreement } from "../call/agreement.ts";
import type { CallSpan } from "../call/call-span.ts";
import type { Cancellation } from "../call/cancellation.ts";
import type { Session } from "../call/session.ts";
import type { CallNotes, UpstreamCall } from "../call/upstream-call.ts";
import type { MethodDescription } from "../contract/method-description.ts";
import type { Network } from "../networks/network.ts";

/** A call that is sent as another method, whose answer contains its own. */
export class CallForSource implements UpstreamCall {
  readonly network: Network;
  readonly client: string | undefined;
  readonly session: Session | undefined;
  readonly minSlot: number | undefined;
  readonly shownSlot: number | undefined;
  readonly floor: number | undefined;
  readonly agreement: Agreement | undefined;
  readonly method: MethodDescription;
  readonly askedMethod: MethodDescription | undefined;
  readonly upstreamMethod: string;
  readonly params: string;
  readonly cancellation: Cancellation;
  readonly deadline: number;
  readonly notes: CallNotes;
  readonly span: CallSpan | undefined;

  constructor(call: UpstreamCall, source: MethodDescription, deadline: number) {
    this.network = call.network;
    this.client = call.client;
    this.session = call.session;
    this.minSlot = call.minSlot;
    this.shownSlot = call.shownSlot;
    this.floor = call.floor;
    this.agreement = call.agreement;
    this.method = source;
    this.askedMethod = call.method;
    this.upstreamMethod = source.upstreamNames[0] ?? source.name;
    this.params = call.params;
    this.cancellation = call.cancellation;
    this.deadline = Math.min(call.deadline, deadline);
    this.notes = call.notes;
    this.span = call.span;
  }
}
