import type { Cancellation } from "../../call/cancellation.ts";
import type { UpstreamCall } from "../../call/upstream-call.ts";
import type { RawJson } from "../../json/raw-json.ts";
import type { HttpAttempt, Phase } from "../http/http-attempt.ts";
import type { Needs } from "../node/needs.ts";
import type { Upstream } from "../node/upstream.ts";

/** One try of a call at one upstream, and what is recorded of it. */
export class Attempt implements HttpAttempt {
  readonly call: UpstreamCall;
  readonly upstream: Upstream;
  readonly upstreamMethod: string;
  /** JSON text of `params` as this upstream takes them: the call's own except for names of parameters. */
  params: string;
  readonly deadline: number;
  readonly cancellation: Cancellation | undefined;
  /** What its upstream was chosen by; undefined if the network has only one. */
  readonly needs: Needs | undefined;
  readonly startedAt: number;
  phase: Phase = "connect";
  status = 0;
  retryAfterSeconds: number | undefined = undefined;
  /** Second upstream that the same call was sent to because the first was slow. */
  hedgedAt: Upstream | undefined = undefined;
  isHedge = false;
  traceparent: string | undefined = undefined;

  constructor(
    call: UpstreamCall,
    upstream: Upstream,
    upstreamMethod: string,
    deadline: number,
    cancellation: Cancellation | undefined,
    startedAt: number = performance.now(),
    needs?: Needs,
  ) {
    this.call = call;
    this.upstream = upstream;
    this.upstreamMethod = upstreamMethod;
    this.params = call.params;
    this.deadline = deadline;
    this.cancellation = cancellation;
    this.startedAt = startedAt;
    this.needs = needs;
  }
}

/** Sends one attempt to its upstream. */
export type SendAttempt = (attempt: Attempt) => Promise<RawJson>;

/** A step between the choice of an upstream and the wire. */
export type AttemptWrapper = (next: SendAttempt) => SendAttempt;
