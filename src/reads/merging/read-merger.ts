import type { TimerWheel } from "../../call/timer-wheel.ts";
import type { Send, UpstreamCall } from "../../call/upstream-call.ts";
import type { Commitment, MethodDescription } from "../../contract/method-description.ts";
import type { MergeRule } from "../../contract/read-rules.ts";
import { leadingContextSlot } from "../../json/context-slot.ts";
import { cutContextList } from "../../json/cut-context-list.ts";
import type { RawJson } from "../../json/raw-json.ts";
import { impossibleJump } from "../../ledger-clock/ledger-lengths.ts";
import { RpcError, unusableResponseError } from "../../rpc/rpc-error.ts";
import { recordShownToClient } from "../../upstream/node/shown-to-client.ts";
import type { UpstreamSets } from "../../upstream/watch/upstream-sets.ts";
import type { ItemQuery } from "../items/item-query.ts";
import type { ItemsAtSlot } from "../items/item-text.ts";
import { maxItemBytes, type TokenAmounts, wholeAccountBytes, writeItemsAnswer } from "../items/item-text.ts";
import type { Head } from "../state/head.ts";
import { type Item, stateOf } from "../state/item.ts";
import type { ItemStore } from "../state/item-store.ts";
import { ResponseItems } from "../state/response-items.ts";
import { MergeRecovery } from "./merge-recovery.ts";
import { type Floors, MergedCall, WaitingRead } from "./merged-call.ts";

/** How long reads are gathered before they are sent together. */
const gatherMs = 2;
/** A read within this time after the last call is gathered rather than sent at once: more are likely to follow. */
const busyMs = 50;
/** Limit of the answers' total size beyond that of the response. A list may name one large account many times. */
const maxExtraAnswerBytes = 4 * 1024 * 1024;

interface ReadMergerOptions {
  readonly next: Send;
  readonly sets: UpstreamSets;
  readonly timers: TimerWheel;
  readonly head: Head;
  readonly tokens: TokenAmounts;
  readonly store: ItemStore;
  /** Store of the whole accounts, which has their sizes; `store` itself unless that holds slices. */
  readonly wholeAccounts: ItemStore;
  readonly commitment: Commitment;
  /** The method for several items, which merged calls use. */
  readonly method: MethodDescription;
  readonly rule: MergeRule;
  /** Members of the merged calls' config, without the commitment. */
  readonly configMembers: string;
  /** Called with each merged call and the number of its reads. */
  readonly onMerged: (call: UpstreamCall, reads: number) => void;
}

/**
 * Merges reads of one kind at one commitment into upstream calls. The first read is sent at once; those that arrive while a call is in
 * flight, or soon after one, are gathered for a moment. Calls are filled up with unknown items that are likely to be read next.
 */
export class ReadMerger {
  readonly #options: ReadMergerOptions;
  readonly #recovery = new MergeRecovery((call) => this.#sendAlone(call));
  readonly #configMembers: string;
  /** Allows filling calls up with items that no read asked for. */
  readonly #mayFill: boolean;
  readonly #onGathered = (): void => this.#sendGathered();
  #inFlight = 0;
  #sentAt = Number.NEGATIVE_INFINITY;
  /** Calls that are being gathered or in flight, by id. */
  readonly #calls = new Map<number, MergedCall>();
  #lastId = 0;
  #gathering: MergedCall | undefined;
  /** The call sent last. Dropped when it ends, because it holds the answers of all its reads. */
  #latest: MergedCall | undefined;
  #gatherTimer: NodeJS.Timeout | undefined;
  /** Index in `#ranked` where filling continues. Items before it are known or in a call, until the ranking or the head changes. */
  #nextRank = 0;
  #ranked: readonly Item[] = [];
  #rankedFor = { floor: 0, slot: 0 };

  constructor(options: ReadMergerOptions) {
    this.#options = options;
    this.#configMembers = withCommitment(options);
    const { rule, configMembers } = options;
    const isSliced = configMembers.includes('"dataSlice":');
    this.#mayFill = !isSliced && !rule.costly?.some((field) => configMembers.includes(`"${field}":true`));
  }

