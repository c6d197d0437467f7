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
import { isNearPreferred, isTooOld, slotsBehindPreferred, slotWaitEnd } from "./preferred-slot-wait.ts";
import { Retries } from "./retries.ts";
import type { WaitingRoom } from "./waiting-room.ts";

interface FailoverOptions {
  readonly sets: UpstreamSets;
  readonly timers: TimerWheel;
  readonly config: UpstreamSettings;
  readonly latencies: MethodLatencies;
  readonly listener: Pick<UpstreamListener, "onRetry" | "onWait">;
  readonly maxConcurrent: number;
  readonly waitingRoom: WaitingRoom;
}

/** Sends a call to the best upstream and, if it is safe to repeat, to others on failure. Retries draw on a per-network budget. */
export function withFailover(options: FailoverOptions): (next: SendAttempt) => Send {
  // Enough to retry every call in flight once when all of them fail together.
  const budgetForCall = createAttemptBudgets(options.config.retryRatio, options.maxConcurrent);

  return (next) => {
    const context: AttemptsContext = { ...options, budgetForCall, next };
    return (call) => {
      // The clock is usually read only once, because this is on the path of every call.
      const now = performance.now();
      const set = options.sets.use(call.network, now);
      if (set.firstProbe === undefined) return new CallAttempts(context, call, set, now).send(now);
      return set.waitForFirstProbe(call).then(() => {
        const later = performance.now();
        return new CallAttempts(context, call, set, later).send(later);
      });
    };
  };
}

interface AttemptsContext extends FailoverOptions {
  readonly budgetForCall: BudgetForCall;
  readonly next: SendAttempt;
}

/**
 * The attempts of one call. The first attempt is not async, because every call pays for it.
 *
 * | Outcome                                         | Consequence                                               |
 * | ----------------------------------------------- | --------------------------------------------------------- |
 * | No upstream is available                        | `waiting-room.ts`: wait for one                           |
 * | The best upstream is behind what the client saw | `preferred-slot-wait.ts`: wait for that slot, then send   |
 * | The result is older than what the client saw    | The same wait, then accept the old result                 |
 * | The slot of the result is not believed          | Try another upstream; if that fails, accept the result    |
 * | `null` for an unknown transaction               | Try an upstream with full history; else accept `null`     |
 * | Any other result                                | Accept it                                                 |
 * | An error                                        | `retries.ts`: retry, or fail with the clearest error      |
 * | An error before sending, and new upstreams      | Start over with the new upstreams of the network          |
 */
class CallAttempts {
  readonly #context: AttemptsContext;
  readonly #call: UpstreamCall;
  readonly #budget: AttemptBudget;
  readonly #candidates: Candidates;
  /** Created when an attempt fails. */
  #retries: Retries | undefined;
  /** End of the wait for the slot that the client was shown; undefined before it begins. */
  #slotWaitEnd: number | undefined;
  /** The last result that was too old; a fallback. */
  #staleResult: RawJson | undefined;
  #hasWaited = false;

  constructor(context: AttemptsContext, call: UpstreamCall, set: UpstreamSet, now: number) {
    this.#context = context;
    this.#call = call;
    this.#budget = context.budgetForCall(set);
    this.#candidates = new Candidates(call, set, now);
  }

  /** Sends the call to the best upstream, and handles the outcome. */
  send(now: number): Promise<RawJson> {
    return this.#sendToBest(this.#candidates.choose(now), now);
  }

  #sendToBest(best: Upstream | undefined, now: number): Promise<RawJson> {
    return best === undefined || slotsBehindPreferred(this.#candidates, best, now) > 0
      ? this.#sendOrWait(best, now)
      : this.#sendTo(best, now);
  }

