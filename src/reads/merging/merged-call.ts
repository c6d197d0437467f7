import type { TimerWheel } from "../../call/timer-wheel.ts";
import { UpstreamCall } from "../../call/upstream-call.ts";
import {
  type Commitment,
  type MethodDescription,
  requiredFields,
} from "../../contract/method-description.ts";
import { JoinedCaller, SharedCall } from "../../upstream/sharing/shared-call.ts";
import type { ItemQuery } from "../items/item-query.ts";
import { type Item, stateOf } from "../state/item.ts";

/** A merged call accepts reads and is filled up only while its expected response is no longer than this. */
export const maxMergedBytes = 256 * 1024;

/** The lowest slots that a read accepts, by source. */
export interface Floors {
  /** The newest slot that the caller named or was shown. */
  readonly fromUpstream: number;
  /** At least `fromUpstream`, and the slot that an upstream would probably answer from. */
  readonly fromMemory: number;
}

/** A caller's read that waits for its items. */
export class WaitingRead extends JoinedCaller {
  readonly query: ItemQuery;
  readonly items: readonly Item[];
  readonly floors: Floors;
  /** Lowest slot of the responses so far. */
  lowestSlot = Number.POSITIVE_INFINITY;

  constructor(
    timers: TimerWheel,
    call: UpstreamCall,
    query: ItemQuery,
    items: readonly Item[],
    floors: Floors,
  ) {
    super(timers, call, call.deadline);
    this.query = query;
    this.items = items;
    this.floors = floors;
  }
}

/** Outcome of a single read: `late` until it settles, `atFault` if refused or too long, `failed` if no upstream answered. */
export type Outcome = "late" | "answered" | "atFault" | "failed";

/** One upstream call for the items of several reads. */
export class MergedCall extends SharedCall {
  /** Unique within its merger. */
  readonly id: number;
  readonly #commitment: Commitment;
  readonly reads: WaitingRead[] = [];
  /** In the order of the response: items of its reads, then those that it was filled up with. */
  readonly items: Item[] = [];
  /** Bytes of the items whose size is known. */
  #bytes = 0;
  /** True if it was filled up with items that no read asks for. */
  isFilled = false;
  /** `performance.now()` at which it was sent; infinity before. */
  sentAt = Number.POSITIVE_INFINITY;
  /** Outcomes of its reads that were also sent alone. */
  readonly outcomes = new Map<WaitingRead, Outcome>();
  /** Highest floor of its reads. */
  #preferredSlot = 0;
  /** Highest `minContextSlot` of its reads. */
  #minContextSlot = 0;

  constructor(id: number, commitment: Commitment) {
    super();
    this.id = id;
    this.#commitment = commitment;
  }

  /** True if these items fit as well. A read must not wait for large items of another. */
  hasRoomFor(items: readonly Item[], max: number): boolean {
    let bytes = this.#bytes;
    for (const item of items) bytes += item.bytes ?? 0;
    return this.items.length + items.length <= max && bytes <= maxMergedBytes;
  }

  addItem(item: Item): void {
    const state = stateOf(item, this.#commitment);
    if (state.callId === this.id) return;
    state.callId = this.id;
    state.indexInCall = this.items.length;
    this.#bytes += item.bytes ?? 0;
    this.items.push(item);
  }

  /** Adds an item that no read asks for, if it fits. Returns false if not. */
  fillWith(item: Item): boolean {
    if (this.#bytes + (item.bytes ?? 0) > maxMergedBytes) return false;
    this.isFilled = true;
    this.addItem(item);
    return true;
  }

  /** Adds a read. If the call has been sent, check `isNewEnoughFor` first. */
  addRead(read: WaitingRead): void {
    this.reads.push(read);
    read.waitFor(this);
    this.#preferredSlot = Math.max(this.#preferredSlot, read.floors.fromUpstream);
    this.#minContextSlot = Math.max(this.#minContextSlot, read.query.minContextSlot);
  }

  /** True if its response will be new enough for a read that joins after it was sent. */
  isNewEnoughFor({ query, floors }: WaitingRead): boolean {
    return this.#minContextSlot >= query.minContextSlot && this.#preferredSlot >= floors.fromUpstream;
  }

  /** Creates the upstream call. `configMembers` must not contain `minContextSlot`. */
  toCall(method: MethodDescription, configMembers: string, now: number): UpstreamCall {
    this.sentAt = now;
    const minContextSlot = this.#minContextSlot === 0 ? "" : `"minContextSlot":${this.#minContextSlot}`;
    const members = [configMembers, minContextSlot].filter((text) => text !== "");
    const required = requiredFields(method, (name) => configMembers.includes(`"${name}":`));
    if (members.length > 0) members.push(...required.map(([name, raw]) => `"${name}":${raw}`));
    const config = members.join(",");
    const keys = this.items.map(({ key }) => key).join(",");
    const calls = this.reads.map(({ call }) => call);
    const [first] = calls;
    if (first === undefined) throw new Error("a merged call has no reads");
    return UpstreamCall.merge(calls, {
      network: first.network,
      method,
      params: config === "" ? `[[${keys}]]` : `[[${keys}],{${config}}]`,
      cancellation: this,
      deadline: Math.max(...calls.map(({ deadline }) => deadline)),
      notes: {},
      preferredSlot: this.#preferredSlot,
      // The limit of a read applies to its own answer, not to the merged response.
      maxValues: undefined,
      span: undefined,
    });
  }
}