  /** True if a read that arrives now may be merged. */
  accepts(call: UpstreamCall, items: readonly Item[], now: number): boolean {
    return (
      (this.#inFlight > 0 || this.#options.head.isLive(now)) && this.#recovery.mayMerge(call, items, now)
    );
  }

  /** Answers a read by one or more merged calls. */
  read(call: UpstreamCall, query: ItemQuery, items: readonly Item[], floors: Floors): Promise<RawJson> {
    const read = new WaitingRead(this.#options.timers, call, query, items, floors);
    if (!read.hasEnded) this.#gather(read);
    return read.answer;
  }

  /** Counts a call as in flight until it settles, so that reads that arrive meanwhile are gathered. */
  countUntilSettled<Sent>(sent: Promise<Sent>): Promise<Sent> {
    this.#inFlight += 1;
    const onSettled = () => {
      this.#inFlight -= 1;
      if (this.#inFlight === 0) this.#sendGathered();
    };
    sent.then(onSettled, onSettled);
    return sent;
  }

  /** Adds a read to calls that already ask for its items, and its unknown remaining items to the next call. */
  #gather(read: WaitingRead): void {
    const { store, commitment, head } = this.#options;
    const now = performance.now();
    // Missing items will come from this slot or a later one, so they can't be combined with items known only at earlier ones.
    const floor = Math.max(read.floors.fromMemory, head.expectedSlot(commitment, now));
    // A processed slot may be on a fork, so only a single response is sure to show one state.
    const mayCombine = commitment !== "processed" && Number.isFinite(floor);
    const calls = new Set<MergedCall>();
    const isKnown = store.knownFrom(commitment, floor);
    const missing: Item[] = [];
    for (const item of read.items) {
      if (mayCombine && isKnown(item)) continue;
      const merged = this.#calls.get(stateOf(item, commitment).callId);
      if (merged !== undefined && this.#canServe(merged, read, now)) calls.add(merged);
      else missing.push(item);
    }
    // Every item is known, but no slot with all of them is known to be at this commitment yet. The next response may show that one is.
    const next = this.#gathering ?? this.#latest;
    if (missing.length + calls.size === 0 && next !== undefined && this.#canServe(next, read, now))
      calls.add(next);
    const isOneState = mayCombine || (missing.length === 0 && calls.size === 1);
    if (!isOneState || missing.length + calls.size === 0) {
      this.#addToNextCall(read.items, read);
      return;
    }
    for (const merged of calls) merged.addRead(read);
    if (missing.length > 0) this.#addToNextCall(missing, read);
  }

  /** True if a read can join a call that is being gathered or in flight. */
  #canServe(merged: MergedCall, read: WaitingRead, now: number): boolean {
    if (merged.cancelled) return false;
    return (
      merged === this.#gathering ||
      (merged.isNewEnoughFor(read) && this.#options.head.isCurrent(merged.sentAt, now))
    );
  }

  /** Adds items of a read to the next call. */
  #addToNextCall(items: readonly Item[], read: WaitingRead): void {
    const { rule } = this.#options;
    if (this.#gathering?.cancelled === true || this.#gathering?.hasRoomFor(items, rule.max) === false)
      this.#sendGathered();
    this.#gathering ??= this.#newCall();
    for (const item of items) this.#gathering.addItem(item);
    this.#gathering.addRead(read);
    if (this.#inFlight === 0 && performance.now() - this.#sentAt > busyMs) this.#sendGathered();
    else this.#gatherTimer ??= setTimeout(this.#onGathered, gatherMs);
  }

  #newCall(): MergedCall {
    this.#lastId += 1;
    const merged = new MergedCall(this.#lastId, this.#options.commitment);
    this.#calls.set(merged.id, merged);
    return merged;
  }

  /** Forgets a call that was answered, failed or never sent. */
  #end(merged: MergedCall): void {
    if (this.#latest === merged) this.#latest = undefined;
    this.#calls.delete(merged.id);
  }

  #sendGathered(): void {
    clearTimeout(this.#gatherTimer);
    this.#gatherTimer = undefined;
    const merged = this.#gathering;
    if (merged === undefined) return;
    this.#gathering = undefined;
    if (merged.cancelled) {
      this.#end(merged);
      return;
    }
    const now = performance.now();
    this.#sentAt = now;
    this.#latest = merged;
    this.#fill(merged, now);
    void this.countUntilSettled(
      this.#send(merged, merged.toCall(this.#options.method, this.#configMembers, now)),
    );
  }

  /** Fills a call up with items that are likely to be read at this slot, most read first. */
  #fill(merged: MergedCall, now: number): void {
    const { store, head, commitment, rule } = this.#options;
    if (!this.#mayFill || !head.isLive(now) || this.#recovery.filling.isPaused(now)) return;
    const floor = head.expectedSlot(commitment, now);
    const ranked = store.rank(now);
    const slot = head.newest("processed");
    if (ranked !== this.#ranked || floor !== this.#rankedFor.floor || slot !== this.#rankedFor.slot) {
      this.#nextRank = 0;
      this.#ranked = ranked;
      this.#rankedFor = { floor, slot };
    }
    const isKnown = store.knownFrom(commitment, floor);
    for (; this.#nextRank < ranked.length && merged.items.length < rule.max; this.#nextRank += 1) {
      const item = ranked[this.#nextRank];
      // An item of unknown size may be large, so wait until a response has shown it.
      if (item?.bytes === undefined || item.bytes > maxItemBytes) continue;
      if (isKnown(item) || this.#isInCall(item, now) || this.#recovery.causes.isPaused(item.key, now))
        continue;
      if (!merged.fillWith(item)) return;
    }
  }

  /** True if a call sent since the head last moved asks for an item. */
  #isInCall(item: Item, now: number): boolean {
    const merged = this.#calls.get(stateOf(item, this.#options.commitment).callId);
    return merged !== undefined && !merged.cancelled && this.#options.head.isCurrent(merged.sentAt, now);
  }

  async #send(merged: MergedCall, call: UpstreamCall): Promise<void> {
    const { next, onMerged } = this.#options;
    const stopWatching = this.#recovery.watch(merged);
    try {
      const result = await next(call);
      this.#end(merged);
      this.#deliver(merged, result);
      onMerged(call, merged.reads.length);
    } catch (caught) {
      this.#end(merged);
      this.#ranked = [];
      void this.#recovery.recover(merged, RpcError.from(caught));
    } finally {
      stopWatching();
    }
  }

  /** Keeps the items, and gives each read its answer. Throws an RpcError if the response does not match the call. */
  #deliver(merged: MergedCall, result: RawJson): void {
    const { commitment, head, method } = this.#options;
    const list = cutContextList(result, merged.items.length);
    const slot = leadingContextSlot(result);
    if (list === undefined || slot === undefined)
      throw unusableResponseError(method.name, "it has no slot, or not one value for each item");
    const now = performance.now();
    head.recordResponse(commitment, slot, merged.sentAt, now);
    // The head ignores a slot that is not believed; nothing of such a response is kept.
    const response = new ResponseItems(commitment, slot, list.context, merged.items, list);
    if (head.isLive(now) && slot <= head.newest(commitment)) this.#keep(response, now);
    this.#recovery.recordResponse(merged, result.byteLength, response);
    let bytesLeft = result.byteLength + maxExtraAnswerBytes;
    for (const read of merged.reads) {
      read.calls.delete(merged);
      if (read.hasEnded) continue;
      bytesLeft -= response.byteLengthOf(read.items);
      const itemsAtSlot = bytesLeft < 0 ? undefined : response.find(read.items);
      if (itemsAtSlot !== undefined) this.#answer(read, itemsAtSlot);
      else if (bytesLeft < 0) read.resolve(this.#sendAlone(read.call));
      else this.#combine(read, slot, now);
    }
  }

  #keep(response: ResponseItems, now: number): void {
    const { store, wholeAccounts, rule } = this.#options;
    for (const [index, item] of response.items.entries()) item.bytes = response.texts.byteLength(index);
    store.keep(response, now);
    if (rule.encodings === undefined || wholeAccounts === store) return;
    for (const [index, item] of response.items.entries()) {
      const whole = wholeAccounts.get(item.key);
      if (whole !== undefined && (item.bytes ?? 0) <= maxItemBytes)
        whole.bytes = wholeAccountBytes(response.texts.item(index)) ?? whole.bytes;
    }
  }

  /** Answers a read once its last call has responded: from all responses if they show one state, else by another call. */
  #combine(read: WaitingRead, slot: number, now: number): void {
    read.lowestSlot = Math.min(read.lowestSlot, slot);
    if (read.calls.size > 0) return;
    const { store, head, commitment } = this.#options;
    const floor = Math.max(read.floors.fromUpstream, Math.min(read.floors.fromMemory, read.lowestSlot));
    // A response from this far below may be from another ledger.
    const isComparable = read.lowestSlot >= head.newest(commitment) - impossibleJump;
    const itemsAtSlot = isComparable ? store.find(commitment, read.items, floor, now) : undefined;
    // The responses show different states; a single call for all items shows one.
    if (itemsAtSlot === undefined) this.#addToNextCall(read.items, read);
    else this.#answer(read, itemsAtSlot);
  }

  #answer(read: WaitingRead, itemsAtSlot: ItemsAtSlot): void {
    const { tokens, sets } = this.#options;
    const answer = writeItemsAnswer(read.query, itemsAtSlot, tokens);
    if (answer === undefined) {
      read.resolve(this.#sendAlone(read.call));
      return;
    }
    read.call.notes.cache = "merged";
    recordShownToClient(read.call, sets.get(read.call.network), answer);
    read.resolve(answer);
  }

  #sendAlone(call: UpstreamCall): Promise<RawJson> {
    return this.countUntilSettled(this.#options.next(call));
  }
}

/** Config members of merged calls, with the commitment. */
function withCommitment({ method, configMembers, commitment }: ReadMergerOptions): string {
  const { commitment: rule } = method;
  if (rule === undefined || rule.default === "node") return configMembers;
  return `"${rule.field}":"${commitment}"${configMembers === "" ? "" : `,${configMembers}`}`;
}
