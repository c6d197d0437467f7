import { answerSlot, recordShownSlots } from "../../call/answer-slots.ts";
import { pause } from "../../call/call-wait.ts";
import type { TimerWheel } from "../../call/timer-wheel.ts";
import type { Send, UpstreamCall } from "../../call/upstream-call.ts";
import type { RawJson } from "../../json/raw-json.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { Attempt, type SendAttempt, type UpstreamListener } from "../attempt/attempt.ts";
import type { MethodLatencies } from "../node/method-latencies.ts";
import type { Upstream } from "../node/upstream.ts";
import type { UpstreamSet } from "../node/upstream-set.ts";
import type { UpstreamSettings } from "../node/upstream-settings.ts";
import type { UpstreamSets } from "../watch/upstream-sets.ts";
import { type AttemptBudget, type BudgetForCall, createAttemptBudgets } from "./attempt-budget.ts";
import { attemptTimeoutMs } from "./attempt-timeouts.ts";
import { Candidates } from "./candidates.ts";
import { chooseUpstream } from "./choose-upstream.ts";
import { chooseFullHistory, recordHistory } from "./ledger-history.ts";
import { noUpstreamError } from "./no-upstream.ts";
import { Retries } from "./retries.ts";
import type { LedgerErrors } from "./retry-decision.ts";
import { isNearShown, isTooOld, slotsBehindShown, slotWaitEnd } from "./shown-slot-wait.ts";
import type { WaitingRoom } from "./waiting-room.ts";

interface FailoverOptions {
  readonly sets: UpstreamSets;
  readonly timers: TimerWheel;
  readonly config: UpstreamSettings;
  readonly ledgerErrors: LedgerErrors;
  readonly latencies: MethodLatencies;
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

interface AttemptsContext extends FailoverOptions {
  /** The network's budget of extra attempts, after it has earned for this call. */
  readonly budgetForCall: BudgetForCall;
  readonly next: SendAttempt;
}

/**
 * The attempts of one call. Only what follows a fault or a wait is async: every call pays for the first attempt.
 *
 * | Outcome                                         | What follows                                              |
 * | ----------------------------------------------- | --------------------------------------------------------- |
 * | No upstream is free, or all fail                | `waiting-room.ts`: a wait for one                         |
 * | The best upstream is behind what the client saw | `shown-slot-wait.ts`: a wait for that slot; then the best |
 * | An answer is older than what the client saw     | The same wait; then the old answer                        |
 * | An answer's slot is not believed                | An attempt elsewhere; if it fails, that answer            |
 * | `null` for an unknown transaction               | An attempt at a full ledger; if it fails, `null`          |
 * | Any other answer                                | It is the call's answer                                   |
 * | A fault                                         | `retries.ts`: another attempt, or the clearest fault      |
 * | A fault before it was sent, and a new record    | All over again, with the network's new upstreams          |
 */
class CallAttempts {
  readonly #context: AttemptsContext;
  readonly #call: UpstreamCall;
  readonly #budget: AttemptBudget;
  readonly #candidates: Candidates;
  /** Made when an attempt fails. */
  #retries: Retries | undefined;
  /** When its wait for what its client was shown ends; undefined before it begins. */
  #slotWaitEnd: number | undefined;
  /** The last answer that was too old: better than none. */
  #tooOldAnswer: RawJson | undefined;
  #hasWaited = false;

  constructor(context: AttemptsContext, call: UpstreamCall, set: UpstreamSet, now: number) {
    this.#context = context;
    this.#call = call;
    this.#budget = context.budgetForCall(set);
    this.#candidates = new Candidates(call, set, now);
  }

  /** Makes an attempt at the best upstream, and what follows from its outcome. */
  send(now: number): Promise<RawJson> {
    return this.#sendToBest(this.#candidates.choose(now), now);
  }

  #sendToBest(best: Upstream | undefined, now: number): Promise<RawJson> {
    return best === undefined || slotsBehindShown(this.#candidates, best, now) > 0
      ? this.#sendOrWait(best, now)
      : this.#sendTo(best, now);
  }

