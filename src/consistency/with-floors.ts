import { pause } from "../call/call-wait.ts";
import type { Deadlines } from "../call/deadlines.ts";
import type { Send, SendWrapper, UpstreamCall } from "../call/upstream-call.ts";
import type { MethodDescription } from "../contract/method-description.ts";
import type { RawJson } from "../json/raw-json.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import { isUpstreamFault } from "../upstream/http/upstream-faults.ts";
import { slotNotReachedCode } from "../upstream/node/ledger-codes.ts";
import { slotNotReachedFault } from "../upstream/routing/no-upstream.ts";
import type { UpstreamSets } from "../upstream/watch/upstream-sets.ts";
import { withMinContextSlot } from "./config-members.ts";
import { FlooredCall } from "./floored-call.ts";
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

/** Asks for an answer that satisfies a call's floor, and waits for an upstream that can give one. */
class CallWithFloor extends FlooredCall {
  readonly #context: FloorContext;
  readonly #sessionFloors: SessionFloors | undefined;

  constructor(context: FloorContext, call: UpstreamCall, method: MethodDescription) {
    super(call, method, context.sets);
    this.#context = context;
    this.#sessionFloors = context.shared?.sessionFloors(call, this.set, this.client);
  }

  /** Returns the answer, and records the slot that it showed. */
  async answer(): Promise<RawJson> {
    const shared = this.#sessionFloors;
    if (shared !== undefined) await this.#context.shared?.read(shared);
    const floor = this.floor();
    const hasNoFloor = floor === 0 && this.minHeight === 0;
    let result = hasNoFloor ? await this.#context.next(this.call) : await this.#askAndCheck(floor);
    if (!this.isBelieved(result)) result = await this.#askForBelieved(floor, result);
    this.recordShown(result);
    if (shared !== undefined) await this.#context.shared?.write(shared);
    return result;
  }

