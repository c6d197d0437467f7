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
import { chooseUpstream, maxRanks } from "./choose-upstream.ts";
import { clearerError, decideRetry } from "./retry-decision.ts";

/** Delay of the hedge while the latency of a method is unknown. */
const defaultDelayMs = 500;
/** Grace period of the slower attempt after the other has won, so that its outcome still counts for its upstream. */
const graceMs = 2000;
/** Hedges that a network may send in a burst. */
const budgetCapacity = 20;

interface HedgeOptions {
  readonly sets: UpstreamSets;
  readonly timers: TimerWheel;
  readonly config: UpstreamSettings["hedge"];
  readonly latencies: MethodLatencies;
  readonly listener: UpstreamListener;
}

/** Hedges slow attempts: sends the call to a second upstream, and the first result wins. Bounded to a share of all calls. */
export function withHedge(options: HedgeOptions): AttemptWrapper {
  const budgetForCall = createAttemptBudgets(options.config.budgetRatio, budgetCapacity);
  return (next) => {
    const context: HedgeContext = { ...options, budgetForCall, next };
    return (attempt) =>
      attempt.mayHedge
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

/** An attempt and its hedge. Not a CallWait, since `onDue` sends the hedge instead of ending the call. */
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
    const delayMs = Math.max(this.#estimate.estimateMs ?? defaultDelayMs, config.minDelayMs);
    const dueAt = this.#first.startedAt + delayMs;
    // The hedge shares the first attempt's deadline, so it must start before that.
    if (config.enabled && dueAt < this.#first.deadline) timers.add(this, dueAt);
    this.#run(this.#first);
  }

  override onDue(): void {
    const { call, upstream, needs, deadline } = this.#first;
    const now = performance.now();
    // Only an upstream without penalties is worth a hedge.
    const other = needs && chooseUpstream(this.#set, [upstream], needs, now, maxRanks.unpenalized);
    // A higher tier is only for calls that the lower ones can't take.
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
    const decision = decideRetry(attempt, error);
    if (decision !== "give-up" && this.#running > 0) return;
    if (this.#settle(attempt)) this.#reject(decision === "give-up" ? error : this.#clearestError);
  }

  /** Settles with this attempt's outcome; returns false if the other attempt was first. */
  #settle(attempt: Attempt): boolean {
    if (this.#isSettled) {
      // The slower attempt has finished as well.
      if (this.#grace !== undefined) this.#context.timers.remove(this.#grace);
      return false;
    }
    this.#isSettled = true;
    this.#context.timers.remove(this);
    const other = attempt === this.#first ? this.#second : this.#first;
    if (this.#running > 0 && other !== undefined) this.#letFinish(other);
    return true;
  }

  /** Lets the slower attempt finish within the grace period. Aborting it would cost the connection and hide a failing upstream. */
  #letFinish({ cancellation, upstream, phase }: Attempt): void {
    this.#grace = new CallbackTimer(() => cancellation?.cancel(timeoutError(upstream.name, phase)));
    this.#context.timers.add(this.#grace, performance.now() + graceMs);
  }
}
