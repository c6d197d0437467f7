import type { UpstreamConfig } from "../../../generated/config.ts";
import { Cancellation } from "../../call/cancellation.ts";
import { learnShownSlots } from "../../call/learn-shown-slots.ts";
import type { UpstreamCall } from "../../call/upstream-call.ts";
import type { RawJson } from "../../json/raw-json.ts";
import { wholeNumber } from "../../json/whole-number.ts";
import type { RpcError } from "../../rpc/rpc-error.ts";
import { Attempt } from "../node/attempt.ts";
import { missingBlockCodes } from "../node/ledger-codes.ts";
import type { MethodLatencies } from "../node/method-latencies.ts";
import type { Needs } from "../node/needs.ts";
import type { Upstream } from "../node/upstream.ts";
import type { UpstreamSet } from "../node/upstream-set.ts";
import { allFailing, excluded, limited } from "./all-failing.ts";
import type { AttemptBudget } from "./attempt-budget.ts";
import { chooseUpstream, isAtFloor, isAtHead, lastUsableRank } from "./choose-upstream.ts";
import { needsOf, needsOfOnly } from "./needs-of.ts";
import { clearerFault, isRefusalOfTheCall, type LedgerErrors, nextStepAfter } from "./next-step.ts";
import { slotNotReached } from "./slot-not-reached.ts";
import type { WaitingRecovery } from "./waiting-room.ts";

/** First pause before an upstream that failed is asked again; doubles this many times at most, with jitter. */
const firstBackoffMs = 40;
const mostDoublings = 4;
/** A longer Retry-After is not waited for inside a call. */
const longestBackoffMs = 2000;
/** No attempt gets less of the call's time than a third of it. */
const mostShares = 3;

/** A light read that takes this many times longer than nearly all of its method do is tried elsewhere ... */
const hopelessFactor = 4;
/** ... but not before this. */
const leastAttemptMs = 500;
/** The same while it is not known how long the method takes. */
const unknownMs = 1000;

/**
 * When the upstream that showed a client the newest slot fails, the client's next calls wait two slots' time for another to get there:
 * those of the same ledger are seldom further behind. One that is this many slots ahead of all others alone is not waited for.
 */
const shownWaitMs = 800;
const nearSlots = 8;

/** What a recovery needs. */
export interface RecoveryOptions {
  readonly config: UpstreamConfig;
  readonly ledgerErrors: LedgerErrors;
  readonly latencies: MethodLatencies;
}

/** What one call has been through, and what follows from it: whom to ask next, how long to wait before, when to give up. */
export class Recovery implements WaitingRecovery {
  readonly #options: RecoveryOptions;
  readonly #budget: AttemptBudget;
  readonly #call: UpstreamCall;
  readonly #set: UpstreamSet;
  readonly #needs: Needs;
  readonly #startedAt: number;
  /** The fault so far that says most about what went wrong. */
  clearestFault: RpcError | undefined = undefined;
  #tried: Upstream[] = [];
  /** Those that said that they do not have the block. */
  readonly #without: Upstream[] = [];
  #round = 1;
  #attempts = 0;
  #mayRepeat = false;
  /** When upstreams that failed may be asked again while the call waits for others. */
  #againAt = 0;

  constructor(
    options: RecoveryOptions,
    budget: AttemptBudget,
    call: UpstreamCall,
    set: UpstreamSet,
    now: number,
  ) {
    this.#options = options;
    this.#budget = budget;
    this.#call = call;
    this.#set = set;
    this.#startedAt = now;
    this.#needs = set.upstreams.length > 1 ? needsOf(call, set, now) : needsOfOnly(call);
  }

