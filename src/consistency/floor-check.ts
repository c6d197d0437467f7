import { answerSlot, slotOf } from "../call/learn-shown-slots.ts";
import type { UpstreamCall } from "../call/upstream-call.ts";
import type { Commitment, MethodDescription } from "../contract/method-description.ts";
import type { RawJson } from "../json/raw-json.ts";
import type { Upstream } from "../upstream/node/upstream.ts";
import type { UpstreamSet } from "../upstream/node/upstream-set.ts";

/** Checks whether the answer to a call comes from its floor or above. */
export class FloorCheck {
  readonly #call: UpstreamCall;
  readonly #method: MethodDescription;
  readonly #commitment: Commitment;
  readonly #set: UpstreamSet;

  constructor(call: UpstreamCall, method: MethodDescription, commitment: Commitment, set: UpstreamSet) {
    this.#call = call;
    this.#method = method;
    this.#commitment = commitment;
    this.#set = set;
  }

  /** Whether an answer names the slot that it comes from. */
  get namesSlot(): boolean {
    const { slotAt, effect } = this.#method;
    if (effect !== "read" || slotAt === undefined || slotAt === "height") return false;
    return typeof slotAt === "string" || slotAt.event === undefined;
  }

  /** Whether only the answer's own slot is checked: a network's only upstream may be several nodes behind one address. */
  get isOnlyChecked(): boolean {
    return this.namesSlot && this.#set.upstreams.length === 1;
  }

  /**
   * Whether the slot is the answer itself, not its context. The embedded ledger's contexts name its newest slot at every commitment,
   * so its finalized slot is always below them.
   */
  get #isAskedSlot(): boolean {
    const { slotAt } = this.#method;
    return slotAt === "result" || typeof slotAt === "object";
  }

  /** Whether one local node answers: it is never behind itself, and the embedded ledger reads `minContextSlot` as the slot asked about. */
  get isOneNode(): boolean {
    return this.#call.network.type === "localnet" && this.#set.upstreams.length === 1;
  }

  /** Whether an answer comes from below a floor; `height` applies to methods that answer with a block height. */
  isBelow(result: RawJson, floor: number, height: number): boolean {
    if (this.#method.slotAt === "height") return (slotOf(result) ?? 0) < height;
    const slot = answerSlot(this.#method, result);
    if (slot === undefined) return this.namesSlot;
    return slot < (this.isOneNode && this.#isAskedSlot ? (this.#call.minSlot ?? 0) : floor);
  }

  /** Returns a test for whether an upstream is known to have reached a slot, at the call's commitment unless another is given. */
  isAt(slot: number, commitment = this.#commitment): (upstream: Upstream) => boolean {
    return ({ slots }) => (slots.at(commitment) ?? 0) >= slot;
  }
}
