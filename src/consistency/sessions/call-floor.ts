import { answerSlot, recordShownSlots } from "../../call/answer-slots.ts";
import { answerCommitment } from "../../call/call-commitment.ts";
import { ShownSlots } from "../../call/shown-slots.ts";
import type { UpstreamCall } from "../../call/upstream-call.ts";
import { type Commitment, commitments, type MethodDescription } from "../../contract/method-description.ts";
import { type RawJson, wholeNumber } from "../../json/raw-json.ts";
import type { RememberedClient } from "../../upstream/node/remembered-clients.ts";
import type { Upstream } from "../../upstream/node/upstream.ts";
import type { UpstreamSet } from "../../upstream/node/upstream-set.ts";
import type { UpstreamSets } from "../../upstream/watch/upstream-sets.ts";
import { withFinalizedCommitment } from "../config-members.ts";
import type { SessionFloors, SharedFloors } from "./shared-floors.ts";

/**
 * The floor of a call, a slot that its answer must not be below: the newest that its session was shown, or the one that the call names. How
 * it is kept depends on what answers of the method name, and on the network's upstreams:
 *
 * | The call                         | Upstreams      | Is sent                                             | Answers may not be below |
 * | -------------------------------- | -------------- | --------------------------------------------------- | ------------------------ |
 * | A read whose answers name a slot | Several        | As usual; after an answer that is too old, as below | The floor                |
 * | A read whose answers name a slot | One            | To it, until its answer is new enough               | The floor                |
 * | A read of a height               | One or several | Only to upstreams known to be at the floor          | The last height          |
 * | Any other                        | One or several | Only to upstreams known to be at the floor          | The floor, if they name a slot |
 *
 * A single local node is never behind itself: it must only have reached what the call names (`x-min-slot`).
 */
export class CallFloor {
  readonly call: UpstreamCall;
  readonly method: MethodDescription;
  readonly commitment: Commitment;
  readonly answerNamesSlot: boolean;
  /** Whether only the answer's own slot is checked: a network's only upstream may be several nodes behind one address. */
  readonly checksAnswerOnly: boolean;
  /** Whether one local node answers. The embedded ledger reads `minContextSlot` as the slot asked about, so it gets none. */
  readonly isLocalNode: boolean;
  readonly startedAt = performance.now();
  /** The upstreams whose slots the session was shown: later ones may have another ledger. */
  readonly set: UpstreamSet;
  /** What the session was shown before. */
  readonly client: RememberedClient | undefined;
  /** What other gateways showed it. */
  readonly sessionFloors: SessionFloors | undefined;
  /** The slot that the answer must not be below, as of the last update. */
  answerFloor = 0;
  /** The slot that an upstream must be known to have reached, as of the last update. */
  upstreamFloor = 0;
  /** The parameters, changed to ask for finalized state; undefined if they ask for it already, or the method takes no commitment. */
  readonly #finalizedParams: string | undefined;

  constructor(
    call: UpstreamCall,
    method: MethodDescription,
    sets: UpstreamSets,
    sharedFloors?: SharedFloors,
  ) {
    this.call = call;
    this.method = method;
    this.commitment = answerCommitment(method, call.params);
    this.set = sets.getForCall(call.network, this.startedAt);
    const isSingle = this.set.upstreams.length === 1;
    this.answerNamesSlot = namesSlot(method);
    this.checksAnswerOnly = this.answerNamesSlot && isSingle;
    this.isLocalNode = isSingle && call.network.type === "localnet";
    this.#finalizedParams = withFinalizedCommitment(call.params, method);
    this.client = call.session && this.set.clients.ofSession(call.session);
    this.sessionFloors = sharedFloors?.floorsOf(call, this.set, this.client);
  }

  /** Takes over what the session's subscriptions have shown it. */
  takeNotified(): void {
    const notified = this.call.session?.takeNotified(this.call.network.id);
    if (notified !== undefined) this.client?.shown.raiseTo(notified);
  }

  /** Sets the floors to what the session has been shown by now. */
  updateFloors(): void {
    const { minSlot = 0 } = this.call;
    this.answerFloor = Math.max(this.client?.shown[this.commitment] ?? 0, minSlot);
    this.upstreamFloor = this.isLocalNode ? minSlot : this.answerFloor;
  }

