import type { MethodDescription } from "../contract/method-description.ts";
import type { RawJson } from "../json/raw-json.ts";
import type { Network, Sending } from "../networks/network.ts";
import type { Cancellation } from "./cancellation.ts";
import type { Session } from "./session.ts";

/** The trace span of a call. */
export interface CallSpan {
  /** The W3C `traceparent` header that goes upstream. */
  readonly traceparent: string;
}

/** How many upstreams a read is sent to, and how many of them must return the same result. */
export interface Agreement {
  readonly asked: number;
  readonly agree: number;
}

/** Notes that steps write on a call, for headers, metrics and logs. */
export interface CallNotes {
  /** The slot that the answer names. */
  slot?: number | undefined;
  cache?: AnswerSource | undefined;
  /** How the transaction was sent: `once` in place of `land` if too many are pending. */
  sending?: Sending | undefined;
}

/**
 * Source of an answer: `hit` = cache, `head` = in-memory state of the head, `merged` = a merged call or one of another method, `shared` =
 * an equal call already in flight, `miss` = an upstream, although the answer was cacheable.
 */
export type AnswerSource = "hit" | "head" | "merged" | "shared" | "miss";

/** The fields of a call; `with` replaces some. */
export type CallFields = Omit<UpstreamCall, "with" | "upstreamMethod">;

/** One call to one network, in the ledger's own form. Immutable: a step that changes it makes a copy by `with`. */
export class UpstreamCall {
  readonly network: Network;
  /** Undefined for an undocumented method, which only `allow_methods` lets through. */
  readonly method: MethodDescription | undefined;
  /** Name of an undocumented method. */
  readonly undocumentedMethod?: string | undefined;
  /** JSON text of `params` as sent, digits as the client wrote them; "" if none. */
  readonly params: string;
  /** Cancelled when the client goes away, the deadline passes or the gateway stops. */
  readonly cancellation: Cancellation;
  /** `performance.now()` at which the call times out. */
  readonly deadline: number;
  readonly notes: CallNotes;
  /** Undefined if the call has no client, or its client no address. */
  readonly clientAddress?: string | undefined;
  /** Charges the caller for attempts beyond those charged on admission; undefined if there is no one to charge. */
  readonly charge?: ((calls: number) => void) | undefined;
  readonly session?: Session | undefined;
  /** Lowest slot that the caller accepts (`x-min-slot`). */
  readonly minSlot?: number | undefined;
  /**
   * Upstreams that have reached this slot are preferred, and nothing older is answered from memory: the newest slot that the caller was
   * shown or asks for, or that of a transaction's blockhash. Unlike `floor`, it excludes no upstream.
   */
  readonly preferredSlot?: number | undefined;
  /** Only upstreams known to have reached this slot may answer. */
  readonly floor?: number | undefined;
  /** Undefined accepts the result of any one upstream. */
  readonly agreement?: Agreement | undefined;
  /** Bypass caches and coalescing (`cache-control: no-cache`, or a read made for a subscription). */
  readonly bypassesCache?: boolean | undefined;
  /** Most JSON values in the response, for calls whose result the gateway parses; a larger one is refused as invalid. */
  readonly maxValues?: number | undefined;
  /** Parent span of the attempts; undefined if the call is not traced. */
  readonly span?: CallSpan | undefined;
  /** How to send the call's transaction (`x-send`); undefined leaves it to the network. */
  readonly sending?: Sending | undefined;
  /** Upstreams that would refuse the call, by name, with the reason. */
  readonly unfitReasons?: ReadonlyMap<string, string> | undefined;
  /** The calls that this one was merged from. */
  readonly mergedCalls?: readonly UpstreamCall[] | undefined;

  // Fields are assigned in a fixed order, so that all calls have one hidden class: every step reads them.
  constructor(fields: CallFields, cancellation = fields.cancellation) {
    this.network = fields.network;
    this.method = fields.method;
    this.undocumentedMethod = fields.undocumentedMethod;
    this.params = fields.params;
    this.cancellation = cancellation;
    this.deadline = fields.deadline;
    this.notes = fields.notes;
    this.clientAddress = fields.clientAddress;
    this.charge = fields.charge;
    this.session = fields.session;
    this.minSlot = fields.minSlot;
    this.preferredSlot = fields.preferredSlot;
    this.floor = fields.floor;
    this.agreement = fields.agreement;
    this.bypassesCache = fields.bypassesCache;
    this.maxValues = fields.maxValues;
    this.span = fields.span;
    this.sending = fields.sending;
    this.unfitReasons = fields.unfitReasons;
    this.mergedCalls = fields.mergedCalls;
  }

  /** Method name on the wire, which differs from the client's for translated methods. */
  get upstreamMethod(): string {
    const { method } = this;
    return method === undefined ? (this.undocumentedMethod ?? "") : (method.upstreamNames[0] ?? method.name);
  }

  /** Copies the call with some fields replaced. */
  with(changes: Partial<CallFields>): UpstreamCall {
    return Object.assign(new UpstreamCall(this), changes);
  }

  /** Merges several calls into one. A field that is not given keeps its value if all calls have the same, else becomes undefined. */
  static merge(calls: readonly UpstreamCall[], fields: CallFields): UpstreamCall {
    const common: Partial<Record<keyof CallFields, unknown>> = { ...calls[0] };
    for (const name of Object.keys(common) as (keyof CallFields)[]) {
      if (calls.some((call) => call[name] !== common[name])) common[name] = undefined;
    }
    return new UpstreamCall(Object.assign(common, fields, { mergedCalls: calls }));
  }
}

/** Sends a call and resolves with its raw result. Rejects with an RpcError; errors of the ledger keep their bytes. */
export type Send = (call: UpstreamCall) => Promise<RawJson>;

/** A step of the call path (cache, coalescing, hedging ...): wraps the steps after it. */
export type SendWrapper = (next: Send) => Send;

/** True if a method leaves the ledger unchanged, so that calls may be retried and coalesced. */
export function isRepeatable(method: MethodDescription | undefined): boolean {
  return method?.effect === "read" || method?.effect === "simulate";
}

/** True if a method is a read that nodes answer quickly. */
export function isLightRead(method: MethodDescription | undefined): boolean {
  return method?.effect === "read" && !method.isHeavy;
}

/** True if a method sends one transaction, identified by its signature. */
export function sendsTransaction(method: MethodDescription | undefined): boolean {
  return method?.effect === "send" && method.answerIsSignature;
}

/** How to send a call's transaction: as the caller, else the network, else the default says. Undefined unless it sends a single one. */
export function effectiveSending(
  { method, sending, network }: UpstreamCall,
  defaultSending: Sending,
): Sending | undefined {
  return sendsTransaction(method) ? (sending ?? network.sending ?? defaultSending) : undefined;
}
