import { pause } from "../call/call-wait.ts";
import type { Deadlines } from "../call/deadlines.ts";
import { changesNothing, type Send, type SendWrapper } from "../call/upstream-call.ts";
import type { RawJson } from "../json/raw-json.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import { isUpstreamFault } from "../upstream/http/upstream-faults.ts";
import { slotNotReachedCode } from "../upstream/node/ledger-codes.ts";
import { slotNotReachedFault } from "../upstream/routing/no-upstream.ts";
import type { UpstreamSets } from "../upstream/watch/upstream-sets.ts";
import { CallFloor } from "./call-floor.ts";
import { withMinContextSlot } from "./config-members.ts";
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
  readonly deadlines: Deadlines;
  /** How long a call waits for an upstream to reach its floor, in slots. */
  readonly waitSlots?: number | undefined;
  /** Most calls that wait at once for an upstream to reach a floor. */
  readonly maxWaiting: number;
  /** The slots that other gateways showed to sessions; undefined without Redis. */
  readonly sharedFloors?: SharedFloors | undefined;
  readonly count: (outcome: FloorOutcome, network: string) => void;
}

/** How many calls wait for an upstream to reach a slot. */
interface Waiting {
  calls: number;
}

/** Asks for answers that satisfy the floors of calls, and waits for upstreams that can give them. */
class FloorStep {
  readonly #options: FloorOptions;
  readonly #waiting: Waiting;
  readonly #next: Send;

  constructor(options: FloorOptions, waiting: Waiting, next: Send) {
    this.#options = options;
    this.#waiting = waiting;
    this.#next = next;
  }

  /** Returns the answer to the floor's call, and records the slot that it showed. */
  async answer(floor: CallFloor): Promise<RawJson> {
    const { sharedFloors } = this.#options;
    const { sessionFloors } = floor;
    if (sessionFloors !== undefined) await sharedFloors?.read(sessionFloors);
    const { slot } = floor;
    const hasNoFloor = slot === 0 && floor.minHeight === 0;
    let result = hasNoFloor ? await this.#next(floor.call) : await this.#askAndCheck(floor, slot);
    if (!floor.isBelieved(result)) result = await this.#askForBelieved(floor, slot, result);
    floor.recordShown(result);
    if (sessionFloors !== undefined) await sharedFloors?.write(sessionFloors);
    return result;
  }

