import type { Agreement } from "../call/agreement.ts";
import type { CallSpan } from "../call/call-span.ts";
import type { Cancellation } from "../call/cancellation.ts";
import type { Session } from "../call/session.ts";
import type { CallNotes, UpstreamCall } from "../call/upstream-call.ts";
import type { MethodDescription } from "../contract/method-description.ts";
import type { Network } from "../networks/network.ts";

/** What the copy changes. */
interface Changes {
  readonly params: string;
  readonly shownSlot?: number;
  readonly floor?: number | undefined;
  /** It may not be answered from the cache or by a shared call. */
  readonly isFresh?: boolean | undefined;
}

/** A copy of a call that requires an answer from some slot or above. */
export class CallAtFloor implements UpstreamCall {
  readonly network: Network;
  readonly client: string | undefined;
  readonly session: Session | undefined;
  readonly shownSlot: number | undefined;
  readonly floor: number | undefined;
  readonly agreement: Agreement | undefined;
  readonly method: MethodDescription | undefined;
  readonly upstreamMethod: string;
  readonly params: string;
  readonly cancellation: Cancellation;
  readonly deadline: number;
  readonly isFresh: boolean | undefined;
  readonly maxValues: number | undefined;
  readonly notes: CallNotes;
  readonly span: CallSpan | undefined;

  constructor(call: UpstreamCall, { params, shownSlot, floor, isFresh = call.isFresh }: Changes) {
    this.network = call.network;
    this.client = call.client;
    this.session = call.session;
    this.shownSlot = shownSlot;
    this.floor = floor;
    this.agreement = call.agreement;
    this.method = call.method;
    this.upstreamMethod = call.upstreamMethod;
    this.params = params;
    this.cancellation = call.cancellation;
    this.deadline = call.deadline;
    this.isFresh = isFresh;
    this.maxValues = call.maxValues;
    this.notes = call.notes;
    this.span = call.span;
  }
}