  /** The lowest block height that may be answered, for a method that answers with one. */
  get minHeight(): number {
    return this.method.slotAt === "height" ? (this.client?.heights[this.commitment] ?? 0) : 0;
  }

  /**
   * Whether the slots that an answer shows are believed, or no other upstream can answer. A wrong slot would become a floor that no other
   * upstream reaches.
   */
  isBelieved(result: RawJson): boolean {
    const { upstreams } = this.set;
    const isRead = this.client !== undefined && this.method.effect === "read";
    if (!isRead || upstreams.filter(({ breaker }) => !breaker.isOpen).length < 2) return true;
    const now = performance.now();
    if (this.method.slotAt === "height") return this.set.isHeightBelieved(wholeNumber(result) ?? 0, now);
    const shown = this.#slotsShownBy(result);
    return commitments.every((commitment) => this.set.isBelieved(commitment, shown[commitment], now));
  }

  /** Whether an answer is below the floor, or below the lowest height. */
  isTooOld(result: RawJson): boolean {
    const { slotAt } = this.method;
    if (slotAt === "height") return (wholeNumber(result) ?? 0) < this.minHeight;
    const shown = answerSlot(this.method, result);
    if (shown === undefined) return this.answerNamesSlot;
    // The embedded ledger's contexts name its newest slot at every commitment, so its finalized slot is always below them.
    const isAskedSlot = slotAt === "result" || typeof slotAt === "object";
    return shown < (isAskedSlot ? this.upstreamFloor : this.answerFloor);
  }

  /** Whether an upstream is known to be at the floor. */
  isReachedBy({ slots }: Upstream, commitment = this.commitment): boolean {
    return (slots.newest(commitment) ?? 0) >= this.upstreamFloor;
  }

  /** Whether any upstream is known to be at the floor. */
  isReached(commitment = this.commitment): boolean {
    return this.set.upstreams.some((upstream) => this.isReachedBy(upstream, commitment));
  }

  /** Whether the call can ask for finalized state: where blocks are final at once, it may be ahead of the others for a moment. */
  get canAskAtFinalized(): boolean {
    if (this.#finalizedParams === undefined) return false;
    return (this.client?.shown.finalized ?? 0) >= this.answerFloor || this.isReached("finalized");
  }

  /** The parameters that ask for state at the call's commitment, or at finalized. */
  paramsAt(commitment: Commitment): string {
    return (commitment === "finalized" ? this.#finalizedParams : undefined) ?? this.call.params;
  }

  #slotsShownBy(result: RawJson): ShownSlots {
    const answered = new ShownSlots();
    recordShownSlots(answered, this.method, this.commitment, result);
    return answered;
  }

  /** Records what an answer shows: to the session, and of a network's only upstream. */
  recordAnswer(result: RawJson): void {
    const shown = this.client?.shown;
    if (shown === undefined) return;
    const answered = this.#slotsShownBy(result);
    shown.raiseTo(answered);
    if (this.method.slotAt === "height")
      this.client?.heights.raise(this.commitment, wholeNumber(result) ?? 0);
    const [only, ...others] = this.set.upstreams;
    // With a single upstream, no other step reads the slot of every answer.
    if (others.length === 0) only?.slots.raiseTo(answered, performance.now());
  }

  /** Forgets a floor that no upstream will reach; returns whether it did. The slot went with a fork, or the ledger never had it. */
  drop(): boolean {
    this.updateFloors();
    const before = this.answerFloor;
    const newest = this.set.head;
    if (newest > 0) this.client?.shown.dropAbove(newest, { hasHalted: this.#hasHalted });
    this.updateFloors();
    return this.answerFloor !== before;
  }

  /** Whether upstreams have answered during the wait, and none with a newer slot. While a ledger goes on, it reaches every slot. */
  get #hasHalted(): boolean {
    const slots = this.set.upstreams.map((upstream) => upstream.slots);
    const halfTime = (this.startedAt + performance.now()) / 2;
    return (
      slots.some((known) => known.answeredAt("processed") > halfTime) &&
      slots.every((known) => known.reachedAt("processed") <= this.startedAt)
    );
  }
}

/** Whether it is a read whose answers name the slot that they are from. */
function namesSlot({ slotAt, effect }: MethodDescription): boolean {
  if (effect !== "read" || slotAt === undefined || slotAt === "height") return false;
  return typeof slotAt === "string" || slotAt.event === undefined;
}