  #sendTo(upstream: Upstream, now: number): Promise<RawJson> {
    this.#candidates.recordSent(upstream);
    const attempt = this.#attemptAt(upstream, now);
    return this.#context.next(attempt).then(
      (result) => this.#onResult(attempt, result),
      (caught: unknown) => this.#onError(attempt, RpcError.from(caught)),
    );
  }

  /** The attempt of a light read leaves time for the other upstreams. */
  #attemptAt(upstream: Upstream, now: number): Attempt {
    const call = this.#call;
    const { set, needs, isLight, round, tried } = this.#candidates;
    const { length } = set.upstreams;
    if (length === 1) return new Attempt(call, upstream, undefined, call.deadline, now);
    if (!isLight) return new Attempt(call, upstream, needs, call.deadline, now);
    const usualMs = round > 1 ? undefined : this.#context.latencies.estimateFor(call).estimateMs;
    const ms = attemptTimeoutMs(call.deadline - now, length - tried.length, round, usualMs);
    return new Attempt(call, upstream, needs, now + ms, now);
  }

  /** For a call whose best upstream is behind what the client was shown, or that has none. */
  async #sendOrWait(best: Upstream | undefined, now: number): Promise<RawJson> {
    const { listener, waitingRoom, sets, timers } = this.#context;
    const call = this.#call;
    const candidates = this.#candidates;
    if (best !== undefined && isNearShown(candidates, best, now) && this.#waitsForSlot(now)) {
      if (!this.#hasWaited) listener.onWait(call.network, "slot");
      this.#hasWaited = true;
      sets.probeSoon(call.network, now);
      await pause(timers, call, candidates.set.clock.stepMs);
      return this.send(performance.now());
    }
    if (this.#tooOldAnswer !== undefined) return this.#tooOldAnswer;
    if (best !== undefined) return this.#sendTo(best, now);
    if (!this.#hasWaited && candidates.msUntilUnderLimit(now) !== undefined)
      listener.onWait(call.network, "limit");
    this.#hasWaited = true;
    const upstream = await waitingRoom.waitForUpstream(call, candidates, this.#retries);
    if (upstream === undefined)
      throw this.#retries?.clearestError ?? noUpstreamError(candidates.set, candidates.needs);
    const later = performance.now();
    // Several waiting calls can find the same room at the same moment: only the first of them gets it.
    return upstream.isLimited(call.upstreamMethod, later) ? this.send(later) : this.#sendTo(upstream, later);
  }

  /** Begins the wait for what the client was shown, if it has not begun; returns whether it goes on. */
  #waitsForSlot(now: number): boolean {
    this.#slotWaitEnd ??= slotWaitEnd(this.#call, this.#candidates, now);
    return now < this.#slotWaitEnd;
  }

  #onResult(attempt: Attempt, result: RawJson): RawJson | Promise<RawJson> {
    if (isTooOld(this.#call, this.#candidates.needs, result)) {
      const now = performance.now();
      if (this.#waitsForSlot(now)) {
        this.#tooOldAnswer = result;
        return this.send(now);
      }
    }
    const elsewhere = this.#attemptElsewhereIfUnbelieved(attempt, result);
    if (elsewhere === undefined) return this.#accept(attempt, result);
    return this.#context.next(elsewhere).then(
      (believed) => this.#accept(attempt, believed),
      () => this.#accept(attempt, result),
    );
  }

  /** If an answer's slot is not believed, an attempt at another upstream: the caller might see later answers go back. */
  #attemptElsewhereIfUnbelieved({ upstream }: Attempt, result: RawJson): Attempt | undefined {
    const { needs, set, tried, isLight } = this.#candidates;
    const { commitment, shownSlot } = needs;
    const { method } = this.#call;
    if (set.upstreams.length === 1 || !isLight || method === undefined) return undefined;
    const slot = answerSlot(method, result);
    const now = performance.now();
    if (slot === undefined || set.isBelieved(commitment, slot, now)) return undefined;
    const found = chooseUpstream(set, [...tried, upstream], needs, now);
    if (found === undefined || found.tier > upstream.tier) return undefined;
    const known = found.slots.newest(commitment) ?? 0;
    return known < slot && known >= shownSlot ? this.#attemptAt(found, now) : undefined;
  }

  /** Records what the client was shown, and what the answer shows of the upstream's history. */
  #accept({ upstream }: Attempt, result: RawJson): RawJson | Promise<RawJson> {
    const { needs, set } = this.#candidates;
    const { method, session } = this.#call;
    if (needs.client !== undefined && session === undefined && method !== undefined)
      recordShownSlots(needs.client.shown, method, needs.commitment, result);
    recordHistory(this.#call, needs, upstream, this.#retries?.lackingBlock, result);
    if (!result.isNull || method?.history !== "transaction" || upstream.history.isFull) return result;
    const now = performance.now();
    const fullHistory = chooseFullHistory(set, needs, now);
    return fullHistory === undefined
      ? result
      : this.#context.next(this.#attemptAt(fullHistory, now)).catch(() => result);
  }

  async #onError(attempt: Attempt, error: RpcError): Promise<RawJson> {
    if (this.#tooOldAnswer !== undefined) return this.#tooOldAnswer;
    const call = this.#call;
    const context = this.#context;
    const current = context.sets.getForCall(call.network, performance.now());
    // All addresses of the network were replaced before anything was sent.
    if (current !== this.#candidates.set && attempt.phase === "connect") {
      await current.waitForFirstProbe(call);
      const now = performance.now();
      const again = new CallAttempts(context, call, current, now);
      again.#hasWaited = this.#hasWaited;
      return again.send(now);
    }
    this.#retries ??= new Retries(context, call, this.#candidates, this.#budget);
    const backoffMs = this.#retries.plan(attempt, error);
    context.listener.onRetry(attempt);
    if (backoffMs > 0) await pause(context.timers, call, backoffMs);
    return this.send(performance.now());
  }
}
