import type { MethodDescription } from "../contract/method-description.ts";
import type { RawJson } from "../json/raw-json.ts";
import type { Network, Sending } from "../networks/network.ts";
import type { Cancellation } from "./cancellation.ts";
import type { Session } from "./session.ts";

/** The trace span that a call runs under, as the steps of the call know it. */
export interface CallSpan {
  /** The W3C `traceparent` header that goes upstream. */
  readonly traceparent: string;
}

/** How many upstreams a read is sent to at once, and how many of them must give the same answer. */
export interface Agreement {
  readonly asked: number;
  readonly agree: number;
}

/** What happened to a call, for headers, metrics and logs. Written by the steps, read by the transport. */
export interface CallNotes {
  /** Slot that the answer comes from, if it names one. */
  slot?: number | undefined;
  cache?: AnswerSource | undefined;
  /** How the transaction was sent: `once` instead of `land` if too many are pending. */
  sending?: Sending | undefined;
}

/**
 * Where an answer came from: the cache (hit), what is known of the ledger's head (head), a call for several reads or of another method
 * (merged), an equal call in flight (shared), or an upstream, although it could have been known (miss).
 */
export type AnswerSource = "hit" | "head" | "merged" | "shared" | "miss";

/** All that a call is made from; `with` replaces some. */
export type CallFields = Omit<UpstreamCall, "with">;

/** One call to one network, in the ledger's own form. It never changes: a step that needs another one makes it by `with`. */
export class UpstreamCall {
  readonly network: Network;
  /** The method's description; undefined for a method that only the network's `allow_methods` lets through. */
  readonly method: MethodDescription | undefined;
  /** Name on the wire (a translated method differs from what the client called). */
  readonly upstreamMethod: string;
  /** JSON text of `params` as it is sent, digits as the client wrote them; "" sends none. */
  readonly params: string;
  /** Cancelled when the client goes away, the deadline passes or the gateway stops. */
  readonly cancellation: Cancellation;
  /** `performance.now()` at which the whole call must have ended. */
  readonly deadline: number;
  readonly notes: CallNotes;
  /** Address of the client that it is made for; undefined if there is none. */
  readonly clientAddress?: string | undefined;
  /** Charges the caller for upstream calls beyond those that it was admitted for; undefined if there is no one to charge. */
  readonly charge?: ((calls: number) => void) | undefined;
  /** The caller's session, which is never shown an older state than before; undefined if it has none. */
  readonly session?: Session | undefined;
  /** The lowest slot that the caller accepts an answer from (`x-min-slot`). */
  readonly minSlot?: number | undefined;
  /** The newest slot that the caller was shown at this commitment: upstreams that have it go first. */
  readonly shownSlot?: number | undefined;
  /** Only upstreams known to be at or above this slot may answer it. */
  readonly floor?: number | undefined;
  /** Upstreams that must give the same answer; undefined accepts that of any one. */
  readonly agreement?: Agreement | undefined;
  /** The method that the client called, if another is sent instead. */
  readonly clientMethod?: MethodDescription | undefined;
  /** The caller wants the upstream's own answer (`cache-control: no-cache`, or a subscription's read): nothing cached or shared. */
  readonly bypassesCache?: boolean | undefined;
  /** Most JSON values in the answer, for calls whose answers the gateway parses; an answer with more is refused as invalid. */
  readonly maxValues?: number | undefined;
  /** The span that its attempts are children of; undefined if it is not traced. */
  readonly span?: CallSpan | undefined;
  /** How the transaction that it sends is to be sent (`x-send`); undefined leaves it to the network. */
  readonly sending?: Sending | undefined;
  /** Upstreams that would refuse what it sends, by name, and why. */
  readonly unfitReasons?: ReadonlyMap<string, string> | undefined;
  /** The calls that it is sent for, if it is sent for several. */
  readonly mergedCalls?: readonly UpstreamCall[] | undefined;

  // Each member is assigned by name, in one order, so that all calls have one shape: every step reads them.
  constructor(members: CallFields, cancellation = members.cancellation) {
    this.network = members.network;
    this.method = members.method;
    this.upstreamMethod = members.upstreamMethod;
    this.params = members.params;
    this.cancellation = cancellation;
    this.deadline = members.deadline;
    this.notes = members.notes;
    this.clientAddress = members.clientAddress;
    this.charge = members.charge;
    this.session = members.session;
    this.minSlot = members.minSlot;
    this.shownSlot = members.shownSlot;
    this.floor = members.floor;
    this.agreement = members.agreement;
    this.clientMethod = members.clientMethod;
    this.bypassesCache = members.bypassesCache;
    this.maxValues = members.maxValues;
    this.span = members.span;
    this.sending = members.sending;
    this.unfitReasons = members.unfitReasons;
    this.mergedCalls = members.mergedCalls;
  }

  /** The same call but for these members: all others are kept. */
  with(changes: Partial<CallFields>): UpstreamCall {
    return Object.assign(new UpstreamCall(this), changes);
  }

  /** One call that is sent for several. Members that are not given keep the value that all calls have in common, if they have one. */
  static merge(calls: readonly UpstreamCall[], members: CallFields): UpstreamCall {
    const common: Partial<Record<keyof CallFields, unknown>> = { ...calls[0] };
    for (const name of Object.keys(common) as (keyof CallFields)[]) {
      if (calls.some((call) => call[name] !== common[name])) common[name] = undefined;
    }
    return new UpstreamCall(Object.assign(common, members, { mergedCalls: calls }));
  }
}

/** Sends a call and gives the raw result. Everything that can go wrong is an RpcError; the ledger's own keep their bytes. */
export type Send = (call: UpstreamCall) => Promise<RawJson>;

/** A feature of the call path (cache, coalescing, hedging ...): wraps what comes after it. */
export type SendWrapper = (next: Send) => Send;

/** Whether a call may be repeated and its answer shared: it leaves the ledger as it is. */
export function isRepeatable(method: MethodDescription | undefined): boolean {
  return method?.effect === "read" || method?.effect === "simulate";
}

/** Whether a method is a read that nodes answer quickly. */
export function isLightRead(method: MethodDescription | undefined): boolean {
  return method?.effect === "read" && !method.isHeavy;
}

/** Whether a method sends one transaction, which is known by its signature. */
export function sendsTransaction(method: MethodDescription | undefined): boolean {
  return method?.effect === "send" && method.answerIsSignature;
}

/**
 * How a call is to be sent: as its caller asks, else as its network is configured. Undefined for a call that sends no single transaction.
 */
export function effectiveSending(
  { method, sending, network }: UpstreamCall,
  defaultSending: Sending,
): Sending | undefined {
  return sendsTransaction(method) ? (sending ?? network.sending ?? defaultSending) : undefined;
}