  get #waitMs(): number {
    const { slotMs } = this.set.clock;
    const { waitSlots } = this.#context;
    return waitSlots === undefined
      ? Math.max(defaultWait.slots * slotMs, defaultWait.leastMs)
      : waitSlots * slotMs;
  }

  /** Repeats the call until its answer has a slot that is believed. On timeout, returns the first answer, whose slots become floors. */
  async #askForBelieved(floor: number, first: RawJson): Promise<RawJson> {
    const { stepMs } = this.set.clock;
    const end = Math.min(performance.now() + believedWaitMs, this.call.deadline);
    for (let pauseMs = stepMs; ; pauseMs *= 2) {
      // A failure is no better than the first answer.
      const result = await this.#askOnce(floor, true).catch(() => undefined);
      const isNewEnough = result !== undefined && !this.isTooOld(result, floor);
      if (isNewEnough && this.isBelieved(result)) return result;
      if (this.isBelieved(first) || performance.now() + pauseMs > end) return first;
      await pause(this.#context.deadlines, this.call, pauseMs);
    }
  }

  /** Sends a call whose answer names its slot as usual, and checks the answer. Any other call goes only to upstreams at the floor. */
  async #askAndCheck(floor: number): Promise<RawJson> {
    if (!this.answerNamesSlot) return this.#waitForFloor(floor);
    try {
      const result = await this.#context.next(this.call.with({ shownSlot: floor }));
      if (!this.isTooOld(result, floor)) return result;
    } catch (caught) {
      // An error such as "no such account" counts only from an upstream that has reached the floor.
      const mayBeOutdated =
        RpcError.from(caught).kind === "ledger" && !this.set.upstreams.every(this.hasReached(floor));
      if (!mayBeOutdated) throw caught;
    }
    this.#count("behind");
    return this.#waitForFloor(floor);
  }

  /** Half of the waiting calls may be those without a session: the slot that they name may never be reached. */
  get #mayWait(): boolean {
    const { maxWaiting } = this.#context;
    return (
      this.#context.waiting.calls < (this.call.session === undefined ? Math.ceil(maxWaiting / 2) : maxWaiting)
    );
  }

  async #waitForFloor(floor: number): Promise<RawJson> {
    const hasPlace = this.#mayWait;
    if (hasPlace) this.#context.waiting.calls += 1;
    try {
      return await this.#askUntilReached(floor, hasPlace ? this.startedAt + this.#waitMs : 0);
    } catch (caught) {
      const fault = RpcError.from(caught);
      if (!isSlotNotReachedFault(fault)) throw fault;
      // The height may never have existed, so the floor is dropped after one wait.
      if (this.minHeight > 0) this.client?.heights.clear();
      const isDropped = hasPlace && this.dropFloor();
      if (this.#sessionFloors !== undefined) this.#context.shared?.drop(this.#sessionFloors);
      this.#count(isDropped ? "dropped" : "refused");
      if (isDropped) return await this.#askOnce(this.floor());
      throw fault;
    } finally {
      if (hasPlace) this.#context.waiting.calls -= 1;
    }
  }

  /** Asks once an upstream has reached the floor, and again while answers are older. */
  async #askUntilReached(floor: number, until: number): Promise<RawJson> {
    const { sets, deadlines } = this.#context;
    const { network, deadline } = this.call;
    const end = Math.min(until, deadline);
    let attempts = 0;
    let hasWaited = false;
    // The pause doubles with each attempt, so that a wait takes only a few.
    const { stepMs } = this.set.clock;
    // A call whose answer names its slot was sent unchanged before.
    let asksAtFinalized = this.answerNamesSlot;
    for (let pauseMs = stepMs; ; ) {
      const finalizedParams =
        asksAtFinalized && this.canAskAtFinalized(floor) ? this.finalizedParams : undefined;
      const commitment = finalizedParams === undefined ? this.commitment : "finalized";
      let fault = slotNotReachedFault(this.set, floor, commitment);
      if (this.checksAnswerOnly || this.set.upstreams.some(this.hasReached(floor, commitment))) {
        attempts += 1;
        try {
          const result = await this.#askOnce(floor, attempts > 1, finalizedParams);
          if (!this.isTooOld(result, floor)) {
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
      if (asksAtFinalized && this.canAskAtFinalized(floor)) continue;
      const now = performance.now();
      if (now + pauseMs > end) throw fault;
      this.set.usedAt[commitment] = now;
      sets.probeSoon(network, now);
      await pause(deadlines, this.call, pauseMs);
      hasWaited = true;
    }
  }

  #askOnce(floor: number, isRepeated = false, params = this.call.params): Promise<RawJson> {
    // An answer that is cached or in flight was checked before and was too old; one that names no slot can't be checked.
    const isFresh = isRepeated || this.answerNamesSlot ? true : this.call.isFresh;
    this.call.notes.cache = undefined;
    return this.#context.next(
      this.call.with({
        params: this.isSingleNode ? params : withMinContextSlot(params, this.method, floor),
        shownSlot: floor,
        floor: this.checksAnswerOnly ? undefined : this.minUpstreamSlot(floor),
        isFresh,
      }),
    );
  }

  /** Whether an upstream may answer once it reaches the floor. A call that changes the ledger is repeated only if it was refused for that. */
  #mayAnswerLater(fault: RpcError, floor: number): boolean {
    if (fault.kind === "ledger") return isSlotNotReachedFault(fault);
    const { effect } = this.method;
    const mayRepeat = effect === "read" || effect === "simulate";
    const isAtFloor = this.hasReached(floor);
    return (
      mayRepeat &&
      isUpstreamFault(fault) &&
      this.set.upstreams.some((upstream) => !upstream.breaker.isOpen && !isAtFloor(upstream))
    );
  }

  #count(outcome: FloorOutcome): void {
    this.#context.count(outcome, this.call.network.id);
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
