import type { MethodDescription } from "../contract/method-description.ts";
import type { RawJson } from "../json/raw-json.ts";
import type { Network } from "../networks/network.ts";
import type { Agreement } from "./agreement.ts";
import type { CallSpan } from "./call-span.ts";
import type { Cancellation } from "./cancellation.ts";
import type { Session } from "./session.ts";

/** What happened to a call, for headers, metrics and logs. Written by the steps, read by the transport. */
export interface CallNotes {
  /** Slot that the answer comes from, if it names one. */
  slot?: number | undefined;
  cache?: AnswerSource | undefined;
}

/**
 * Where an answer came from: the cache of what never changes (hit), what is known of the ledger at its head (head), a call for several
 * reads or one of another method (merged), an equal call in flight (shared), or an upstream, although it could have been known (miss).
 */
export type AnswerSource = "hit" | "head" | "merged" | "shared" | "miss";

/** One call to one network, in the ledger's own form. */
export interface UpstreamCall {
  readonly network: Network;
  /** Address of the client that it is made for; undefined if there is none. */
  readonly client?: string | undefined;
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
  /** Its description; undefined for a method that only the network's `allow_methods` lets through. */
  readonly method: MethodDescription | undefined;
  /** The method that the client called, if another is sent instead. */
  readonly askedMethod?: MethodDescription | undefined;
  /** Name on the wire (a translated method differs from what the client called). */
  readonly upstreamMethod: string;
  /** JSON text of `params` as it is sent, digits as the client wrote them; "" sends none. */
  readonly params: string;
  /** Cancelled when the client goes away, the deadline passes or the gateway stops. */
  readonly cancellation: Cancellation;
  /** `performance.now()` at which the whole call must have ended. */
  readonly deadline: number;
  /** The caller wants the upstream's own answer (`cache-control: no-cache`, or a subscription's read): nothing cached or shared. */
  readonly isFresh?: boolean | undefined;
  /** The gateway reads the answer, and each value of it costs more than its bytes: one with more values is refused as invalid. */
  readonly maxValues?: number | undefined;
  readonly notes: CallNotes;
  /** The span that its attempts are children of; undefined if it is not traced. */
  readonly span?: CallSpan | undefined;
}

/** Sends a call and gives the raw result. Everything that can go wrong is an RpcError; the ledger's own keep their bytes. */
export type Send = (call: UpstreamCall) => Promise<RawJson>;

/** A feature of the call path (cache, coalescing, hedging ...): wraps what comes after it. */
export type SendWrapper = (next: Send) => Send;
