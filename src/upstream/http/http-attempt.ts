import type { Cancellation } from "../../call/cancellation.ts";
import type { UpstreamCall } from "../../call/upstream-call.ts";

/** How far an attempt got. `connect`: no byte has left, so another upstream may be asked whatever the call does. */
export type Phase = "connect" | "headers" | "body";

/** What one exchange over HTTP needs of an attempt, and where it records how far it got. */
export interface HttpAttempt {
  readonly call: UpstreamCall;
  /** Name that this upstream serves the method by. */
  readonly servedName: string;
  /** JSON text of `params` as it is sent; "" sends none. */
  readonly params: string;
  /** `performance.now()` at which this try must have ended: the call's own deadline or earlier. */
  readonly deadline: number;
  /** Ends this try alone; undefined if only the call's own cancellation can. */
  readonly cancellation: Cancellation | undefined;
  phase: Phase;
  /** HTTP status; 0 before there is one. */
  status: number;
  /** What the upstream asked for in Retry-After. */
  retryAfterSeconds: number | undefined;
  /** The `traceparent` header to send; undefined sends none. */
  readonly traceparent: string | undefined;
}
