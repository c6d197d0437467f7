import type { UpstreamCall } from "../../call/upstream-call.ts";
import type { RpcError } from "../../rpc/rpc-error.ts";
import type { Attempt } from "../attempt/attempt.ts";
import { isNodeUnhealthy, missingBlockCodes, refusesAllCalls } from "../node/ledger-codes.ts";
import type { Upstream } from "../node/upstream.ts";
import type { AttemptBudget } from "./attempt-budget.ts";
import { backoffMsAfter } from "./attempt-timeouts.ts";
import type { Candidates } from "./candidates.ts";
import { clearerError, decideRetry } from "./retry-decision.ts";

/** Longest backoff within a call; a longer Retry-After fails the call. */
const maxBackoffMs = 2000;

/**
 * Decides whether and when a call is retried. An untried upstream is used at once; once all were tried, another round begins after a
 * backoff if a repeat could help. The first attempt at a working upstream is free, others draw on the network's budget.
 */
export class Retries {
  readonly #maxRounds: number;
  readonly #call: UpstreamCall;
  readonly #candidates: Candidates;
  readonly #budget: AttemptBudget;
  /** The error for the caller if no attempt succeeds. */
  clearestError: RpcError | undefined = undefined;
  /** Upstreams that reported the call's block as missing. */
  lackingBlock: readonly Upstream[] = [];
  #attempts = 0;
  /** True if an error may be gone if the same upstream is tried again. */
  #mayRepeat = false;
  /** True if an upstream refused the call because it lags; it may catch up during a wait. */
  #wasBehind = false;
  /** Earliest start of another round while the call waits for untried upstreams. */
  #retryFrom = 0;

  constructor(maxRounds: number, call: UpstreamCall, candidates: Candidates, budget: AttemptBudget) {
    this.#maxRounds = maxRounds;
    this.#call = call;
    this.#candidates = candidates;
    this.#budget = budget;
  }

  /** Returns the backoff before the next attempt in milliseconds, or throws the error for the caller. */
  planRetry(attempt: Attempt, error: RpcError): number {
    const candidates = this.#candidates;
    const { round } = candidates;
    this.clearestError = clearerError(this.clearestError, error);
    const decision = decideRetry(attempt, error);
    if (decision === "give-up") throw error;
    if (error.kind === "ledger" && missingBlockCodes.has(error.code))
      this.lackingBlock = [...this.lackingBlock, attempt.upstream];
    this.#count(attempt);
    this.#mayRepeat ||= decision === "retry";
    this.#wasBehind ||= isNodeUnhealthy(error);
    const isRoundOver = candidates.remaining.length === 0;
    const backoffMs = isRoundOver ? backoffMsAfter(round, attempt.retryAfterSeconds) : 0;
    const canGoOn = !isRoundOver || (this.#mayRepeat && this.#hasAttempts);
    const hasTime = backoffMs <= maxBackoffMs && performance.now() + backoffMs < this.#call.deadline;
    // Other upstreams may refuse this call too, so a retry costs. A lagging or rate-limited one refuses every call, so moving on is free.
    const isCallRefused = decision === "try-others" && !refusesAllCalls(error);
    const costs = isRoundOver || round > 1 || isCallRefused;
    if (!canGoOn || !hasTime || (costs && !this.#budget.spend())) throw this.clearestError;
    if (isRoundOver) candidates.startRound();
    return backoffMs;
  }

  /** Starts another round if one is due, since failed upstreams may recover before an untried one is available. Returns whether it did. */
  tryAnotherRound(): boolean {
    const isTime = this.#candidates.hasTriedAny && performance.now() >= this.#retryFrom;
    const mayAsk = (this.#mayRepeat || this.#wasBehind) && this.#hasAttempts;
    if (!isTime || !mayAsk || !this.#budget.spend()) return false;
    this.#candidates.startRound();
    return true;
  }

  get #hasAttempts(): boolean {
    return this.#attempts < this.#maxRounds * this.#candidates.set.upstreams.length;
  }

  #count({ upstream, hedgeUpstream }: Attempt): void {
    const candidates = this.#candidates;
    const asked = hedgeUpstream === undefined ? [upstream] : [upstream, hedgeUpstream];
    if (!candidates.hasTriedAny)
      this.#retryFrom = performance.now() + backoffMsAfter(candidates.round, undefined);
    candidates.exclude(asked);
    this.#attempts += asked.length;
  }
}
