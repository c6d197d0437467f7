import { pause } from "../../call/call-wait.ts";
import type { TimerWheel } from "../../call/timer-wheel.ts";
import { isRepeatable, type Send, type SendWrapper } from "../../call/upstream-call.ts";
import type { Commitment } from "../../contract/method-description.ts";
import type { RawJson } from "../../json/raw-json.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { isUpstreamError } from "../../upstream/http/upstream-errors.ts";
import { isSlotNotReached } from "../../upstream/node/ledger-codes.ts";
import { slotNotReachedError } from "../../upstream/routing/no-upstream.ts";
import type { UpstreamSets } from "../../upstream/watch/upstream-sets.ts";
import { withMinContextSlot } from "../config-members.ts";
import { CallFloor } from "./call-floor.ts";
import type { SharedFloors } from "./shared-floors.ts";

/**
 * Outcome of a call that could not be answered at once: `behind` = its first result was too old, `waited` = answered after a wait,
 * `refused` = no upstream reached its floor in time, `dropped` = its floor was dropped, because no upstream has that slot any more.
 */
export type FloorOutcome = "behind" | "waited" | "refused" | "dropped";

/** How long a call waits for its floor: longer than upstreams usually lag, but short enough for a user. */
const wait = { slots: 8, minMs: 1500 };
/** How long a call is retried for a result whose slots are believed. */
const believedWaitMs = 1500;

interface FloorOptions {
  readonly sets: UpstreamSets;
  readonly timers: TimerWheel;
  /** Most calls that wait for a floor at the same time. */
  readonly maxWaiting: number;
  /** Undefined without Redis. */
  readonly sharedFloors?: SharedFloors | undefined;
  readonly count: (outcome: FloorOutcome, network: string) => void;
}

interface FloorContext extends FloorOptions {
  /** Number of calls that wait for a floor. */
  readonly waiting: { calls: number };
  readonly next: Send;
}

/** Enforces the floor of one call: retries results that are too old, and waits for an upstream that has reached the floor. */
class FloorEnforcer {
  readonly #context: FloorContext;
  readonly #floor: CallFloor;
  /** How often the call was sent after an upstream had reached the floor. */
  #attempts = 0;

  constructor(context: FloorContext, floor: CallFloor) {
    this.#context = context;
    this.#floor = floor;
  }

  /** Returns the result, and records its slots for the session. */
  async answer(): Promise<RawJson> {
    const floor = this.#floor;
    const { sessionFloors } = floor;
    floor.takeNotified();
    if (sessionFloors !== undefined) await sessionFloors.read();
    floor.updateFloors();
    const hasNoFloor = floor.answerFloor === 0 && floor.minHeight === 0;
    let result = hasNoFloor ? await this.#context.next(floor.call) : await this.#sendAndCheck();
    if (!floor.isBelieved(result)) result = await this.#retryUntilBelieved(result);
    floor.recordAnswer(result);
    if (sessionFloors !== undefined) await sessionFloors.write();
    return result;
  }

  /** Retries the call until a result's slots are believed. On timeout, returns the first result, whose slots then become floors. */
  async #retryUntilBelieved(first: RawJson): Promise<RawJson> {
    const floor = this.#floor;
    const { stepMs } = floor.set.clock;
    const end = Math.min(performance.now() + believedWaitMs, floor.call.deadline);
    for (let pauseMs = stepMs; ; pauseMs *= 2) {
      // An error is no better than the first result.
      const result = await this.#sendAtFloor({ isRetry: true }).catch(() => undefined);
      const isNewEnough = result !== undefined && !floor.isTooOld(result);
      if (isNewEnough && floor.isBelieved(result)) return result;
      if (floor.isBelieved(first) || performance.now() + pauseMs > end) return first;
      await pause(this.#context.timers, floor.call, pauseMs);
    }
  }

