import { CallbackTimer, type TimerWheel, WheelTimer } from "../../call/timer-wheel.ts";
import type { RawJson } from "../../json/raw-json.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { Attempt, type AttemptWrapper, type SendAttempt, type UpstreamListener } from "../attempt/attempt.ts";
import { timeoutError } from "../http/upstream-errors.ts";
import type { LatencyQuantile, MethodLatencies } from "../node/method-latencies.ts";
import type { UpstreamSet } from "../node/upstream-set.ts";
import type { UpstreamSettings } from "../node/upstream-settings.ts";
import type { UpstreamSets } from "../watch/upstream-sets.ts";
import { type AttemptBudget, type BudgetForCall, createAttemptBudgets } from "./attempt-budget.ts";
import { chooseUpstream, worstRanks } from "./choose-upstream.ts";
import { clearerError, decideRetry, type LedgerErrors } from "./retry-decision.ts";

/** Wait before the second upstream is asked while the latencies of a method are not known. */
const unknownDelayMs = 500;
/** How long the slower of two attempts may go on after the other answered: its outcome shows how its upstream is doing. */
const graceMs = 2000;
/** Second attempts that a network may make before its calls have paid for them. */
const budgetReserve = 20;

interface HedgeOptions {
  readonly sets: UpstreamSets;
  readonly timers: TimerWheel;
  readonly config: UpstreamSettings["hedge"];
  readonly latencies: MethodLatencies;
  readonly ledgerErrors: LedgerErrors;
  readonly listener: UpstreamListener;
}

/**
 * Asks a second upstream if the first takes longer than the method usually does; the first answer counts. For light reads, up to a share of
 * all calls.
 */
export function withHedge(options: HedgeOptions): AttemptWrapper {
  const budgetForCall = createAttemptBudgets(options.config.budgetRatio, budgetReserve);
  return (next) => {
    const context: HedgeContext = { ...options, budgetForCall, next };
    return (attempt) =>
      attempt.wasChosen
        ? new Promise((resolve, reject) => {
            new HedgedAttempt(context, attempt, resolve, reject).start();
          })
        : next(attempt);
  };
}

interface HedgeContext extends HedgeOptions {
  readonly budgetForCall: BudgetForCall;
  readonly next: SendAttempt;
}

/** An attempt, and a second one at another upstream if it is slow. Not a CallWait: `onDue` makes the second one instead of ending it. */
class HedgedAttempt extends WheelTimer {
  readonly #context: HedgeContext;
  readonly #set: UpstreamSet;
  readonly #first: Attempt;
  readonly #estimate: LatencyQuantile;
  readonly #budget: AttemptBudget;
  readonly #resolve: (result: RawJson) => void;
  readonly #reject: (error: RpcError) => void;
  #second: Attempt | undefined;
  #running = 0;
  #clearestError: RpcError | undefined;
  #isSettled = false;
  #grace: CallbackTimer | undefined;

  constructor(
    context: HedgeContext,
    first: Attempt,
    resolve: (result: RawJson) => void,
    reject: (error: RpcError) => void,
  ) {
    super();
    this.#resolve = resolve;
    this.#reject = reject;
    this.#context = context;
    this.#set = context.sets.get(first.call.network);
    this.#first = first;
    this.#estimate = context.latencies.estimateFor(first.call);
    this.#budget = context.budgetForCall(this.#set);
  }

  start(): void {
    const { config, timers } = this.#context;
    const delayMs = Math.max(this.#estimate.estimateMs ?? unknownDelayMs, config.minDelayMs);
    const dueAt = this.#first.startedAt + delayMs;
    // A second attempt has the first one's deadline, so it must begin before that.
    if (config.enabled && dueAt < this.#first.deadline) timers.add(this, dueAt);
    this.#run(this.#first);
  }

  override onDue(): void {
    const { call, upstream, needs, deadline } = this.#first;
    const now = performance.now();
    if (needs === undefined) return;
    // Only one without any fault is worth a second attempt.
    const other = chooseUpstream(this.#set, [upstream], needs, now, worstRanks.faultless);
    // The next tier is only for what the tier before it can't take.
    if (other === undefined || other.tier > upstream.tier || !this.#budget.spend()) return;
    this.#second = new Attempt(call, other, needs, deadline);
    this.#second.isHedge = true;
    this.#first.hedgeUpstream = other;
    this.#context.listener.onHedge(this.#second);
    this.#run(this.#second);
  }

  #run(attempt: Attempt): void {
    this.#running += 1;
    this.#context.next(attempt).then(
      (result) => {
        this.#estimate.add(performance.now() - attempt.startedAt);
        this.#running -= 1;
        if (this.#settle(attempt)) this.#resolve(result);
      },
      (caught: unknown) => this.#onError(attempt, RpcError.from(caught)),
    );
  }

  #onError(attempt: Attempt, error: RpcError): void {
    this.#running -= 1;
    this.#clearestError = clearerError(this.#clearestError, error);
    const step = decideRetry(attempt, error, this.#context.ledgerErrors);
    if (step !== "give-up" && this.#running > 0) return;
    if (this.#settle(attempt)) this.#reject(step === "give-up" ? error : this.#clearestError);
  }

  /** An attempt's outcome is the answer, unless the other attempt's was before; returns whether it is. */
  #settle(attempt: Attempt): boolean {
    if (this.#isSettled) {
      // The slower one has finished too.
      if (this.#grace !== undefined) this.#context.timers.remove(this.#grace);
      return false;
    }
    this.#isSettled = true;
    this.#context.timers.remove(this);
    const other = attempt === this.#first ? this.#second : this.#first;
    if (this.#running > 0 && other !== undefined) this.#letFinish(other);
    return true;
  }

  /** Lets the slower one finish, within bounds: aborting it would cost its connection, and hide what is wrong with its upstream. */
  #letFinish({ cancellation, upstream, phase }: Attempt): void {
    this.#grace = new CallbackTimer(() => cancellation?.cancel(timeoutError(upstream.name, phase)));
    this.#context.timers.add(this.#grace, performance.now() + graceMs);
  }
}
