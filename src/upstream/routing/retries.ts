import type { UpstreamCall } from "../../call/upstream-call.ts";
import type { RpcError } from "../../rpc/rpc-error.ts";
import type { Attempt } from "../attempt/attempt.ts";
import { isNodeUnhealthy, missingBlockCodes, refusesAllCalls } from "../node/ledger-codes.ts";
import type { Upstream } from "../node/upstream.ts";
import type { UpstreamSettings } from "../node/upstream-settings.ts";
import type { AttemptBudget } from "./attempt-budget.ts";
import { backoffMsAfter } from "./attempt-timeouts.ts";
import type { Candidates } from "./candidates.ts";
import { clearerError, decideRetry, type LedgerErrors } from "./retry-decision.ts";

/** A longer Retry-After is not waited for inside a call. */
const longestBackoffMs = 2000;

interface RetryOptions {
  readonly config: Pick<UpstreamSettings, "maxAttempts">;
  readonly ledgerErrors: LedgerErrors;
}

/**
 * Whether and when a call is sent again after a failed attempt. Made when the first one fails. An upstream that was not tried in this round
 * is asked at once; when all were, another round begins after a pause if one of them may answer the second time. The first attempt at an
 * upstream that seems to work is free, the others are paid from the network's budget.
 */
export class Retries {
  readonly #options: RetryOptions;
  readonly #call: UpstreamCall;
  readonly #candidates: Candidates;
  readonly #budget: AttemptBudget;
  /** The fault to answer with if no attempt succeeds. */
  clearestError: RpcError | undefined = undefined;
  /** Upstreams that said they do not have the block that the call asks for. */
  lackingBlock: readonly Upstream[] = [];
  #attempts = 0;
  /** Whether a fault was one after which the same upstream may answer. */
  #mayRepeat = false;
  /** Whether an upstream refused the call because it is behind; it may catch up during a wait. */
  #wasBehind = false;
  /** When another round may begin while the call waits for untried upstreams. */
  #retryFrom = 0;

  constructor(options: RetryOptions, call: UpstreamCall, candidates: Candidates, budget: AttemptBudget) {
    this.#options = options;
    this.#call = call;
    this.#candidates = candidates;
    this.#budget = budget;
  }

  /** Decides what follows a failed attempt: returns the milliseconds to wait before the next, or throws the error for the caller. */
  plan(attempt: Attempt, error: RpcError): number {
    const candidates = this.#candidates;
    const { round } = candidates;
    this.clearestError = clearerError(this.clearestError, error);
    const step = decideRetry(attempt, error, this.#options.ledgerErrors);
    if (step === "give-up") throw error;
    if (error.kind === "ledger" && missingBlockCodes.has(error.code))
      this.lackingBlock = [...this.lackingBlock, attempt.upstream];
    this.#count(attempt);
    this.#mayRepeat ||= step === "retry";
    this.#wasBehind ||= isNodeUnhealthy(error);
    const isRoundOver = candidates.untried.length === 0;
    const backoffMs = isRoundOver ? backoffMsAfter(round, attempt.retryAfterSeconds) : 0;
    const goesOn = !isRoundOver || (this.#mayRepeat && this.#hasAttempts);
    const hasTime = backoffMs <= longestBackoffMs && performance.now() + backoffMs < this.#call.deadline;
    // One that refused this very call costs: others may do the same. One that is behind, or gets too many, refuses all calls: going on is free.
    const isCallRefused = step === "try-others" && !refusesAllCalls(error);
    const costs = isRoundOver || round > 1 || isCallRefused;
    if (!goesOn || !hasTime || (costs && !this.#budget.spend())) throw this.clearestError;
    if (isRoundOver) candidates.startRound();
    return backoffMs;
  }

  /** Starts another round: upstreams that failed may work before the untried ones that the call waits for. Returns whether it did. */
  tryAnotherRound(): boolean {
    const isTime = this.#candidates.hasTried && performance.now() >= this.#retryFrom;
    const mayAsk = (this.#mayRepeat || this.#wasBehind) && this.#hasAttempts;
    if (!isTime || !mayAsk || !this.#budget.spend()) return false;
    this.#candidates.startRound();
    return true;
  }

  get #hasAttempts(): boolean {
    return this.#attempts < this.#options.config.maxAttempts * this.#candidates.set.upstreams.length;
  }

  #count({ upstream, hedgeUpstream }: Attempt): void {
    const candidates = this.#candidates;
    const asked = hedgeUpstream === undefined ? [upstream] : [upstream, hedgeUpstream];
    if (!candidates.hasTried)
      this.#retryFrom = performance.now() + backoffMsAfter(candidates.round, undefined);
    candidates.addTried(asked);
    this.#attempts += asked.length;
  }
}
