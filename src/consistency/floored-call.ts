import { callCommitment } from "../call/call-commitment.ts";
import { pause } from "../call/call-wait.ts";
import type { Deadlines } from "../call/deadlines.ts";
import { answerSlot, learnShownSlots, slotOf } from "../call/learn-shown-slots.ts";
import { ShownSlots } from "../call/shown-slots.ts";
import type { Send, SendWrapper, UpstreamCall } from "../call/upstream-call.ts";
import { type Commitment, commitments, type MethodDescription } from "../contract/method-description.ts";
import type { RawJson } from "../json/raw-json.ts";
import { otherLedgerSlots } from "../ledger-time/ledger-lengths.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import type { KnownClient } from "../upstream/node/known-clients.ts";
import { slotNotReachedCode } from "../upstream/node/ledger-codes.ts";
import type { Upstream } from "../upstream/node/upstream.ts";
import type { UpstreamSet } from "../upstream/node/upstream-set.ts";
import { slotNotReached } from "../upstream/routing/no-upstream.ts";
import type { UpstreamSets } from "../upstream/watch/upstream-sets.ts";
import { atFinalized, withMinContextSlot } from "./config-members.ts";
import type { SharedFloor, SharedFloors } from "./shared-floors.ts";

/**
 * What became of a call that could not be answered at once: its first answer was too old (behind), it was answered after a wait (waited),
 * no upstream reached its floor in time (refused), or its floor was forgotten, since no upstream has that slot any more (dropped).
 */
export type FloorOutcome = "behind" | "waited" | "refused" | "dropped";

/** Longer than upstreams in use usually lag, short enough for a person who waits. */
const usualWait = { slots: 8, leastMs: 1500 };
/** How long a session's call waits for an answer that is believed. */
const believedWaitMs = 1500;

interface FloorContext {
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

/** A bounded number of places for calls that wait for an upstream to reach a slot. */
class WaitingPlaces {
  readonly #max: number;
  #taken = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** Takes a place; false if none is left. A slot that a caller names may never be reached, so half of the places are for sessions only. */
  take(isOfSession: boolean): boolean {
    if (this.#taken >= (isOfSession ? this.#max : Math.ceil(this.#max / 2))) return false;
    this.#taken += 1;
    return true;
  }

  giveBack(): void {
    this.#taken -= 1;
  }
}

/** A call that must be answered from its floor or above: the newest slot that its session was shown, or the one that the call names. */
class FlooredCall {
  readonly #context: FloorContext;
  readonly #places: WaitingPlaces;
  readonly #next: Send;
  readonly #call: UpstreamCall;
  readonly #method: MethodDescription;
  readonly #commitment: Commitment;
  readonly #startedAt = performance.now();
  /** The upstreams to which the slots apply that the session was shown: others may have another ledger. */
  readonly #set: UpstreamSet;
  readonly #known: KnownClient | undefined;
  readonly #shared: SharedFloor | undefined;
  /** Its parameters, changed to ask for finalized state; undefined if they do already, or can't. */
  readonly #atFinalized: string | undefined;

  constructor(
    context: FloorContext,
    places: WaitingPlaces,
    next: Send,
    call: UpstreamCall,
    method: MethodDescription,
  ) {
    this.#context = context;
    this.#places = places;
    this.#next = next;
    this.#call = call;
    this.#method = method;
    this.#commitment = callCommitment(method, call.params) ?? "processed";
    this.#set = context.sets.getForCall(call.network, this.#startedAt);
    this.#atFinalized = atFinalized(call.params, method);
    const { session, network } = call;
    this.#known = session === undefined ? undefined : this.#set.clients.ofSession(session);
    const notified = session?.takeNotified(network.id);
    if (notified !== undefined) this.#known?.shown.raiseTo(notified);
    this.#shared = context.shared?.floorFor(call, this.#set, this.#known);
  }