  /** Upstreams that were not asked in this round. */
  get left(): Upstream[] {
    return this.#set.upstreams
      .filter((upstream) => upstream.health !== "foreign" && upstream.admits(this.#needs))
      .filter((upstream) => !this.#tried.includes(upstream) && isAtFloor(upstream, this.#needs));
  }

  /** Why there is none to ask at all. */
  get noneLeft(): RpcError {
    const set = this.#set;
    const { floor, commitment } = this.#needs;
    const admitted = set.upstreams.filter((upstream) => upstream.admits(this.#needs));
    if (admitted.length === 0) return excluded(set, this.#needs);
    const isBelow = floor !== undefined && !admitted.some((upstream) => isAtFloor(upstream, this.#needs));
    if (isBelow) return slotNotReached(set, floor, commitment);
    const now = performance.now();
    const isLimited = admitted.some((upstream) => upstream.isLimited(this.#needs.method, now));
    return isLimited ? limited(set, this.#needs, now) : allFailing(set);
  }

  /** One of those left may be asked only after a look at it. */
  get waitsForProbe(): boolean {
    return this.left.some((upstream) => !this.#set.isVerified(upstream));
  }

  /** An upstream that may be back, for a light read to try; else the best of those that are believed to work. */
  choose(now: number): Upstream | undefined {
    const set = this.#set;
    if (set.upstreams.length > 1 && this.#round === 1 && this.#tried.length === 0 && this.#isLight) {
      const back = set.upstreams.find(
        (upstream) =>
          set.isVerified(upstream) &&
          upstream.admits(this.#needs) &&
          !upstream.isLimited(this.#needs.method, now) &&
          isAtHead(set, upstream, this.#needs) &&
          upstream.breaker.admitsTrial(now),
      );
      if (back !== undefined) return back;
    }
    return chooseUpstream(set, this.#tried, this.#needs, now, lastUsableRank);
  }

  /** Milliseconds until the first of those left that are at a limit may be asked; undefined when none is at one. */
  limitWaitMs(now: number): number | undefined {
    const { method } = this.#needs;
    const waits = this.left
      .flatMap(({ plan }) => plan?.waitMs(method, now) ?? [])
      .filter((waitMs) => waitMs > 0);
    return waits.length === 0 ? undefined : Math.min(...waits);
  }

  /** One of those left that fail, when it lets a call try. */
  chooseFailing(now: number): Upstream | undefined {
    const { method } = this.#needs;
    return this.left.find(
      (upstream) =>
        this.#set.isVerified(upstream) &&
        !upstream.isLimited(method, now) &&
        upstream.breaker.admits(now, true),
    );
  }

  get #isLight(): boolean {
    return this.#call.method?.effect === "read" && !this.#call.method.heavy;
  }

  /** An attempt that leaves time for the upstreams that are left, unless the call is one that takes long. */
  attemptAt(upstream: Upstream, now: number): Attempt {
    const call = this.#call;
    const name = upstream.servedNames.get(call.upstreamMethod) ?? call.upstreamMethod;
    const { length } = this.#set.upstreams;
    if (length === 1) return new Attempt(call, upstream, name, call.deadline, undefined, now);
    const deadline = this.#isLight ? this.#deadlineOfOne(length - this.#tried.length, now) : call.deadline;
    return new Attempt(call, upstream, name, deadline, new Cancellation(), now, this.#needs);
  }

  /** One upstream among others gets its share of the time, and at first no more than is many times what the method usually takes. */
  #deadlineOfOne(left: number, now: number): number {
    const shareMs = (this.#call.deadline - now) / Math.min(left, mostShares);
    if (this.#round > 1) return now + shareMs;
    const usualMs = this.#options.latencies.of(this.#call).estimateMs;
    const hopelessMs = usualMs === undefined ? unknownMs : Math.max(usualMs * hopelessFactor, leastAttemptMs);
    return now + Math.min(shareMs, hopelessMs);
  }

  /** Whether the answer of an upstream would be older than what the client has been shown, while it is worth a wait. */
  wouldGoBack({ slots }: Upstream, now: number): boolean {
    const { commitment, shownSlot, floor } = this.#needs;
    // A session's step waits by itself where it must.
    if (shownSlot === 0 || floor !== undefined) return false;
    const missing = shownSlot - (slots.at(commitment) ?? 0);
    return missing > 0 && missing <= nearSlots && now < this.#startedAt + shownWaitMs;
  }

  /** Remembers what the client has seen of the ledger now. A session's own step does so for what reaches its client. */
  learnShown(result: RawJson): void {
    const { client, commitment } = this.#needs;
    const { method, session } = this.#call;
    if (client !== undefined && session === undefined && method !== undefined)
      learnShownSlots(client.shown, method, commitment, result);
  }

  /** Remembers which upstreams have the slot that was asked for, and which said that they do not. */
  learnHistory({ upstream }: Attempt, result: RawJson): void {
    const { history } = this.#call.method ?? {};
    if (history === "first") {
      const slot = wholeNumber(result);
      if (slot !== undefined) upstream.history.recordFirst(slot, performance.now());
    }
    const { oldestSlot } = this.#needs;
    if (oldestSlot === undefined) return;
    upstream.history.recordFound(oldestSlot);
    for (const other of this.#without) other.history.recordMissing(oldestSlot, performance.now());
  }

  /** An attempt at one that has all of the ledger, for a transaction that another does not know. */
  upstreamWithAll({ upstream }: Attempt): Attempt | undefined {
    if (this.#call.method?.history !== "transaction" || upstream.history.isFull) return undefined;
    const now = performance.now();
    const others = this.#set.upstreams.filter(({ history }) => !history.isFull);
    const found = chooseUpstream(this.#set, others, this.#needs, now, lastUsableRank);
    return found === undefined ? undefined : this.attemptAt(found, now);
  }

  /** Decides after a failed attempt: gives the milliseconds to wait before the next, or throws what the caller gets. */
  backoffAfter(attempt: Attempt, fault: RpcError): number {
    this.clearestFault = clearerFault(this.clearestFault, fault);
    const step = nextStepAfter(
      this.#call.method?.effect ?? "mint",
      attempt,
      fault,
      this.#options.ledgerErrors,
    );
    if (step === "give-up") throw fault;
    if (fault.kind === "ledger" && missingBlockCodes.has(fault.code)) this.#without.push(attempt.upstream);
    this.#remember(attempt);
    this.#mayRepeat ||= step === "retry";
    const isRoundOver = this.left.length === 0;
    const backoffMs = isRoundOver ? backoff(this.#round, attempt.retryAfterSeconds) : 0;
    const goesOn = !isRoundOver || this.#mayAskAgain;
    const hasTime = backoffMs <= longestBackoffMs && performance.now() + backoffMs < this.#call.deadline;
    // The first try of an upstream that works, as far as is known, costs nothing.
    const costs = isRoundOver || this.#round > 1 || isRefusalOfTheCall(step, fault);
    if (!goesOn || !hasTime || (costs && !this.#budget.spend())) throw this.clearestFault;
    if (isRoundOver) this.#startRound();
    return backoffMs;
  }

  /** While a call waits for the upstreams that are left: those that failed it may be back before them. */
  askAgain(): void {
    const isTime = this.#tried.length > 0 && performance.now() >= this.#againAt;
    if (isTime && this.#mayAskAgain && this.#budget.spend()) this.#startRound();
  }

  get #mayAskAgain(): boolean {
    const most = this.#options.config.retry.maxAttempts * this.#set.upstreams.length;
    return this.#mayRepeat && this.#attempts < most;
  }

  #remember({ upstream, hedgedAt }: Attempt): void {
    const asked = hedgedAt === undefined ? [upstream] : [upstream, hedgedAt];
    this.#tried.push(...asked);
    this.#attempts += asked.length;
    this.#againAt = performance.now() + backoff(this.#round, undefined);
  }

  #startRound(): void {
    this.#round += 1;
    this.#tried = [];
  }
}

function backoff(round: number, retryAfterSeconds: number | undefined): number {
  const jittered = firstBackoffMs * 2 ** Math.min(round - 1, mostDoublings) * (0.5 + Math.random() / 2);
  return Math.max(jittered, (retryAfterSeconds ?? 0) * 1000);
}
