import { pause } from "../../call/call-wait.ts";
import type { Deadlines } from "../../call/deadlines.ts";
import type { Send, UpstreamCall } from "../../call/upstream-call.ts";
import type { RawJson } from "../../json/raw-json.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import type { Attempt, SendAttempt, UpstreamListener } from "../attempt/attempt.ts";
import type { Upstream } from "../node/upstream.ts";
import type { UpstreamSet } from "../node/upstream-set.ts";
import type { UpstreamSets } from "../watch/upstream-sets.ts";
import { createAttemptBudgets } from "./attempt-budget.ts";
import { AttemptPlanner, type PlannerOptions } from "./attempt-planner.ts";
import type { WaitingRoom } from "./waiting-room.ts";

interface FailoverOptions extends Omit<PlannerOptions, "budgetForCall"> {
  readonly sets: UpstreamSets;
  readonly deadlines: Deadlines;
  readonly listener: Pick<UpstreamListener, "onRetry" | "onWait">;
  readonly maxConcurrent: number;
  readonly waitingRoom: WaitingRoom;
}

/**
 * Turns a call into attempts: at the best upstream first, then at others if the call may be repeated. Attempts that burden upstreams are
 * paid from a budget.
 */
export function withFailover(options: FailoverOptions): (next: SendAttempt) => Send {
  // Enough to try every running call once more when something breaks under all of them.
  const budgetForCall = createAttemptBudgets(options.config.retryRatio, options.maxConcurrent);

  return (next) => {
    const context: AttemptsContext = { ...options, budgetForCall, next };
    return (call) => {
      // Usually the clock is read only once before the first attempt: every call pays for it.
      const now = performance.now();
      const set = options.sets.getForCall(call.network, now);
      if (set.firstProbe === undefined) return new CallAttempts(context, call, set, now).send(now);
      return set.waitForFirstProbe(call).then(() => {
        const later = performance.now();
        return new CallAttempts(context, call, set, later).send(later);
      });
    };
  };
}

interface AttemptsContext extends FailoverOptions, PlannerOptions {
  readonly next: SendAttempt;
}

/** The attempts of one call. Only what follows a fault or a wait is async: every call pays for the first attempt. */
class CallAttempts {
  readonly #context: AttemptsContext;
  readonly #call: UpstreamCall;
  #set: UpstreamSet;
  #planner: AttemptPlanner;
  #hasWaited = false;
  /** The last answer that was too old: better than none. */
  #tooOldAnswer: RawJson | undefined;

  constructor(context: AttemptsContext, call: UpstreamCall, set: UpstreamSet, now: number) {
    this.#context = context;
    this.#call = call;
    this.#set = set;
    this.#planner = new AttemptPlanner(context, call, set, now);
  }

  /** Makes an attempt at the best upstream, and what follows from its outcome. */
  send(now: number): Promise<RawJson> {
    const upstream = this.#planner.choose(now);
    return upstream === undefined || this.#planner.slotsBehindShown(upstream, now) > 0
      ? this.#sendOrWait(upstream, now)
      : this.#sendTo(upstream, now);
  }

  #sendTo(upstream: Upstream, now: number): Promise<RawJson> {
    const attempt = this.#planner.attemptAt(upstream, now);
    return this.#context.next(attempt).then(
      (result) => this.#onResult(attempt, result),
      (caught: unknown) => this.#onFault(attempt, RpcError.from(caught)),
    );
  }

  /** For a call whose best upstream is behind what the client was shown, or that has none. */
  async #sendOrWait(best: Upstream | undefined, now: number): Promise<RawJson> {
    const { deadlines, listener, sets, waitingRoom } = this.#context;
    const call = this.#call;
    const planner = this.#planner;
    if (best !== undefined && planner.isNearShown(best, now) && now < planner.beginSlotWait(now)) {
      sets.probeSoon(call.network, now);
      if (!this.#hasWaited) listener.onWait(call.network, "slot");
      this.#hasWaited = true;
      await pause(deadlines, call, this.#set.clock.stepMs);
      return this.send(performance.now());
    }
    if (this.#tooOldAnswer !== undefined) return this.#tooOldAnswer;
    if (best !== undefined) return this.#sendTo(best, now);
    if (!this.#hasWaited && planner.msUntilUnderLimit(now) !== undefined)
      listener.onWait(call.network, "limit");
    this.#hasWaited = true;
    const upstream = await waitingRoom.waitForUpstream(call, planner);
    if (upstream === undefined) throw planner.clearestFault ?? planner.noUpstreamFault;
    const later = performance.now();
    // Several waiting calls can find the same room at the same moment: only the first of them gets it.
    return upstream.isLimited(call.upstreamMethod, later) ? this.send(later) : this.#sendTo(upstream, later);
  }

  #onResult(attempt: Attempt, result: RawJson): RawJson | Promise<RawJson> {
    if (this.#planner.isTooOld(result)) {
      const now = performance.now();
      if (now < this.#planner.beginSlotWait(now)) {
        this.#tooOldAnswer = result;
        return this.send(now);
      }
    }
    const elsewhere = this.#planner.attemptElsewhereIfUnbelieved(attempt, result);
    if (elsewhere === undefined) return this.#accept(attempt, result);
    return this.#context.next(elsewhere).then(
      (believed) => this.#accept(attempt, believed),
      () => this.#accept(attempt, result),
    );
  }

  #accept(attempt: Attempt, result: RawJson): RawJson | Promise<RawJson> {
    this.#planner.recordAnswer(attempt, result);
    const atFullHistory = result.isNull ? this.#planner.attemptAtFullHistory(attempt) : undefined;
    return atFullHistory === undefined ? result : this.#context.next(atFullHistory).catch(() => result);
  }

  async #onFault(attempt: Attempt, fault: RpcError): Promise<RawJson> {
    if (this.#tooOldAnswer !== undefined) return this.#tooOldAnswer;
    const call = this.#call;
    const current = this.#context.sets.getForCall(call.network, performance.now());
    // All addresses of the network were replaced before anything was sent.
    if (current !== this.#set && attempt.phase === "connect") {
      await current.waitForFirstProbe(call);
      const now = performance.now();
      this.#set = current;
      this.#planner = new AttemptPlanner(this.#context, call, current, now);
      return this.send(now);
    }
    const backoffMs = this.#planner.planRetry(attempt, fault);
    this.#context.listener.onRetry(attempt);
    if (backoffMs > 0) await pause(this.#context.deadlines, call, backoffMs);
    return this.send(performance.now());
  }
}