  /** Returns the answer, and records the slot that it showed. */
  async answer(): Promise<RawJson> {
    const shared = this.#shared;
    if (shared !== undefined) await this.#context.shared?.read(shared);
    const floor = this.#floor();
    const isFree = floor === 0 && this.#height === 0;
    let result = isFree ? await this.#next(this.#call) : await this.#answerFrom(floor);
    if (!this.#isBelieved(result)) result = await this.#askOthers(floor, result);
    this.#learn(result);
    if (shared !== undefined) await this.#context.shared?.write(shared);
    return result;
  }

  get #waitMs(): number {
    const { slotMs } = this.#set.clock;
    const { waitSlots } = this.#context;
    return waitSlots === undefined
      ? Math.max(usualWait.slots * slotMs, usualWait.leastMs)
      : waitSlots * slotMs;
  }

  #floor(): number {
    return Math.max(this.#known?.shown[this.#commitment] ?? 0, this.#call.minSlot ?? 0);
  }

  /** The lowest block height to answer with, for a method that answers with one. */
  get #height(): number {
    return this.#method.slotAt === "height" ? (this.#known?.heights[this.#commitment] ?? 0) : 0;
  }

  /**
   * Whether the slots that an answer shows are believed, or no other upstream can answer. A wrong slot would keep the session from all
   * others.
   */
  #isBelieved(result: RawJson): boolean {
    const { upstreams } = this.#set;
    const isRead = this.#known !== undefined && this.#method.effect === "read";
    if (!isRead || upstreams.filter(({ breaker }) => !breaker.isOpen).length < 2) return true;
    const now = performance.now();
    if (this.#method.slotAt === "height") return this.#set.isHeightBelieved(slotOf(result) ?? 0, now);
    const shown = this.#shownBy(result);
    return commitments.every((commitment) => this.#set.isBelieved(commitment, shown[commitment], now));
  }

  /** Asks for an answer that is believed; if none comes in time, the first is used, and what it shows is a floor like any other. */
  async #askOthers(floor: number, first: RawJson): Promise<RawJson> {
    const { stepMs } = this.#set.clock;
    const end = Math.min(performance.now() + believedWaitMs, this.#call.deadline);
    for (let pauseMs = stepMs; ; pauseMs *= 2) {
      // A failure is no better than the first answer.
      const result = await this.#askOnce(floor, true).catch(() => undefined);
      const isGood = result !== undefined && !this.#isBelow(result, floor);
      if (isGood && this.#isBelieved(result)) return result;
      if (this.#isBelieved(first) || performance.now() + pauseMs > end) return first;
      await pause(this.#context.deadlines, this.#call, pauseMs);
    }
  }

  get #namesSlot(): boolean {
    const { slotAt, effect } = this.#method;
    if (effect !== "read" || slotAt === undefined || slotAt === "height") return false;
    return typeof slotAt === "string" || slotAt.event === undefined;
  }

  /** Whether only the answer's own slot is checked: a network's only upstream may be several nodes behind one address. */
  get #isOnlyChecked(): boolean {
    return this.#namesSlot && this.#set.upstreams.length === 1;
  }

  /** Whether one local node answers: it is never behind itself, and the embedded ledger reads `minContextSlot` as the slot asked about. */
  get #isOneNode(): boolean {
    return this.#call.network.type === "localnet" && this.#set.upstreams.length === 1;
  }

  /** Whether an answer comes from below a floor, or from below the lowest height. */
  #isBelow(result: RawJson, floor: number): boolean {
    const { slotAt } = this.#method;
    if (slotAt === "height") return (slotOf(result) ?? 0) < this.#height;
    const slot = answerSlot(this.#method, result);
    if (slot === undefined) return this.#namesSlot;
    // The embedded ledger's contexts name its newest slot at every commitment, so its finalized slot is always below them.
    const isAskedSlot = slotAt === "result" || typeof slotAt === "object";
    return slot < (this.#isOneNode && isAskedSlot ? (this.#call.minSlot ?? 0) : floor);
  }

  /** Returns a test for whether an upstream is known to have reached a slot, at the call's commitment unless another is given. */
  #isAt(slot: number, commitment = this.#commitment): (upstream: Upstream) => boolean {
    return ({ slots }) => (slots.at(commitment) ?? 0) >= slot;
  }

  #shownBy(result: RawJson): ShownSlots {
    const answered = new ShownSlots();
    learnShownSlots(answered, this.#method, this.#commitment, result);
    return answered;
  }

  #learn(result: RawJson): void {
    const shown = this.#known?.shown;
    if (shown === undefined) return;
    const answered = this.#shownBy(result);
    shown.raiseTo(answered);
    if (this.#method.slotAt === "height") this.#known?.heights.raise(this.#commitment, slotOf(result) ?? 0);
    const [only, ...others] = this.#set.upstreams;
    // Other steps don't read every answer of a single upstream for its slot.
    if (others.length === 0) only?.slots.raiseTo(answered, performance.now());
  }

  /** A call whose answer names its slot is sent as usual, and the answer checked; any other goes only to upstreams at the floor. */
  async #answerFrom(floor: number): Promise<RawJson> {
    if (!this.#namesSlot) return this.#askAtFloor(floor);
    try {
      const result = await this.#next(this.#call.with({ shownSlot: floor }));
      if (!this.#isBelow(result, floor)) return result;
    } catch (caught) {
      // An error such as "no such account" counts only from an upstream that has reached the floor.
      const isOldError =
        RpcError.from(caught).kind === "ledger" && !this.#set.upstreams.every(this.#isAt(floor));
      if (!isOldError) throw caught;
    }
    this.#count("behind");
    return this.#askAtFloor(floor);
  }

  async #askAtFloor(floor: number): Promise<RawJson> {
    const waits = this.#places.take(this.#call.session !== undefined);
    try {
      return await this.#askUntil(floor, waits ? this.#startedAt + this.#waitMs : 0);
    } catch (caught) {
      const fault = RpcError.from(caught);
      if (!isTooEarly(fault)) throw fault;
      // No slot can show whether the ledger ever had that height, so it is required only once.
      if (this.#height > 0) this.#known?.heights.clear();
      const isDropped = waits && this.#dropFloor();
      if (this.#shared !== undefined) this.#context.shared?.drop(this.#shared);
      if (isDropped) return await this.#askOnce(this.#floor());
      this.#count("refused");
      throw fault;
    } finally {
      if (waits) this.#places.giveBack();
    }
  }

  /** Asks once an upstream is at the floor, and again while answers come from below it. */
  async #askUntil(floor: number, until: number): Promise<RawJson> {
    const { sets, deadlines } = this.#context;
    const { network, deadline } = this.#call;
    const end = Math.min(until, deadline);
    let attempts = 0;
    let hasWaited = false;
    // The pause doubles with each attempt, so that a wait takes only a few.
    const { stepMs } = this.#set.clock;
    // A call whose answer names its slot was sent unchanged before.
    let asksFinal = this.#namesSlot;
    for (let pauseMs = stepMs; ; ) {
      const finalParams = asksFinal && this.#canAskFinal(floor) ? this.#atFinalized : undefined;
      const commitment = finalParams === undefined ? this.#commitment : "finalized";
      let fault = slotNotReached(this.#set, floor, commitment);
      if (this.#isOnlyChecked || this.#set.upstreams.some(this.#isAt(floor, commitment))) {
        attempts += 1;
        try {
          const result = await this.#askOnce(floor, attempts > 1, finalParams);
          if (!this.#isBelow(result, floor)) {
            if (hasWaited) this.#count("waited");
            return result;
          }
        } catch (caught) {
          const failed = RpcError.from(caught);
          if (!this.#isWorthWaiting(failed, floor)) throw failed;
          if (failed.kind === "ledger") fault = failed;
        }
        pauseMs = stepMs * 2 ** (attempts - 1);
      }
      asksFinal = !asksFinal;
      if (asksFinal && this.#canAskFinal(floor)) continue;
      const now = performance.now();
      if (now + pauseMs > end) throw fault;
      this.#set.usedAt[commitment] = now;
      sets.probeSoon(network, now);
      await pause(deadlines, this.#call, pauseMs);
      hasWaited = true;
    }
  }

  /** Whether the call can be asked at finalized. Where blocks are final at once, confirmed and processed may be behind it for a moment. */
  #canAskFinal(floor: number): boolean {
    if (this.#atFinalized === undefined) return false;
    const shown = this.#known?.shown.finalized ?? 0;
    return shown >= floor || this.#set.upstreams.some(this.#isAt(floor, "finalized"));
  }

  #askOnce(floor: number, isRepeated = false, params = this.#call.params): Promise<RawJson> {
    // An answer that is cached or in flight was checked before and was too old; one that names no slot can't be checked.
    const isFresh = isRepeated || this.#namesSlot ? true : this.#call.isFresh;
    this.#call.notes.cache = undefined;
    return this.#next(
      this.#call.with({
        params: this.#isOneNode ? params : withMinContextSlot(params, this.#method, floor),
        shownSlot: floor,
        floor: this.#isOnlyChecked ? undefined : floor,
        isFresh,
      }),
    );
  }

  /**
   * Whether an upstream may answer once it is at the floor. A call that changes the ledger is repeated only if it was refused as too early.
   */
  #isWorthWaiting(fault: RpcError, floor: number): boolean {
    const { kind } = fault;
    if (kind === "ledger") return isTooEarly(fault);
    const { effect } = this.#method;
    const mayRepeat = effect === "read" || effect === "simulate";
    const isUpstreams =
      kind === "upstreamUnreachable" || kind === "upstreamTimeout" || kind === "upstreamInvalid";
    const isAtFloor = this.#isAt(floor);
    return (
      mayRepeat &&
      isUpstreams &&
      this.#set.upstreams.some((upstream) => !upstream.breaker.isOpen && !isAtFloor(upstream))
    );
  }

  /**
   * Forgets a floor that no upstream will reach: its slot was dropped with a fork where the ledger has halted, or was never the ledger's.
   */
  #dropFloor(): boolean {
    const before = this.#floor();
    const newest = this.#set.head;
    if (newest > 0) this.#known?.shown.dropAbove(newest, otherLedgerSlots, this.#hasHalted);
    if (this.#floor() === before) return false;
    this.#count("dropped");
    return true;
  }

  /** Whether upstreams have answered during the wait, and none with a newer slot. While a ledger goes on, it reaches every slot. */
  get #hasHalted(): boolean {
    const slots = this.#set.upstreams.map((upstream) => upstream.slots);
    const halfTime = (this.#startedAt + performance.now()) / 2;
    return (
      slots.some((known) => known.seenAt("processed") > halfTime) &&
      slots.every((known) => known.roseAt("processed") <= this.#startedAt)
    );
  }

  #count(outcome: FloorOutcome): void {
    this.#context.count(outcome, this.#call.network.id);
  }
}

function isTooEarly({ kind, code }: RpcError): boolean {
  return kind === "ledger" && code === slotNotReachedCode;
}

/** Answers calls of sessions, and those that name a slot (`x-min-slot`), from state no older than that. All other calls pass through. */
export function withFloors(context: FloorContext): SendWrapper {
  const places = new WaitingPlaces(context.maxWaiting);
  return (next) => (call) => {
    if (call.session === undefined && call.minSlot === undefined) return next(call);
    return call.method === undefined
      ? next(call)
      : new FlooredCall(context, places, next, call, call.method).answer();
  };
}
