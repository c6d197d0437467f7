import type { Cancellation } from "../../call/cancellation.ts";
import type { UpstreamCall } from "../../call/upstream-call.ts";

/** How far an attempt came. `connect`: no byte has left, so that another upstream may be asked whatever the call does. */
export type Phase = "connect" | "headers" | "body";

/** What one exchange over HTTP needs of an attempt, and where it writes how far it came. */
export interface HttpAttempt {
  readonly call: UpstreamCall;
  /** Name of the method that this upstream is asked for. */
  readonly upstreamMethod: string;
  /** JSON text of `params` as it goes out; "" sends none. */
  readonly params: string;
  /** `performance.now()` at which this try must have ended: the call's own deadline or earlier. */
  readonly deadline: number;
  /** Ends this try alone; undefined when nothing but the call's own cancellation does. */
  readonly cancellation: Cancellation | undefined;
  phase: Phase;
  /** HTTP status; 0 before there is one. */
  status: number;
  /** What the upstream asked for in Retry-After. */
  retryAfterSeconds: number | undefined;
  /** What is sent upstream of the trace; undefined sends nothing. */
  readonly traceparent: string | undefined;
}
