import { answerSlot } from "../../call/answer-slots.ts";
import { isLightRead, type UpstreamCall } from "../../call/upstream-call.ts";
import { type RawJson, wholeNumber } from "../../json/raw-json.ts";
import type { RpcError } from "../../rpc/rpc-error.ts";
import { Attempt } from "../attempt/attempt.ts";
import { type Needs, needsOfSingle, readNeeds } from "../node/call-needs.ts";
import { missingBlockCodes, nodeUnhealthyCode } from "../node/ledger-codes.ts";
import type { MethodLatencies } from "../node/method-latencies.ts";
import { recordShownTo } from "../node/shown-to-client.ts";
import type { Upstream } from "../node/upstream.ts";
import type { UpstreamSet } from "../node/upstream-set.ts";
import type { UpstreamSettings } from "../node/upstream-settings.ts";
import type { AttemptBudget, BudgetForCall } from "./attempt-budget.ts";
import { attemptTimeMs, backoffMsAfter } from "./attempt-times.ts";
import {
  bestUpstreams,
  chooseAmongEqual,
  chooseUpstream,
  couldServe,
  estimatedSlot,
  isAtHead,
} from "./choose-upstream.ts";
import { clearerFault, isCallRefused, type LedgerErrors, nextStepAfter } from "./next-step.ts";
import { noUpstreamFault } from "./no-upstream.ts";

/** A longer Retry-After is not waited for inside a call. */
const longestBackoffMs = 2000;
/**
 * When the upstream that showed a client its newest slot fails, the client's calls wait this many slots for one that is at most
 * `nearSlots` behind.
 */
const shownWaitSlots = 2;
const nearSlots = 8;

const noUpstreams: readonly Upstream[] = [];

export interface PlannerOptions {
  readonly config: UpstreamSettings;
  readonly ledgerErrors: LedgerErrors;
  readonly latencies: MethodLatencies;
  /** The network's budget of extra attempts, after it has earned for this call. */
  readonly budgetForCall: BudgetForCall;
}

/** The attempts of one call so far, and what follows: which upstream to ask next, how long to wait first, when to give up. */
export class AttemptPlanner {
  readonly #options: PlannerOptions;
  readonly #budget: AttemptBudget;
  readonly #call: UpstreamCall;
  readonly #set: UpstreamSet;
  readonly #needs: Needs;
  /** The fault to answer with if no attempt succeeds. */
  clearestFault: RpcError | undefined = undefined;
  #tried: readonly Upstream[];
  /** The last upstream that was chosen among several. */
  #picked: Upstream | undefined;
  /** Upstreams that said before this call that they lack its oldest slot: they are never tried. */
  readonly #lackingSlot: readonly Upstream[];
  /** Upstreams that said they do not have the block. */
  #lackingBlock: readonly Upstream[] = noUpstreams;
  #round = 1;
  #attempts = 0;
  #mayRepeat = false;
  /** Whether an upstream refused the call because it is behind; it may catch up during a wait. */
  #wasBehind = false;
  /** `performance.now()` at which the call began to wait for upstreams that fail; undefined before. */
  #failingWaitBeganAt: number | undefined;
  /** When the wait ends for an upstream to reach the slot that the client was shown; undefined before it begins. */
  #slotWaitEndsAt: number | undefined;
  /** When another round may begin while the call waits for untried upstreams. */
  #retryFrom = 0;

  constructor(options: PlannerOptions, call: UpstreamCall, set: UpstreamSet, now: number) {
    this.#options = options;
    this.#budget = options.budgetForCall(set);
    this.#call = call;
    this.#set = set;
    this.#needs = set.upstreams.length > 1 ? readNeeds(call, set) : needsOfSingle(call);
    if (set.upstreams.length > 1) set.recordUse(this.#needs.commitment, now);
    this.#lackingSlot = upstreamsLackingSlot(set, this.#needs);
    this.#tried = this.#lackingSlot;
  }

  get untried(): Upstream[] {
    return this.#set.upstreams.filter(
      (upstream) => !this.#tried.includes(upstream) && couldServe(upstream, this.#needs),
    );
  }

