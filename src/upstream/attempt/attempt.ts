import { Cancellation } from "../../call/cancellation.ts";
import type { UpstreamCall } from "../../call/upstream-call.ts";
import type { RawJson } from "../../json/raw-json.ts";
import type { Network } from "../../networks/network.ts";
import type { RpcError } from "../../rpc/rpc-error.ts";
import type { HttpAttempt, Phase } from "../http/http-attempt.ts";
import type { Needs } from "../node/call-needs.ts";
import type { Health, Upstream } from "../node/upstream.ts";

/** One try of a call at one upstream, and what is recorded of it. */
export class Attempt implements HttpAttempt {
  readonly call: UpstreamCall;
  readonly upstream: Upstream;
  servedName: string;
  /** JSON text of `params` as this upstream takes them: the call's own except for names of parameters. */
  params: string;
  readonly deadline: number;
  readonly cancellation: Cancellation | undefined;
  /** What its upstream was chosen by; undefined if it was not chosen among several for this call. */
  readonly needs: Needs | undefined;
  readonly startedAt: number;
  phase: Phase = "connect";
  status = 0;
  retryAfterSeconds: number | undefined = undefined;
  /** The second upstream to which the call was sent, because this one was slow. */
  hedgeUpstream: Upstream | undefined = undefined;
  isHedge = false;
  traceparent: string | undefined = undefined;

  constructor(
    call: UpstreamCall,
    upstream: Upstream,
    needs?: Needs,
    deadline: number = call.deadline,
    startedAt: number = performance.now(),
  ) {
    this.call = call;
    this.upstream = upstream;
    this.servedName = upstream.servedNames.get(call.upstreamMethod) ?? call.upstreamMethod;
    this.params = call.params;
    this.deadline = deadline;
    // An attempt that was chosen among several can end before its call does.
    this.cancellation = needs && new Cancellation();
    this.startedAt = startedAt;
    this.needs = needs;
  }

  /** Whether its upstream was chosen among several: one of several upstreams is watched more closely than the only one. */
  get wasChosen(): boolean {
    return this.needs !== undefined;
  }

  /** Makes it ready to be sent under a name of its method, as if for the first time. */
  resetFor(servedName: string): void {
    this.servedName = servedName;
    this.params = this.call.params;
    this.phase = "connect";
    this.status = 0;
    this.retryAfterSeconds = undefined;
  }
}

/** Sends one attempt to its upstream. */
export type SendAttempt = (attempt: Attempt) => Promise<RawJson>;

/** A step between the choice of an upstream and the wire. */
export type AttemptWrapper = (next: SendAttempt) => SendAttempt;

/** Called with what happens to upstreams: for metrics and the log. */
export interface UpstreamListener {
  /** An attempt ended; `fault` is undefined when it gave a result. */
  onAttempt(attempt: Attempt, ms: number, error: RpcError | undefined): void;
  onHedge(attempt: Attempt): void;
  /** The call goes to another upstream, or to the same one again, because this attempt failed. */
  onRetry(attempt: Attempt): void;
  /**
   * A call waits for an upstream to reach the slot that its client was shown (slot), or for room in a limit (limit); once for each call.
   */
  onWait(network: Network, reason: "slot" | "limit"): void;
  onBreaker(network: Network, upstream: Upstream): void;
  /** An upstream's health changed; `why` says what shows that it is on another ledger. */
  onHealth(network: Network, upstream: Upstream, before: Health, why?: string): void;
  /** The network has another ledger now; `before` is the genesis hash of the old one. */
  onLedger(network: Network, before: string): void;
}
