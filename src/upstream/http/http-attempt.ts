import type { Cancellation } from "../../call/cancellation.ts";
import type { UpstreamCall } from "../../call/upstream-call.ts";

/** Progress of an attempt. `connect`: nothing was sent, so any call is safe to retry. */
export type Phase = "connect" | "headers" | "body";

/** The part of an attempt that an HTTP exchange reads, and where it records its progress. */
export interface HttpAttempt {
  readonly call: UpstreamCall;
  /** Method name to send, which is the one that this upstream serves. */
  readonly servedName: string;
  /** JSON text of `params` to send; "" for none. */
  readonly params: string;
  /** Deadline of this attempt (`performance.now()`), at most that of the call. */
  readonly deadline: number;
  /** Cancels this attempt alone; undefined if only the call can be cancelled. */
  readonly cancellation: Cancellation | undefined;
  phase: Phase;
  /** HTTP status; 0 before the response. */
  status: number;
  /** From the upstream's Retry-After header. */
  retryAfterSeconds: number | undefined;
  /** The `traceparent` header to send, if any. */
  readonly traceparent: string | undefined;
}