  /** The error for a call that was sent nowhere, because no upstream can take it. */
  get noUpstreamFault(): RpcError {
    return noUpstreamFault(this.#set, this.#needs);
  }

  /** Whether an untried upstream must be probed before it may be asked. */
  get hasUnprobed(): boolean {
    return this.untried.some((upstream) => !this.#set.isVerified(upstream));
  }

  /** The best working upstream; for a light read first one whose probes show that it has recovered, which gets a trial. */
  choose(now: number): Upstream | undefined {
    const set = this.#set;
    if (set.upstreams.length > 1 && this.#round === 1 && this.#tried.length === 0 && this.#isLight) {
      const recovered = set.upstreams.find(
        (upstream) =>
          set.isVerified(upstream) &&
          upstream.allows(this.#needs) &&
          !upstream.isLimited(this.#needs.upstreamMethod, now) &&
          isAtHead(set, upstream, this.#needs, now) &&
          upstream.breaker.startTrial(now),
      );
      if (recovered !== undefined) return recovered;
    }
    const best = bestUpstreams(set, this.#tried, this.#needs, now);
    const chosen = chooseAmongEqual(best, set, this.#needs);
    this.#picked = best.length > 1 ? chosen : undefined;
    return chosen ?? this.#lastResort(now);
  }

  /** If all fail: the upstream that answered last, unless it refuses connections (then its breaker lets single calls try). */
  #lastResort(now: number): Upstream | undefined {
    const set = this.#set;
    const able = set.upstreams.filter(
      (upstream) => upstream.health !== "foreign" && upstream.allows(this.#needs),
    );
    if (able.some(({ breaker }) => !breaker.isOpen)) return undefined;
    return this.untried
      .filter((upstream) => set.isVerified(upstream) && !upstream.breaker.refusesConnections)
      .filter((upstream) => !upstream.isLimited(this.#needs.upstreamMethod, now))
      .toSorted((a, b) => b.lastSuccessAt - a.lastSuccessAt)[0];
  }

  /** Milliseconds until the first untried upstream that is at a limit may be asked; undefined when none is at one. */
  msUntilUnderLimit(now: number): number | undefined {
    const { upstreamMethod } = this.#needs;
    const waits = this.untried
      .flatMap(({ plan }) => plan?.waitMs(upstreamMethod, now) ?? [])
      .filter((waitMs) => waitMs > 0);
    return waits.length === 0 ? undefined : Math.min(...waits);
  }

  /** An untried upstream that fails and whose breaker lets this call try. */
  chooseForTrial(now: number): Upstream | undefined {
    const { upstreamMethod } = this.#needs;
    return this.untried.find(
      (upstream) =>
        this.#set.isVerified(upstream) &&
        !upstream.isLimited(upstreamMethod, now) &&
        upstream.breaker.letThrough(now, { isLastResort: true }),
    );
  }

  get #isLight(): boolean {
    return isLightRead(this.#call.method);
  }

  /** Makes an attempt at a chosen upstream. The client's next calls go there too, unless it was the only one left. */
  attemptAt(upstream: Upstream, now: number): Attempt {
    const { client } = this.#needs;
    if (client !== undefined && upstream === this.#picked) client.upstream = upstream;
    return this.#attempt(upstream, now);
  }

  /** The attempt of a light read leaves time for the other upstreams. */
  #attempt(upstream: Upstream, now: number): Attempt {
    const call = this.#call;
    const { length } = this.#set.upstreams;
    if (length === 1) return new Attempt(call, upstream, undefined, call.deadline, now);
    const deadline = this.#isLight ? now + this.#attemptMs(length - this.#tried.length, now) : call.deadline;
    return new Attempt(call, upstream, this.#needs, deadline, now);
  }

  #attemptMs(left: number, now: number): number {
    const usualMs = this.#round > 1 ? undefined : this.#options.latencies.estimateFor(this.#call).estimateMs;
    return attemptTimeMs(this.#call.deadline - now, left, this.#round, usualMs);
  }

  /** Whether an upstream is so few slots behind what the client was shown that it is worth a wait; with-floors.ts waits for sessions. */
  isNearShown(upstream: Upstream, now: number): boolean {
    const missing = this.slotsBehindShown(upstream, now);
    return this.#needs.floor === undefined && missing > 0 && missing <= nearSlots;
  }

  /** Slots that an upstream is behind what the client was shown; 0 or less if it is not. */
  slotsBehindShown(upstream: Upstream, now: number): number {
    const { commitment, shownSlot } = this.#needs;
    return shownSlot === 0 ? 0 : shownSlot - estimatedSlot(this.#set, upstream, commitment, now);
  }

  /** Whether an answer is older than what the client was shown; with-floors.ts asks again for sessions. */
  isTooOld(result: RawJson): boolean {
    const { shownSlot } = this.#needs;
    const { method, session } = this.#call;
    if (shownSlot === 0 || session !== undefined || method?.effect !== "read") return false;
    return (answerSlot(method, result) ?? shownSlot) < shownSlot;
  }

  /** Begins the wait for what the client was shown, if it has not begun; returns when it ends. */
  beginSlotWait(now: number): number {
    const waitMs = Math.min(shownWaitSlots * this.#set.clock.slotMs, (this.#call.deadline - now) / 2);
    this.#slotWaitEndsAt ??= now + waitMs;
    return this.#slotWaitEndsAt;
  }

  /** Begins the wait for upstreams that fail, if it has not begun; returns when it began. */
  beginFailingWait(now: number): number {
    this.#failingWaitBeganAt ??= now;
    return this.#failingWaitBeganAt;
  }

  /** Records what the client was shown, and which upstreams have the slot that was asked for or said that they do not. */
  recordAnswer({ upstream }: Attempt, result: RawJson): void {
    recordShownTo(this.#needs.client, this.#call, this.#needs.commitment, result);
    const { history } = this.#call.method ?? {};
    if (history === "first") {
      const slot = wholeNumber(result);
      if (slot !== undefined) upstream.history.recordFirst(slot, performance.now());
    }
    const { oldestSlot } = this.#needs;
    if (oldestSlot === undefined) return;
    // A list may begin later than was asked for, and null says that nothing is known.
    if (result.isNull || result.leadingText(1) === "[") return;
    upstream.history.recordFound(oldestSlot);
    for (const other of this.#lackingBlock) other.history.recordMissing(oldestSlot, performance.now());
  }

  /** An attempt at an upstream with the whole ledger, for a transaction that another does not know. */
  attemptAtFullHistory({ upstream }: Attempt): Attempt | undefined {
    if (this.#call.method?.history !== "transaction" || upstream.history.isFull) return undefined;
    const now = performance.now();
    const others = this.#set.upstreams.filter(({ history }) => !history.isFull);
    const found = chooseUpstream(this.#set, others, this.#needs, now);
    return found && this.#attempt(found, now);
  }

  /** If an answer's slot is not believed, an attempt at another upstream: the caller might see later answers go back. */
  attemptElsewhereIfUnbelieved({ upstream }: Attempt, result: RawJson): Attempt | undefined {
    const { commitment, shownSlot } = this.#needs;
    const { method } = this.#call;
    if (this.#set.upstreams.length === 1 || !this.#isLight || method === undefined) return undefined;
    const slot = answerSlot(method, result);
    const now = performance.now();
    if (slot === undefined || this.#set.isBelieved(commitment, slot, now)) return undefined;
    const others = [...this.#tried, upstream];
    const found = chooseUpstream(this.#set, others, this.#needs, now);
    if (found === undefined || found.tier > upstream.tier) return undefined;
    const known = found.slots.newest(commitment) ?? 0;
    return known < slot && known >= shownSlot ? this.#attempt(found, now) : undefined;
  }

  /** Decides what follows a failed attempt: returns the milliseconds to wait before the next, or throws the error for the caller. */
  planRetry(attempt: Attempt, fault: RpcError): number {
    this.clearestFault = clearerFault(this.clearestFault, fault);
    const effect = this.#call.method?.effect ?? "mint";
    const step = nextStepAfter(effect, attempt, fault, this.#options.ledgerErrors);
    if (step === "give-up") throw fault;
    if (fault.kind === "ledger" && missingBlockCodes.has(fault.code))
      this.#lackingBlock = [...this.#lackingBlock, attempt.upstream];
    this.#recordAttempt(attempt);
    this.#mayRepeat ||= step === "retry";
    this.#wasBehind ||= fault.kind === "ledger" && fault.code === nodeUnhealthyCode;
    const isRoundOver = this.untried.length === 0;
    const backoffMs = isRoundOver ? backoffMsAfter(this.#round, attempt.retryAfterSeconds) : 0;
    const goesOn = !isRoundOver || (this.#mayRepeat && this.#hasAttempts);
    const hasTime = backoffMs <= longestBackoffMs && performance.now() + backoffMs < this.#call.deadline;
    // The first attempt at an upstream that seems to work is free.
    const costs = isRoundOver || this.#round > 1 || isCallRefused(step, fault);
    if (!goesOn || !hasTime || (costs && !this.#budget.spend())) throw this.clearestFault;
    if (isRoundOver) this.#startRound();
    return backoffMs;
  }

  /** Starts another round: upstreams that failed may work before the untried ones that the call waits for. Returns whether it did. */
  tryAnotherRound(): boolean {
    const isTime = this.#tried.length > 0 && performance.now() >= this.#retryFrom;
    const mayAsk = (this.#mayRepeat || this.#wasBehind) && this.#hasAttempts;
    if (!isTime || !mayAsk || !this.#budget.spend()) return false;
    this.#startRound();
    return true;
  }

  get #hasAttempts(): boolean {
    return this.#attempts < this.#options.config.maxAttempts * this.#set.upstreams.length;
  }

  #recordAttempt({ upstream, hedgeUpstream }: Attempt): void {
    const asked = hedgeUpstream === undefined ? [upstream] : [upstream, hedgeUpstream];
    if (this.#tried.length === this.#lackingSlot.length)
      this.#retryFrom = performance.now() + backoffMsAfter(this.#round, undefined);
    this.#tried = [...this.#tried, ...asked];
    this.#attempts += asked.length;
  }

  #startRound(): void {
    this.#round += 1;
    this.#tried = this.#lackingSlot;
  }
}

/** The upstreams that said that they lack the oldest slot that a call asks for; if all did, all but the one that goes back furthest. */
function upstreamsLackingSlot({ upstreams }: UpstreamSet, needs: Needs): readonly Upstream[] {
  const { oldestSlot } = needs;
  if (oldestSlot === undefined) return noUpstreams;
  const denied = upstreams.filter(({ history }) => history.hasSaidItLacks(oldestSlot));
  if (denied.length === 0) return noUpstreams;
  for (const { history } of denied) history.requestRecheck();
  if (upstreams.some((upstream) => !denied.includes(upstream) && upstream.allows(needs))) return denied;
  const admitting = denied.filter((upstream) => upstream.allows(needs));
  const furthest = admitting.toSorted((a, b) => a.history.firstSlot - b.history.firstSlot)[0];
  return denied.filter((upstream) => upstream !== furthest);
}
