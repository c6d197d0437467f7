import { pause } from "../../call/call-wait.ts";
import type { TimerWheel } from "../../call/timer-wheel.ts";
import { isRepeatable, type Send, type SendWrapper } from "../../call/upstream-call.ts";
import type { Commitment } from "../../contract/method-description.ts";
import type { RawJson } from "../../json/raw-json.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { isUpstreamError } from "../../upstream/http/upstream-errors.ts";
import { slotNotReachedCode } from "../../upstream/node/ledger-codes.ts";
import { slotNotReachedError } from "../../upstream/routing/no-upstream.ts";
import type { UpstreamSets } from "../../upstream/watch/upstream-sets.ts";
import { withMinContextSlot } from "../config-members.ts";
import { CallFloor } from "./call-floor.ts";
import type { SharedFloors } from "./shared-floors.ts";

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
  readonly timers: TimerWheel;
  /** How long a call waits for an upstream to reach its floor, in slots. */
  readonly waitSlots?: number | undefined;
  /** Most calls that wait at once for an upstream to reach a floor. */
  readonly maxWaiting: number;
  /** The slots that other gateways showed to sessions; undefined without Redis. */
  readonly sharedFloors?: SharedFloors | undefined;
  readonly count: (outcome: FloorOutcome, network: string) => void;
}

interface FloorContext extends FloorOptions {
  /** How many calls wait for an upstream to reach a slot. */
  readonly waiting: { calls: number };
  readonly next: Send;
}

/** A call whose answer must not be below a floor: asks for one that is not, and waits for upstreams that can give it. */
class FlooredCall {
  readonly #context: FloorContext;
  readonly #floor: CallFloor;
  /** How often it was asked after an upstream had reached the floor. */
  #attempts = 0;

  constructor(context: FloorContext, floor: CallFloor) {
    this.#context = context;
    this.#floor = floor;
  }

  /** Returns the answer, and records the slot that it showed. */
  async answer(): Promise<RawJson> {
    const floor = this.#floor;
    const { sharedFloors } = this.#context;
    const { sessionFloors } = floor;
    floor.takeNotified();
    if (sessionFloors !== undefined) await sharedFloors?.read(sessionFloors);
    floor.updateFloors();
    const hasNoFloor = floor.answerFloor === 0 && floor.minHeight === 0;
    let result = hasNoFloor ? await this.#context.next(floor.call) : await this.#askAndCheck();
    if (!floor.isBelieved(result)) result = await this.#askForBelieved(result);
    floor.recordAnswer(result);
    if (sessionFloors !== undefined) await sharedFloors?.write(sessionFloors);
    return result;
  }

  /** Repeats the call until its slots are believed. When time is up, returns the first answer, whose slots then become floors. */
  async #askForBelieved(first: RawJson): Promise<RawJson> {
    const floor = this.#floor;
    const { stepMs } = floor.set.clock;
    const end = Math.min(performance.now() + believedWaitMs, floor.call.deadline);
    for (let pauseMs = stepMs; ; pauseMs *= 2) {
      // A failure is no better than the first answer.
      const result = await this.#askOnce({ isRepeated: true }).catch(() => undefined);
      const isNewEnough = result !== undefined && !floor.isTooOld(result);
      if (isNewEnough && floor.isBelieved(result)) return result;
      if (floor.isBelieved(first) || performance.now() + pauseMs > end) return first;
      await pause(this.#context.timers, floor.call, pauseMs);
    }
  }

