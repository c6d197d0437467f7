import { callCommitment } from "../call/call-commitment.ts";
import { pause } from "../call/call-wait.ts";
import type { Deadlines } from "../call/deadlines.ts";
import { answerSlot, bareSlot, learnShownSlots } from "../call/learn-shown-slots.ts";
import { ShownSlots } from "../call/shown-slots.ts";
import type { Send, SendWrapper, UpstreamCall } from "../call/upstream-call.ts";
import { type Commitment, commitments, type MethodDescription } from "../contract/method-description.ts";
import type { RawJson } from "../json/raw-json.ts";
import { otherLedgerSlots } from "../ledger-time/ledger-lengths.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import { isUpstreamFault } from "../upstream/http/upstream-faults.ts";
import { slotNotReachedCode } from "../upstream/node/ledger-codes.ts";
import type { RememberedClient } from "../upstream/node/remembered-clients.ts";
import type { Upstream } from "../upstream/node/upstream.ts";
import type { UpstreamSet } from "../upstream/node/upstream-set.ts";
import { slotNotReachedFault } from "../upstream/routing/no-upstream.ts";
import type { UpstreamSets } from "../upstream/watch/upstream-sets.ts";
import { withFinalizedCommitment, withMinContextSlot } from "./config-members.ts";
import type { SessionFloors, SharedFloors } from "./shared-floors.ts";

/**
 * What became of a call that could not be answered at once: its first answer was too old (behind), it was answered after a wait (waited),
 * no upstream reached its floor in time (refused), or its floor was forgotten, since no upstream has that slot any more (dropped).
 */
export type FloorOutcome = "behind" | "waited" | "refused" | "dropped";

/** Longer than upstreams usually lag, short enough for a waiting user. */
const defaultWait = { slots: 8, leastMs: 1500 };
/** How long a session's call asks again for an answer whose slots are believed. */
const believedWaitMs = 1500;

interface FloorOptions {
  readonly sets: UpstreamSets;
  readonly deadlines: Deadlines;
  /** How long a call waits for an upstream to reach its floor, in slots. */
  readonly waitSlots?: number | undefined;
  /** Most calls that wait at once for an upstream to reach a floor. */
  readonly maxWaiting: number;
  /** The slots that other gateways showed to sessions; undefined without Redis. */
  readonly shared?: SharedFloors | undefined;
  readonly count: (outcome: FloorOutcome, network: string) => void;
}

interface FloorContext extends FloorOptions {
  /** How many calls wait for an upstream to reach a slot. */
  readonly waiting: { calls: number };
  readonly next: Send;
}

/** A call whose answer must not be older than its floor: the newest slot that its session was shown, or the one that the call names. */
class CallWithFloor {
  readonly #context: FloorContext;
  readonly #call: UpstreamCall;
  readonly #method: MethodDescription;
  readonly #commitment: Commitment;
  readonly #startedAt = performance.now();
  /** The upstreams whose slots the session was shown: later ones may have another ledger. */
  readonly #set: UpstreamSet;
  /** What the session was shown before. */
  readonly #client: RememberedClient | undefined;
  readonly #sessionFloors: SessionFloors | undefined;
  /** The parameters, changed to ask for finalized state; undefined if they ask for it already, or the method takes no commitment. */
  readonly #finalizedParams: string | undefined;

  constructor(context: FloorContext, call: UpstreamCall, method: MethodDescription) {
    this.#context = context;
    this.#call = call;
    this.#method = method;
    this.#commitment = callCommitment(method, call.params) ?? "processed";
    this.#set = context.sets.getForCall(call.network, this.#startedAt);
    this.#finalizedParams = withFinalizedCommitment(call.params, method);
    const { session, network } = call;
    this.#client = session === undefined ? undefined : this.#set.clients.ofSession(session);
    const notified = session?.takeNotified(network.id);
    if (notified !== undefined) this.#client?.shown.raiseTo(notified);
    this.#sessionFloors = context.shared?.sessionFloors(call, this.#set, this.#client);
  }