  #waitMs({ set }: CallFloor): number {
    const { slotMs } = set.clock;
    const { waitSlots } = this.#options;
    return waitSlots === undefined
      ? Math.max(defaultWait.slots * slotMs, defaultWait.leastMs)
      : waitSlots * slotMs;
  }

  /** Repeats the call until it gets an answer whose slots are believed. When time is up, the first answer is accepted, and its slots become floors. */
  async #askForBelieved(floor: CallFloor, slot: number, first: RawJson): Promise<RawJson> {
    const { stepMs } = floor.set.clock;
    const end = Math.min(performance.now() + believedWaitMs, floor.call.deadline);
    for (let pauseMs = stepMs; ; pauseMs *= 2) {
      // A failure is no better than the first answer.
      const result = await this.#askOnce(floor, slot, true).catch(() => undefined);
      const isNewEnough = result !== undefined && !floor.isTooOld(result, slot);
      if (isNewEnough && floor.isBelieved(result)) return result;
      if (floor.isBelieved(first) || performance.now() + pauseMs > end) return first;
      await pause(this.#options.deadlines, floor.call, pauseMs);
    }
  }

  /** Sends a call whose answer names its slot as usual, and checks the answer. Any other call goes only to upstreams at the floor. */
  async #askAndCheck(floor: CallFloor, slot: number): Promise<RawJson> {
    if (!floor.answerNamesSlot) return this.#waitForFloor(floor, slot);
    try {
      const result = await this.#next(floor.call.with({ shownSlot: slot }));
      if (!floor.isTooOld(result, slot)) return result;
    } catch (caught) {
      // An error such as "no such account" counts only from an upstream that has reached the floor.
      const mayBeOutdated =
        RpcError.from(caught).kind === "ledger" && !floor.set.upstreams.every(floor.hasReached(slot));
      if (!mayBeOutdated) throw caught;
    }
    this.#count(floor, "behind");
    return this.#waitForFloor(floor, slot);
  }

  async #waitForFloor(floor: CallFloor, slot: number): Promise<RawJson> {
    const { maxWaiting } = this.#options;
    // Half of the waiting calls may be those without a session: the slot that they name may never be reached.
    const most = floor.call.session === undefined ? Math.ceil(maxWaiting / 2) : maxWaiting;
    const hasPlace = this.#waiting.calls < most;
    if (hasPlace) this.#waiting.calls += 1;
    try {
      return await this.#askUntilReached(floor, slot, hasPlace ? floor.startedAt + this.#waitMs(floor) : 0);
    } catch (caught) {
      const fault = RpcError.from(caught);
      if (!isSlotNotReachedFault(fault)) throw fault;
      // The height may never have existed, so the floor is dropped after one wait.
      if (floor.minHeight > 0) floor.client?.heights.clear();
      const isDropped = hasPlace && floor.drop();
      if (floor.sessionFloors !== undefined) this.#options.sharedFloors?.drop(floor.sessionFloors);
      this.#count(floor, isDropped ? "dropped" : "refused");
      if (isDropped) return await this.#askOnce(floor, floor.slot);
      throw fault;
    } finally {
      if (hasPlace) this.#waiting.calls -= 1;
    }
  }

  /** Asks once an upstream has reached the floor, and again while answers are older. */
  async #askUntilReached(floor: CallFloor, slot: number, until: number): Promise<RawJson> {
    const { sets, deadlines } = this.#options;
    const { network, deadline } = floor.call;
    const end = Math.min(until, deadline);
    let attempts = 0;
    let hasWaited = false;
    // The pause doubles with each attempt, so that a wait takes only a few.
    const { stepMs } = floor.set.clock;
    // A call whose answer names its slot was sent unchanged before.
    let asksAtFinalized = floor.answerNamesSlot;
    for (let pauseMs = stepMs; ; ) {
      const finalizedParams =
        asksAtFinalized && floor.canAskAtFinalized(slot) ? floor.finalizedParams : undefined;
      const commitment = finalizedParams === undefined ? floor.commitment : "finalized";
      let fault = slotNotReachedFault(floor.set, slot, commitment);
      if (floor.checksAnswerOnly || floor.set.upstreams.some(floor.hasReached(slot, commitment))) {
        attempts += 1;
        try {
          const result = await this.#askOnce(floor, slot, attempts > 1, finalizedParams);
          if (!floor.isTooOld(result, slot)) {
            if (hasWaited) this.#count(floor, "waited");
            return result;
          }
        } catch (caught) {
          const failed = RpcError.from(caught);
          if (!this.#mayAnswerLater(floor, slot, failed)) throw failed;
          if (failed.kind === "ledger") fault = failed;
        }
        pauseMs = stepMs * 2 ** (attempts - 1);
      }
      asksAtFinalized = !asksAtFinalized;
      if (asksAtFinalized && floor.canAskAtFinalized(slot)) continue;
      const now = performance.now();
      if (now + pauseMs > end) throw fault;
      floor.set.recordUse(commitment, now);
      sets.probeSoon(network, now);
      await pause(deadlines, floor.call, pauseMs);
      hasWaited = true;
    }
  }

  #askOnce(floor: CallFloor, slot: number, isRepeated = false, params = floor.call.params): Promise<RawJson> {
    // An answer that is cached or in flight was checked before and was too old; one that names no slot can't be checked.
    const isFresh = isRepeated || floor.answerNamesSlot ? true : floor.call.isFresh;
    floor.call.notes.cache = undefined;
    return this.#next(
      floor.call.with({
        params: floor.isSingleNode ? params : withMinContextSlot(params, floor.method, slot),
        shownSlot: slot,
        floor: floor.checksAnswerOnly ? undefined : floor.minUpstreamSlot(slot),
        isFresh,
      }),
    );
  }

  /** Whether an upstream may answer once it reaches the floor. A call that changes the ledger is repeated only if it was refused for that. */
  #mayAnswerLater(floor: CallFloor, slot: number, fault: RpcError): boolean {
    if (fault.kind === "ledger") return isSlotNotReachedFault(fault);
    const isAtFloor = floor.hasReached(slot);
    return (
      changesNothing(floor.method.effect) &&
      isUpstreamFault(fault) &&
      floor.set.upstreams.some((upstream) => !upstream.breaker.isOpen && !isAtFloor(upstream))
    );
  }

  #count({ call }: CallFloor, outcome: FloorOutcome): void {
    this.#options.count(outcome, call.network.id);
  }
}

function isSlotNotReachedFault({ kind, code }: RpcError): boolean {
  return kind === "ledger" && code === slotNotReachedCode;
}

/** Answers calls of sessions, and those that name a slot (`x-min-slot`), from state no older than that. All other calls pass through. */
export function withFloors(options: FloorOptions): SendWrapper {
  const waiting: Waiting = { calls: 0 };
  return (next) => {
    const step = new FloorStep(options, waiting, next);
    return (call) => {
      const { session, minSlot, method } = call;
      if ((session === undefined && minSlot === undefined) || method === undefined) return next(call);
      return step.answer(new CallFloor(call, method, options.sets, options.sharedFloors));
    };
  };
}
