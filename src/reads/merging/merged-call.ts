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

/** A merged call takes further reads, and is filled up, only while its answer is expected to be no longer than this. */
export const maxMergedBytes = 256 * 1024;

/** The lowest slots that a read accepts. */
export interface Floors {
  /** For an upstream's answer: the newest slot that the caller named or was shown. */
  readonly fromUpstream: number;
  /** For an answer from memory: at least that slot, and the one that an upstream would probably answer from. */
  readonly fromMemory: number;
}

/** A caller's read that waits for its items. */
export class WaitingRead extends JoinedCaller {
  readonly query: ItemQuery;
  readonly items: readonly Item[];
  readonly floors: Floors;
  /** The lowest slot of the answers so far. */
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

/**
 * How a read ended that was sent by itself: `late` until it has, `atFault` if it was refused or its answer is long, `failed` if no upstream
 * answered it.
 */
export type Outcome = "late" | "answered" | "atFault" | "failed";

/** One upstream call for the items of several reads. */
export class MergedCall extends SharedCall {
  /** The call's number among those of its merger. */
  readonly number: number;
  readonly reads: WaitingRead[] = [];
  /** The items in the order of the answer: those that its reads ask for, then those that are likely to be read. */
  readonly items: Item[] = [];
  /** Bytes of its items, as far as their sizes are known. */
  #bytes = 0;
  /** Whether it asks for items that no read asks for. */
  isFilled = false;
  /** `performance.now()` at which it was sent; infinity before. */
  sentAt = Number.POSITIVE_INFINITY;
  /** Of its reads that were sent by themselves. */
  readonly outcomes = new Map<WaitingRead, Outcome>();
  /** The newest slot that any of its callers was shown. */
  #shownSlot = 0;
  /** The highest slot that any of its callers asks for. */
  #minContextSlot = 0;

  constructor(number: number) {
    super();
    this.number = number;
  }

  /** Whether it may ask for these items too: a read must not wait for the large items of another. */
  hasRoomFor(items: readonly Item[], max: number): boolean {
    let bytes = this.#bytes;
    for (const item of items) bytes += item.bytes ?? 0;
    return this.items.length + items.length <= max && bytes <= maxMergedBytes;
  }

  addItem(item: Item, commitment: Commitment): void {
    const state = stateOf(item, commitment);
    if (state.callNumber === this.number) return;
    state.callNumber = this.number;
    state.indexInCall = this.items.length;
    this.#bytes += item.bytes ?? 0;
    this.items.push(item);
  }

  /** Adds an item that no read asks for, if its length leaves room. */
  fillWith(item: Item, commitment: Commitment): boolean {
    if (this.#bytes + (item.bytes ?? 0) > maxMergedBytes) return false;
    this.isFilled = true;
    this.addItem(item, commitment);
    return true;
  }

  /** Adds a read. Once the call is sent, check `isNewEnoughFor` before. */
  addRead(read: WaitingRead): void {
    this.reads.push(read);
    read.waitFor(this);
    this.#shownSlot = Math.max(this.#shownSlot, read.floors.fromUpstream);
    this.#minContextSlot = Math.max(this.#minContextSlot, read.query.minContextSlot);
  }

  /** Whether its answer will be new enough for a read that wants to join after the call was sent. */
  isNewEnoughFor({ query, floors }: WaitingRead): boolean {
    return this.#minContextSlot >= query.minContextSlot && this.#shownSlot >= floors.fromUpstream;
  }

  /** Makes the upstream call, which is sent now. `configMembers` has no `minContextSlot`. */
  toCall(method: MethodDescription, configMembers: string, now: number): UpstreamCall {
    this.sentAt = now;
    const minContextSlot = this.#minContextSlot === 0 ? "" : `"minContextSlot":${this.#minContextSlot}`;
    const given = [configMembers, minContextSlot].filter((members) => members !== "");
    const required = requiredFields(method, (name) => configMembers.includes(`"${name}":`));
    if (given.length > 0) given.push(...required.map(([name, raw]) => `"${name}":${raw}`));
    const config = given.join(",");
    const keys = this.items.map(({ key }) => key).join(",");
    const calls = this.reads.map(({ call }) => call);
    const [first] = calls;
    if (first === undefined) throw new Error("a merged call has no reads");
    return UpstreamCall.merge(calls, {
      network: first.network,
      method,
      upstreamMethod: method.upstreamNames[0] ?? method.name,
      params: config === "" ? `[[${keys}]]` : `[[${keys}],{${config}}]`,
      cancellation: this,
      deadline: Math.max(...calls.map(({ deadline }) => deadline)),
      notes: {},
      shownSlot: this.#shownSlot,
      // A read's bound is for its own answer, not for this one.
      maxValues: undefined,
      span: undefined,
    });
  }
}