  /** Returns the answer, and records the slot that it showed. */
  async answer(): Promise<RawJson> {
    const shared = this.#sessionFloors;
    if (shared !== undefined) await this.#context.shared?.read(shared);
    const floor = this.#floor();
    const hasNoFloor = floor === 0 && this.#minHeight === 0;
    let result = hasNoFloor ? await this.#context.next(this.#call) : await this.#askAndCheck(floor);
    if (!this.#isBelieved(result)) result = await this.#askForBelieved(floor, result);
    this.#recordShown(result);
    if (shared !== undefined) await this.#context.shared?.write(shared);
    return result;
  }

  get #waitMs(): number {
    const { slotMs } = this.#set.clock;
    const { waitSlots } = this.#context;
    return waitSlots === undefined
      ? Math.max(defaultWait.slots * slotMs, defaultWait.leastMs)
      : waitSlots * slotMs;
  }

  #floor(): number {
    return Math.max(this.#client?.shown[this.#commitment] ?? 0, this.#call.minSlot ?? 0);
  }

  /** The lowest block height that may be answered, for a method that answers with one. */
  get #minHeight(): number {
    return this.#method.slotAt === "height" ? (this.#client?.heights[this.#commitment] ?? 0) : 0;
  }

  /**
   * Whether the slots that an answer shows are believed, or no other upstream can answer. A wrong slot would become a floor that no other
   * upstream reaches.
   */
  #isBelieved(result: RawJson): boolean {
    const { upstreams } = this.#set;
    const isRead = this.#client !== undefined && this.#method.effect === "read";
    if (!isRead || upstreams.filter(({ breaker }) => !breaker.isOpen).length < 2) return true;
    const now = performance.now();
    if (this.#method.slotAt === "height") return this.#set.isHeightBelieved(bareSlot(result) ?? 0, now);
    const shown = this.#slotsShownBy(result);
    return commitments.every((commitment) => this.#set.isBelieved(commitment, shown[commitment], now));
  }

  /** Repeats the call until its answer has a slot that is believed. On timeout, returns the first answer, whose slots become floors. */
  async #askForBelieved(floor: number, first: RawJson): Promise<RawJson> {
    const { stepMs } = this.#set.clock;
    const end = Math.min(performance.now() + believedWaitMs, this.#call.deadline);
    for (let pauseMs = stepMs; ; pauseMs *= 2) {
      // A failure is no better than the first answer.
      const result = await this.#askOnce(floor, true).catch(() => undefined);
      const isNewEnough = result !== undefined && !this.#isTooOld(result, floor);
      if (isNewEnough && this.#isBelieved(result)) return result;
      if (this.#isBelieved(first) || performance.now() + pauseMs > end) return first;
      await pause(this.#context.deadlines, this.#call, pauseMs);
    }
  }

  get #answerNamesSlot(): boolean {
    const { slotAt, effect } = this.#method;
    if (effect !== "read" || slotAt === undefined || slotAt === "height") return false;
    return typeof slotAt === "string" || slotAt.event === undefined;
  }

  /** Whether only the answer's own slot is checked: a network's only upstream may be several nodes behind one address. */
  get #checksAnswerOnly(): boolean {
    return this.#answerNamesSlot && this.#set.upstreams.length === 1;
  }

  /** Whether one local node answers: it is never behind itself, and the embedded ledger reads `minContextSlot` as the slot asked about. */
  get #isSingleNode(): boolean {
    return this.#call.network.type === "localnet" && this.#set.upstreams.length === 1;
  }

  /** Whether an answer is older than the floor, or than the lowest height. */
  #isTooOld(result: RawJson, floor: number): boolean {
    const { slotAt } = this.#method;
    if (slotAt === "height") return (bareSlot(result) ?? 0) < this.#minHeight;
    const slot = answerSlot(this.#method, result);
    if (slot === undefined) return this.#answerNamesSlot;
    // The embedded ledger's contexts name its newest slot at every commitment, so its finalized slot is always below them.
    const isAskedSlot = slotAt === "result" || typeof slotAt === "object";
    return slot < (isAskedSlot ? this.#minUpstreamSlot(floor) : floor);
  }

  /** The slot that an upstream must be known to have reached: of a single local node only what the call itself names. */
  #minUpstreamSlot(floor: number): number {
    return this.#isSingleNode ? Math.min(floor, this.#call.minSlot ?? 0) : floor;
  }

  /** Returns a test for whether an upstream is known to be at a floor, at the call's commitment unless another is given. */
  #hasReached(floor: number, commitment = this.#commitment): (upstream: Upstream) => boolean {
    const slot = this.#minUpstreamSlot(floor);
    return ({ slots }) => (slots.at(commitment) ?? 0) >= slot;
  }

  #slotsShownBy(result: RawJson): ShownSlots {
    const answered = new ShownSlots();
    learnShownSlots(answered, this.#method, this.#commitment, result);
    return answered;
  }

  #recordShown(result: RawJson): void {
    const shown = this.#client?.shown;
    if (shown === undefined) return;
    const answered = this.#slotsShownBy(result);
    shown.raiseTo(answered);
    if (this.#method.slotAt === "height")
      this.#client?.heights.raise(this.#commitment, bareSlot(result) ?? 0);
    const [only, ...others] = this.#set.upstreams;
    // With a single upstream, no other step reads the slot of every answer.
    if (others.length === 0) only?.slots.raiseTo(answered, performance.now());
  }

  /** Sends a call whose answer names its slot as usual, and checks the answer. Any other call goes only to upstreams at the floor. */
  async #askAndCheck(floor: number): Promise<RawJson> {
    if (!this.#answerNamesSlot) return this.#waitForFloor(floor);
    try {
      const result = await this.#context.next(this.#call.with({ shownSlot: floor }));
      if (!this.#isTooOld(result, floor)) return result;
    } catch (caught) {
      // An error such as "no such account" counts only from an upstream that has reached the floor.
      const mayBeOutdated =
        RpcError.from(caught).kind === "ledger" && !this.#set.upstreams.every(this.#hasReached(floor));
      if (!mayBeOutdated) throw caught;
    }
    this.#count("behind");
    return this.#waitForFloor(floor);
  }

  /** Half of the waiting calls may be those without a session: the slot that they name may never be reached. */
  get #mayWait(): boolean {
    const { maxWaiting } = this.#context;
    return (
      this.#context.waiting.calls <
      (this.#call.session === undefined ? Math.ceil(maxWaiting / 2) : maxWaiting)
    );
  }

  async #waitForFloor(floor: number): Promise<RawJson> {
    const hasPlace = this.#mayWait;
    if (hasPlace) this.#context.waiting.calls += 1;
    try {
      return await this.#askUntilReached(floor, hasPlace ? this.#startedAt + this.#waitMs : 0);
    } catch (caught) {
      const fault = RpcError.from(caught);
      if (!isSlotNotReachedFault(fault)) throw fault;
      // The height may never have existed, so the floor is dropped after one wait.
      if (this.#minHeight > 0) this.#client?.heights.clear();
      const isDropped = hasPlace && this.#dropFloor();
      if (this.#sessionFloors !== undefined) this.#context.shared?.drop(this.#sessionFloors);
      if (isDropped) return await this.#askOnce(this.#floor());
      this.#count("refused");
      throw fault;
    } finally {
      if (hasPlace) this.#context.waiting.calls -= 1;
    }
  }

  /** Asks once an upstream has reached the floor, and again while answers are older. */
  async #askUntilReached(floor: number, until: number): Promise<RawJson> {
    const { sets, deadlines } = this.#context;
    const { network, deadline } = this.#call;
    const end = Math.min(until, deadline);
    let attempts = 0;
    let hasWaited = false;
    // The pause doubles with each attempt, so that a wait takes only a few.
    const { stepMs } = this.#set.clock;
    // A call whose answer names its slot was sent unchanged before.
    let asksAtFinalized = this.#answerNamesSlot;
    for (let pauseMs = stepMs; ; ) {
      const finalizedParams =
        asksAtFinalized && this.#canAskAtFinalized(floor) ? this.#finalizedParams : undefined;
      const commitment = finalizedParams === undefined ? this.#commitment : "finalized";
      let fault = slotNotReachedFault(this.#set, floor, commitment);
      if (this.#checksAnswerOnly || this.#set.upstreams.some(this.#hasReached(floor, commitment))) {
        attempts += 1;
        try {
          const result = await this.#askOnce(floor, attempts > 1, finalizedParams);
          if (!this.#isTooOld(result, floor)) {
            if (hasWaited) this.#count("waited");
            return result;
          }
        } catch (caught) {
          const failed = RpcError.from(caught);
          if (!this.#mayAnswerLater(failed, floor)) throw failed;
          if (failed.kind === "ledger") fault = failed;
        }
        pauseMs = stepMs * 2 ** (attempts - 1);
      }
      asksAtFinalized = !asksAtFinalized;
      if (asksAtFinalized && this.#canAskAtFinalized(floor)) continue;
      const now = performance.now();
      if (now + pauseMs > end) throw fault;
      this.#set.usedAt[commitment] = now;
      sets.probeSoon(network, now);
      await pause(deadlines, this.#call, pauseMs);
      hasWaited = true;
    }
  }

  /** Whether the call can ask for finalized state: where blocks are final at once, it may be ahead of the others for a moment. */
  #canAskAtFinalized(floor: number): boolean {
    if (this.#finalizedParams === undefined) return false;
    const shown = this.#client?.shown.finalized ?? 0;
    return shown >= floor || this.#set.upstreams.some(this.#hasReached(floor, "finalized"));
  }

  #askOnce(floor: number, isRepeated = false, params = this.#call.params): Promise<RawJson> {
    // An answer that is cached or in flight was checked before and was too old; one that names no slot can't be checked.
    const isFresh = isRepeated || this.#answerNamesSlot ? true : this.#call.isFresh;
    this.#call.notes.cache = undefined;
    return this.#context.next(
      this.#call.with({
        params: this.#isSingleNode ? params : withMinContextSlot(params, this.#method, floor),
        shownSlot: floor,
        floor: this.#checksAnswerOnly ? undefined : this.#minUpstreamSlot(floor),
        isFresh,
      }),
    );
  }

  /** Whether an upstream may answer once it reaches the floor. A call that changes the ledger is repeated only if it was refused for that. */
  #mayAnswerLater(fault: RpcError, floor: number): boolean {
    if (fault.kind === "ledger") return isSlotNotReachedFault(fault);
    const { effect } = this.#method;
    const mayRepeat = effect === "read" || effect === "simulate";
    const isAtFloor = this.#hasReached(floor);
    return (
      mayRepeat &&
      isUpstreamFault(fault) &&
      this.#set.upstreams.some((upstream) => !upstream.breaker.isOpen && !isAtFloor(upstream))
    );
  }

  /** Forgets a floor that no upstream will reach; returns whether it did. The slot went with a fork, or the ledger never had it. */
  #dropFloor(): boolean {
    const before = this.#floor();
    const newest = this.#set.head;
    if (newest > 0) this.#client?.shown.dropAbove(newest, otherLedgerSlots, this.#hasHalted);
    if (this.#floor() === before) return false;
    this.#count("dropped");
    return true;
  }

  /** Whether upstreams have answered during the wait, and none with a newer slot. While a ledger goes on, it reaches every slot. */
  get #hasHalted(): boolean {
    const slots = this.#set.upstreams.map((upstream) => upstream.slots);
    const halfTime = (this.#startedAt + performance.now()) / 2;
    return (
      slots.some((known) => known.lastAnswerAt("processed") > halfTime) &&
      slots.every((known) => known.firstShownAt("processed") <= this.#startedAt)
    );
  }

  #count(outcome: FloorOutcome): void {
    this.#context.count(outcome, this.#call.network.id);
  }
}

function isSlotNotReachedFault({ kind, code }: RpcError): boolean {
  return kind === "ledger" && code === slotNotReachedCode;
}

/** Answers calls of sessions, and those that name a slot (`x-min-slot`), from state no older than that. All other calls pass through. */
export function withFloors(options: FloorOptions): SendWrapper {
  const waiting = { calls: 0 };
  return (next) => {
    const context: FloorContext = { ...options, waiting, next };
    return (call) => {
      if (call.session === undefined && call.minSlot === undefined) return next(call);
      return call.method === undefined ? next(call) : new CallWithFloor(context, call, call.method).answer();
    };
  };
}
