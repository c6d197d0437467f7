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
 * The floor of a call, the lowest slot that its result may be from: the newest that its session was shown, or `x-min-slot` if higher.
 * How the floor is enforced depends on the method and on the network's upstreams:
 *
 * | The call                         | Upstreams | Is sent                                              | Results must reach             |
 * | -------------------------------- | --------- | ---------------------------------------------------- | ------------------------------ |
 * | A read whose results name a slot | Several   | As usual; if the result is too old, as the last rows | The floor                      |
 * | A read whose results name a slot | One       | To it, until its result is new enough                | The floor                      |
 * | A read of a height               | Any       | Only to upstreams known to have reached the floor    | The session's last height      |
 * | Any other                        | Any       | Only to upstreams known to have reached the floor    | The floor, if they name a slot |
 *
 * A single local node is never behind itself, so it must only have reached `x-min-slot`.
 */
export class CallFloor {
  readonly call: UpstreamCall;
  readonly method: MethodDescription;
  readonly commitment: Commitment;
  readonly answerNamesSlot: boolean;
  /** True if the slot of the upstream is not checked, only that of the result: a single upstream may be several nodes at one address. */
  readonly checksAnswerOnly: boolean;
  /** True for a single local node. It gets no `minContextSlot`, which the embedded ledger would take for the slot to read. */
  readonly isLocalNode: boolean;
  readonly startedAt = performance.now();
  /** The upstreams when the call began; later ones may have another ledger. */
  readonly set: UpstreamSet;
  /** The slots that the session has been shown. */
  readonly client: RememberedClient | undefined;
  /** The slots that other gateways have shown the session. */
  readonly sessionFloors: SessionFloors | undefined;
  /** Lowest slot that the result may be from, as of the last update. */
  answerFloor = 0;
  /** Slot that an upstream must be known to have reached, as of the last update. */
  upstreamFloor = 0;
  /** Parameters that ask for finalized state; undefined if the call's own do, or if the method takes no commitment. */
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
    this.set = sets.use(call.network, this.startedAt);
    const isSingle = this.set.upstreams.length === 1;
    this.answerNamesSlot = namesSlot(method);
    this.checksAnswerOnly = this.answerNamesSlot && isSingle;
    this.isLocalNode = isSingle && call.network.type === "localnet";
    this.#finalizedParams = withFinalizedCommitment(call.params, method);
    this.client = call.session && this.set.clients.ofSession(call.session);
    this.sessionFloors = sharedFloors?.floorsOf(call, this.set, this.client);
  }

  /** Adds the slots that the session's subscriptions have shown. */
  takeNotified(): void {
    const notified = this.call.session?.takeNotified(this.call.network.id);
    if (notified !== undefined) this.client?.shown.raiseTo(notified);
  }

  /** Raises or lowers the floors to the slots that the session has been shown so far. */
  updateFloors(): void {
    const { minSlot = 0 } = this.call;
    this.answerFloor = Math.max(this.client?.shown[this.commitment] ?? 0, minSlot);
    this.upstreamFloor = this.isLocalNode ? minSlot : this.answerFloor;
  }

  /** Lowest block height that may be returned; 0 unless the method returns one. */
  get minHeight(): number {
    return this.method.slotAt === "height" ? (this.client?.heights[this.commitment] ?? 0) : 0;
  }

  /** True if all slots in a result are believed, or no other upstream could answer. A bogus slot would become an unreachable floor. */
  isBelieved(result: RawJson): boolean {
    const { upstreams } = this.set;
    const isRead = this.client !== undefined && this.method.effect === "read";
    if (!isRead || upstreams.filter(({ breaker }) => !breaker.isOpen).length < 2) return true;
    const now = performance.now();
    if (this.method.slotAt === "height") return this.set.isHeightBelieved(wholeNumber(result) ?? 0, now);
    const shown = this.#slotsShownBy(result);
    return commitments.every((commitment) => this.set.isBelieved(commitment, shown[commitment], now));
  }

  /** True if a result is below the floor, or below the session's last height. */
  isTooOld(result: RawJson): boolean {
    const { slotAt } = this.method;
    if (slotAt === "height") return (wholeNumber(result) ?? 0) < this.minHeight;
    const shown = answerSlot(this.method, result);
    if (shown === undefined) return this.answerNamesSlot;
    // Contexts of the embedded ledger name its newest slot at every commitment, so the finalized slot it returns is always lower.
    const returnsSlot = slotAt === "result" || typeof slotAt === "object";
    return shown < (returnsSlot ? this.upstreamFloor : this.answerFloor);
  }

  /** True if an upstream is known to have reached the floor. */
  isReachedBy({ slots }: Upstream, commitment = this.commitment): boolean {
    return (slots.newest(commitment) ?? 0) >= this.upstreamFloor;
  }

  /** True if any upstream is known to have reached the floor. */
  isReached(commitment = this.commitment): boolean {
    return this.set.upstreams.some((upstream) => this.isReachedBy(upstream, commitment));
  }

  /** True if asking for finalized state may help: with instant finality it can briefly be ahead of the other commitments. */
  get canAskAtFinalized(): boolean {
    if (this.#finalizedParams === undefined) return false;
    return (this.client?.shown.finalized ?? 0) >= this.answerFloor || this.isReached("finalized");
  }

  /** Parameters that ask for state at the call's commitment, or at finalized. */
  paramsAt(commitment: Commitment): string {
    return (commitment === "finalized" ? this.#finalizedParams : undefined) ?? this.call.params;
  }

  #slotsShownBy(result: RawJson): ShownSlots {
    const shown = new ShownSlots();
    recordShownSlots(shown, this.method, this.commitment, result);
    return shown;
  }

  /** Records the slots in a result for the session, and for the upstream if it is the network's only one. */
  recordAnswer(result: RawJson): void {
    if (this.client === undefined) return;
    const { shown, heights } = this.client;
    const slots = this.#slotsShownBy(result);
    shown.raiseTo(slots);
    if (this.method.slotAt === "height") heights.raise(this.commitment, wholeNumber(result) ?? 0);
    const [only, ...others] = this.set.upstreams;
    // With a single upstream, no other step reads the slot of every result.
    if (others.length === 0) only?.slots.raiseTo(slots, performance.now());
  }

  /** Lowers a floor that no upstream can reach, because its fork was dropped or it never existed. Returns true if it was lowered. */
  drop(): boolean {
    this.updateFloors();
    const before = this.answerFloor;
    const newest = this.set.head;
    if (newest > 0) this.client?.shown.dropAbove(newest, { hasHalted: this.#hasHalted });
    this.updateFloors();
    return this.answerFloor !== before;
  }

  /** True if upstreams have responded during the wait, but none with a newer slot. */
  get #hasHalted(): boolean {
    const all = this.set.upstreams.map(({ slots }) => slots);
    const halfTime = (this.startedAt + performance.now()) / 2;
    return (
      all.some((slots) => slots.respondedAt("processed") > halfTime) &&
      all.every((slots) => slots.reachedAt("processed") <= this.startedAt)
    );
  }
}

/** True for a read whose results name the slot that they are from. */
function namesSlot({ slotAt, effect }: MethodDescription): boolean {
  if (effect !== "read" || slotAt === undefined || slotAt === "height") return false;
  return typeof slotAt === "string" || slotAt.event === undefined;
}