  /** Sends a call whose answer names its slot as usual, and checks the answer. Any other call goes only to upstreams at the floor. */
  async #askAndCheck(): Promise<RawJson> {
    const floor = this.#floor;
    if (!floor.answerNamesSlot) return this.#waitForFloor();
    try {
      const result = await this.#context.next(floor.call.with({ shownSlot: floor.answerFloor }));
      if (!floor.isTooOld(result)) return result;
    } catch (caught) {
      // An error such as "no such account" counts only from an upstream that has reached the floor.
      const isReached = floor.set.upstreams.every((upstream) => floor.isReachedBy(upstream));
      if (isReached || RpcError.from(caught).kind !== "ledger") throw caught;
    }
    this.#count("behind");
    return this.#waitForFloor();
  }

  /** Waits if there is a place for one more waiting call; else asks at once or not at all. */
  async #waitForFloor(): Promise<RawJson> {
    const floor = this.#floor;
    const { maxWaiting, sharedFloors } = this.#context;
    // Half of the waiting calls may be those without a session: the slot that they name may never be reached.
    const most = floor.call.session === undefined ? Math.ceil(maxWaiting / 2) : maxWaiting;
    const hasPlace = this.#context.waiting.calls < most;
    if (hasPlace) this.#context.waiting.calls += 1;
    try {
      return await this.#askUntilReached(hasPlace ? floor.startedAt + this.#waitMs : 0);
    } catch (caught) {
      const error = RpcError.from(caught);
      if (!isSlotNotReachedError(error)) throw error;
      // The height may never have existed, so it is forgotten after one wait in which an upstream was at the slot.
      if (hasPlace && floor.minHeight > 0 && floor.isReached()) floor.client?.heights.clear();
      const isDropped = hasPlace && floor.drop();
      if (floor.sessionFloors !== undefined) sharedFloors?.drop(floor.sessionFloors);
      this.#count(isDropped ? "dropped" : "refused");
      if (isDropped) return await this.#askOnce();
      throw error;
    } finally {
      if (hasPlace) this.#context.waiting.calls -= 1;
    }
  }

  get #waitMs(): number {
    const { slotMs } = this.#floor.set.clock;
    const { waitSlots } = this.#context;
    return waitSlots === undefined
      ? Math.max(defaultWait.slots * slotMs, defaultWait.leastMs)
      : waitSlots * slotMs;
  }

  /** In each round asks at the call's commitment, then for finalized state if that may be newer, and pauses if no answer is new enough. */
  async #askUntilReached(until: number): Promise<RawJson> {
    const floor = this.#floor;
    for (let round = 0; ; round += 1) {
      // A call whose answer names its slot was sent unchanged before.
      const wasSent = round === 0 && floor.answerNamesSlot && floor.canAskAtFinalized;
      let answer = await this.#askIfReached(wasSent ? "finalized" : floor.commitment);
      if (answer instanceof RpcError && !wasSent && floor.canAskAtFinalized)
        answer = await this.#askIfReached("finalized");
      if (answer instanceof RpcError) {
        await this.#pauseOrThrow(answer, until);
        continue;
      }
      if (round > 0) this.#count("waited");
      return answer;
    }
  }

  /** Asks if an upstream has reached the floor at a commitment. Returns the answer, or why there is none yet that is not too old. */
  async #askIfReached(commitment: Commitment): Promise<RawJson | RpcError> {
    const floor = this.#floor;
    const notReached = (height = 0) => slotNotReachedError(floor.set, floor.answerFloor, commitment, height);
    if (!floor.checksAnswerOnly && !floor.isReached(commitment)) return notReached();
    this.#attempts += 1;
    try {
      const params = floor.paramsAt(commitment);
      const result = await this.#askOnce({ params, isRepeated: this.#attempts > 1 });
      return floor.isTooOld(result) ? notReached(floor.minHeight) : result;
    } catch (caught) {
      const error = RpcError.from(caught);
      if (!this.#mayAnswerLater(error)) throw error;
      return error.kind === "ledger" ? error : notReached();
    }
  }

  /** Pauses while probes find out what upstreams have reached; twice as long after each attempt, and then to the end of the wait. */
  async #pauseOrThrow(error: RpcError, until: number): Promise<void> {
    const { sets, timers } = this.#context;
    const { call, set, commitment, canAskAtFinalized } = this.#floor;
    const now = performance.now();
    const pauseMs = Math.min(set.clock.stepMs * 2 ** Math.max(this.#attempts - 1, 0), until - now);
    if (pauseMs <= 0 || now + pauseMs > call.deadline) throw error;
    set.recordChoice(canAskAtFinalized ? "finalized" : commitment, now);
    sets.probeSoon(call.network, now);
    await pause(timers, call, pauseMs);
  }

  #askOnce({ params = this.#floor.call.params, isRepeated = false } = {}): Promise<RawJson> {
    const floor = this.#floor;
    const { call, answerFloor } = floor;
    call.notes.cache = undefined;
    return this.#context.next(
      call.with({
        params: floor.isLocalNode ? params : withMinContextSlot(params, floor.method, answerFloor),
        shownSlot: answerFloor,
        floor: floor.checksAnswerOnly ? undefined : floor.upstreamFloor,
        // An answer that is cached or in flight was checked before and was too old; one that names no slot can't be checked.
        bypassesCache: isRepeated || floor.answerNamesSlot || call.bypassesCache,
      }),
    );
  }

  /** Whether an upstream may answer once it reaches the floor. A call that changes the ledger is repeated only if refused for that. */
  #mayAnswerLater(error: RpcError): boolean {
    if (error.kind === "ledger") return isSlotNotReachedError(error);
    const floor = this.#floor;
    if (!isRepeatable(floor.method) || !isUpstreamError(error)) return false;
    return floor.set.upstreams.some((upstream) => !upstream.breaker.isOpen && !floor.isReachedBy(upstream));
  }

  #count(outcome: FloorOutcome): void {
    this.#context.count(outcome, this.#floor.call.network.id);
  }
}

function isSlotNotReachedError({ kind, code }: RpcError): boolean {
  return kind === "ledger" && code === slotNotReachedCode;
}

/** Answers calls of sessions, and those that name a slot (`x-min-slot`), from state no older than that. All other calls pass through. */
export function withFloors(options: FloorOptions): SendWrapper {
  const waiting = { calls: 0 };
  return (next) => {
    const context: FloorContext = { ...options, waiting, next };
    return (call) => {
      const { session, minSlot, method } = call;
      if ((session === undefined && minSlot === undefined) || method === undefined) return next(call);
      return new FlooredCall(
        context,
        new CallFloor(call, method, options.sets, options.sharedFloors),
      ).answer();
    };
  };
}
