import { Cancellation } from "../../call/cancellation.ts";
import type { UpstreamCall } from "../../call/upstream-call.ts";
import type { RawJson } from "../../json/raw-json.ts";
import type { Network } from "../../networks/network.ts";
import type { RpcError } from "../../rpc/rpc-error.ts";
import type { HttpAttempt, Phase } from "../http/http-attempt.ts";
import type { Needs } from "../node/call-needs.ts";
import type { Health, Upstream } from "../node/upstream.ts";

/** One try of a call at one upstream, with its state. */
export class Attempt implements HttpAttempt {
  readonly call: UpstreamCall;
  readonly upstream: Upstream;
  servedName: string;
  /** JSON text of `params`, possibly rewritten for this upstream. */
  params: string;
  readonly deadline: number;
  readonly cancellation: Cancellation | undefined;
  /** The needs that the upstream was chosen by; undefined if there was no choice, and so no `cancellation` either. */
  readonly needs: Needs | undefined;
  readonly startedAt: number;
  phase: Phase = "connect";
  status = 0;
  retryAfterSeconds: number | undefined = undefined;
  /** The upstream of the hedge, if one was sent because this attempt was slow. */
  hedgeUpstream: Upstream | undefined = undefined;
  /** Set by failover for a light read that has other upstreams. */
  mayHedge = false;
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
    // Only an attempt with alternatives can be cancelled before its call.
    this.cancellation = needs && new Cancellation();
    this.startedAt = startedAt;
    this.needs = needs;
  }

  /** True if the upstream was chosen among several. */
  get wasChosen(): boolean {
    return this.needs !== undefined;
  }

  /** Resets the attempt to be sent under another name of its method. */
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

/** Middleware around the sending of an attempt. */
export type AttemptWrapper = (next: SendAttempt) => SendAttempt;

/** Receives events of upstreams, for metrics and logs. */
export interface UpstreamListener {
  /** An attempt ended; `error` is undefined on success. */
  onAttempt(attempt: Attempt, ms: number, error: RpcError | undefined): void;
  onHedge(attempt: Attempt): void;
  /** The call is retried because this attempt failed. */
  onRetry(attempt: Attempt): void;
  /** A call waits for an upstream to reach the slot that its client was shown, or for quota; at most once per call. */
  onWait(network: Network, reason: "slot" | "limit"): void;
  onBreaker(network: Network, upstream: Upstream): void;
  /** An upstream's health changed; `why` is the reason for `foreign` or `unhealthy`, if known. */
  onHealth(network: Network, upstream: Upstream, before: Health, why?: string): void;
  /** The network's ledger changed; `before` is the genesis hash of the old one. */
  onLedger(network: Network, before: string): void;
}