  #sendTo(upstream: Upstream, now: number): Promise<RawJson> {
    const attempt = this.#createAttempt(upstream, now);
    return this.#context.next(attempt).then(
      (result) => this.#onResult(attempt, result),
      (caught: unknown) => this.#onError(attempt, RpcError.from(caught)),
    );
  }

  /** Creates an attempt. That of a light read leaves time for other upstreams. */
  #createAttempt(upstream: Upstream, now: number): Attempt {
    const call = this.#call;
    const { set, needs, isLight, round, excluded } = this.#candidates;
    const { length } = set.upstreams;
    if (length === 1) return new Attempt(call, upstream, undefined, call.deadline, now);
    if (!isLight) return new Attempt(call, upstream, needs, call.deadline, now);
    const usualMs = round > 1 ? undefined : this.#context.latencies.estimateFor(call).estimateMs;
    const ms = attemptTimeoutMs(call.deadline - now, length - excluded.length, round, usualMs);
    const attempt = new Attempt(call, upstream, needs, now + ms, now);
    attempt.mayHedge = true;
    return attempt;
  }

  /** Handles a call that has no upstream, or whose best one is behind what the client was shown. */
  async #sendOrWait(best: Upstream | undefined, now: number): Promise<RawJson> {
    const { listener, waitingRoom, sets, timers } = this.#context;
    const call = this.#call;
    const candidates = this.#candidates;
    if (best !== undefined && isNearPreferred(candidates, best, now) && this.#waitsForSlot(now)) {
      if (!this.#hasWaited) listener.onWait(call.network, "slot");
      this.#hasWaited = true;
      sets.probeSoon(call.network, now);
      await pause(timers, call, candidates.set.clock.stepMs);
      return this.send(performance.now());
    }
    if (this.#staleResult !== undefined) return this.#staleResult;
    if (best !== undefined) return this.#sendTo(best, now);
    if (!this.#hasWaited && candidates.msUntilUnderLimit(now) !== undefined)
      listener.onWait(call.network, "limit");
    this.#hasWaited = true;
    const upstream = await waitingRoom.waitForUpstream(call, candidates, this.#retries);
    if (upstream === undefined)
      throw this.#retries?.clearestError ?? noUpstreamError(candidates.set, candidates.needs);
    const later = performance.now();
    // Several waiting calls may see the same free quota; only the first gets it.
    return upstream.isLimited(call.upstreamMethod, later) ? this.send(later) : this.#sendTo(upstream, later);
  }

  /** Starts the wait for the slot that the client was shown, unless it has started; returns whether to wait on. */
  #waitsForSlot(now: number): boolean {
    this.#slotWaitEnd ??= slotWaitEnd(this.#call, this.#candidates, now);
    return now < this.#slotWaitEnd;
  }

  #onResult(attempt: Attempt, result: RawJson): RawJson | Promise<RawJson> {
    if (isTooOld(this.#call, this.#candidates.needs, result)) {
      const now = performance.now();
      if (this.#waitsForSlot(now)) {
        this.#staleResult = result;
        return this.send(now);
      }
    }
    const second = this.#secondAttemptIfUnbelieved(attempt, result);
    if (second === undefined) return this.#accept(attempt, result);
    return this.#context.next(second).then(
      (other) => this.#accept(attempt, other),
      () => this.#accept(attempt, result),
    );
  }

  /** An attempt at another upstream, if the slot of the result is not believed: later results could be older. */
  #secondAttemptIfUnbelieved({ upstream }: Attempt, result: RawJson): Attempt | undefined {
    const { needs, set, excluded, isLight } = this.#candidates;
    const { commitment, preferredSlot } = needs;
    const { method } = this.#call;
    if (set.upstreams.length === 1 || !isLight || method === undefined) return undefined;
    const slot = answerSlot(method, result);
    const now = performance.now();
    if (slot === undefined || set.isBelieved(commitment, slot, now)) return undefined;
    const other = chooseUpstream(set, [...excluded, upstream], needs, now);
    if (other === undefined || other.tier > upstream.tier) return undefined;
    const otherSlot = other.slots.newest(commitment) ?? 0;
    return otherSlot < slot && otherSlot >= preferredSlot ? this.#createAttempt(other, now) : undefined;
  }

  /** Records the slot shown to the client and what the result says about the upstream's history. */
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
      : this.#context.next(this.#createAttempt(fullHistory, now)).catch(() => result);
  }

  async #onError(attempt: Attempt, error: RpcError): Promise<RawJson> {
    if (this.#staleResult !== undefined) return this.#staleResult;
    const call = this.#call;
    const context = this.#context;
    const current = context.sets.use(call.network, performance.now());
    // The network's upstreams were all replaced before anything was sent.
    if (current !== this.#candidates.set && attempt.phase === "connect") {
      await current.waitForFirstProbe(call);
      const now = performance.now();
      const again = new CallAttempts(context, call, current, now);
      again.#hasWaited = this.#hasWaited;
      return again.send(now);
    }
    this.#retries ??= new Retries(context.config.maxAttempts, call, this.#candidates, this.#budget);
    const backoffMs = this.#retries.planRetry(attempt, error);
    context.listener.onRetry(attempt);
    if (backoffMs > 0) await pause(context.timers, call, backoffMs);
    return this.send(performance.now());
  }
}