  /** Sends a call whose result names a slot as usual, and checks the result. Sends any other only to upstreams at the floor. */
  async #sendAndCheck(): Promise<RawJson> {
    const floor = this.#floor;
    if (!floor.answerNamesSlot) return this.#waitForFloor();
    try {
      const result = await this.#context.next(floor.call.with({ preferredSlot: floor.answerFloor }));
      if (!floor.isTooOld(result)) return result;
    } catch (caught) {
      // An error such as "account not found" counts only from an upstream that has reached the floor.
      const isReached = floor.set.upstreams.every((upstream) => floor.isReachedBy(upstream));
      if (isReached || RpcError.from(caught).kind !== "ledger") throw caught;
    }
    this.#count("behind");
    return this.#waitForFloor();
  }

  /** Retries until the floor is reached. If too many calls wait already, tries once. */
  async #waitForFloor(): Promise<RawJson> {
    const floor = this.#floor;
    const { maxWaiting } = this.#context;
    // Calls without a session may be half of the waiting calls, because the slot that they name may never be reached.
    const max = floor.call.session === undefined ? Math.ceil(maxWaiting / 2) : maxWaiting;
    const mayWait = this.#context.waiting.calls < max;
    if (mayWait) this.#context.waiting.calls += 1;
    try {
      return await this.#retryUntilReached(mayWait ? floor.startedAt + this.#waitMs : 0);
    } catch (caught) {
      const error = RpcError.from(caught);
      if (!isSlotNotReached(error)) throw error;
      // The height may never have existed, so forget it after one wait in which an upstream had reached the floor.
      if (mayWait && floor.minHeight > 0 && floor.isReached()) floor.client?.heights.clear();
      const isDropped = mayWait && floor.drop();
      floor.sessionFloors?.drop();
      this.#count(isDropped ? "dropped" : "refused");
      if (isDropped) return await this.#sendAtFloor();
      throw error;
    } finally {
      if (mayWait) this.#context.waiting.calls -= 1;
    }
  }

  get #waitMs(): number {
    return Math.max(wait.slots * this.#floor.set.clock.slotMs, wait.minMs);
  }

  /** Each round sends the call at its commitment, then at finalized if that may be newer, and pauses if no result is new enough. */
  async #retryUntilReached(until: number): Promise<RawJson> {
    const floor = this.#floor;
    for (let round = 0; ; round += 1) {
      // A call whose result names a slot was already sent at its own commitment.
      const wasSent = round === 0 && floor.answerNamesSlot && floor.canAskAtFinalized;
      let result = await this.#sendIfReached(wasSent ? "finalized" : floor.commitment);
      if (result instanceof RpcError && !wasSent && floor.canAskAtFinalized)
        result = await this.#sendIfReached("finalized");
      if (result instanceof RpcError) {
        await this.#pauseOrThrow(result, until);
        continue;
      }
      if (round > 0) this.#count("waited");
      return result;
    }
  }

  /** Sends the call if an upstream has reached the floor. Returns the result, or the error that explains why none is new enough yet. */
  async #sendIfReached(commitment: Commitment): Promise<RawJson | RpcError> {
    const floor = this.#floor;
    const notReached = (height = 0) => slotNotReachedError(floor.set, floor.answerFloor, commitment, height);
    if (!floor.checksAnswerOnly && !floor.isReached(commitment)) return notReached();
    this.#attempts += 1;
    try {
      const params = floor.paramsAt(commitment);
      const result = await this.#sendAtFloor({ params, isRetry: this.#attempts > 1 });
      return floor.isTooOld(result) ? notReached(floor.minHeight) : result;
    } catch (caught) {
      const error = RpcError.from(caught);
      if (!this.#isRetryable(error)) throw error;
      return error.kind === "ledger" ? error : notReached();
    }
  }

  /** Pauses while probes update the upstreams' slots. The pause doubles with each attempt, up to the end of the wait. */
  async #pauseOrThrow(error: RpcError, until: number): Promise<void> {
    const { sets, timers } = this.#context;
    const { call, set, commitment, canAskAtFinalized } = this.#floor;
    const now = performance.now();
    const pauseMs = Math.min(set.clock.stepMs * 2 ** Math.max(this.#attempts - 1, 0), until - now);
    if (pauseMs <= 0 || now + pauseMs > call.deadline) throw error;
    set.markInUse(canAskAtFinalized ? "finalized" : commitment, now);
    sets.probeSoon(call.network, now);
    await pause(timers, call, pauseMs);
  }

  #sendAtFloor({ params = this.#floor.call.params, isRetry = false } = {}): Promise<RawJson> {
    const floor = this.#floor;
    const { call, answerFloor } = floor;
    call.notes.cache = undefined;
    return this.#context.next(
      call.with({
        params: floor.isLocalNode ? params : withMinContextSlot(params, floor.method, answerFloor),
        preferredSlot: answerFloor,
        floor: floor.checksAnswerOnly ? undefined : floor.upstreamFloor,
        // A cached or coalesced result was already found too old, and one that names no slot can't be checked on a retry.
        bypassesCache: isRetry || floor.answerNamesSlot || call.bypassesCache,
      }),
    );
  }

  /** True if the call may succeed once an upstream reaches the floor. One that changes the ledger must have been refused for its slot. */
  #isRetryable(error: RpcError): boolean {
    if (error.kind === "ledger") return isSlotNotReached(error);
    const floor = this.#floor;
    if (!isRepeatable(floor.method) || !isUpstreamError(error)) return false;
    return floor.set.upstreams.some((upstream) => !upstream.breaker.isOpen && !floor.isReachedBy(upstream));
  }

  #count(outcome: FloorOutcome): void {
    this.#context.count(outcome, this.#floor.call.network.id);
  }
}

/** Enforces the floors of sessions and of `x-min-slot`. Calls with neither pass through. */
export function withFloors(options: FloorOptions): SendWrapper {
  const waiting = { calls: 0 };
  return (next) => {
    const context: FloorContext = { ...options, waiting, next };
    return (call) => {
      const { session, minSlot, method } = call;
      if ((session === undefined && minSlot === undefined) || method === undefined) return next(call);
      const floor = new CallFloor(call, method, options.sets, options.sharedFloors);
      return new FloorEnforcer(context, floor).answer();
    };
  };
}
