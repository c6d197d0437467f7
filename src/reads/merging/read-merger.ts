import type { TimerWheel } from "../../call/timer-wheel.ts";
import type { Send, UpstreamCall } from "../../call/upstream-call.ts";
import type { Commitment, MethodDescription } from "../../contract/method-description.ts";
import type { MergeRule } from "../../contract/read-rules.ts";
import { leadingContextSlot } from "../../json/context-slot.ts";
import { cutContextList } from "../../json/cut-context-list.ts";
import type { RawJson } from "../../json/raw-json.ts";
import { impossibleJump } from "../../ledger-clock/ledger-lengths.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { unusableResponseError } from "../../rpc/unusable-response.ts";
import type { ItemQuery } from "../items/item-query.ts";
import type { ItemsAtSlot } from "../items/item-text.ts";
import { maxItemBytes, type TokenAmounts, wholeAccountBytes, writeItemsAnswer } from "../items/item-text.ts";
import { AnswerItems } from "../state/answer-items.ts";
import type { Head } from "../state/head.ts";
import { type Item, stateOf } from "../state/item.ts";
import type { ItemStore } from "../state/item-store.ts";
import { MergeRecovery } from "./merge-recovery.ts";
import { type Floors, MergedCall, WaitingRead } from "./merged-call.ts";

/** How long reads are gathered before they are sent together. */
const gatherMs = 2;
/** Reads that arrive within this time after a call was sent wait for others: more are likely to follow. */
const busyMs = 50;
/** The answers to the reads may be this much longer in total than the merged call's: a list may name one large account many times. */
const maxExtraAnswerBytes = 4 * 1024 * 1024;

interface ReadMergerOptions {
  readonly next: Send;
  readonly timers: TimerWheel;
  readonly head: Head;
  readonly tokens: TokenAmounts;
  readonly store: ItemStore;
  /** The whole accounts of which those in `store` are parts; `store` itself if they are whole. They know the accounts' sizes. */
  readonly wholeAccounts: ItemStore;
  readonly commitment: Commitment;
  /** The method that asks for several items. */
  readonly method: MethodDescription;
  readonly rule: MergeRule;
  /** Members of the config of its calls, without the commitment. */
  readonly configMembers: string;
  /** Whether calls may be filled up with items that no read asked for. */
  readonly mayFill: boolean;
  /** Called with each call that a merged one has answered, and its answer. */
  readonly onAnswered: (call: UpstreamCall, answer: RawJson) => void;
  /** Called with the number of reads that one call answered. */
  readonly onMerged: (call: UpstreamCall, reads: number) => void;
}

/**
 * Upstream calls for items of one kind at one commitment. The first read is sent at once; those that arrive while a call is under way, or
 * soon after one, are gathered for a moment and sent together. Each call is filled up with items that are likely to be read and not known
 * yet.
 */
export class ReadMerger {
  readonly #options: ReadMergerOptions;
  readonly #recovery = new MergeRecovery((call) => this.#sendAlone(call));
  readonly #configMembers: string;
  readonly #onGathered = (): void => this.#sendGathered();
  #underWay = 0;
  #sentAt = Number.NEGATIVE_INFINITY;
  /** The calls that are gathered or under way, by number. */
  readonly #calls = new Map<number, MergedCall>();
  #lastNumber = 0;
  #gathering: MergedCall | undefined;
  /** The call that was sent last. Dropped when it ends, since it holds the answers of all its reads. */
  #latest: MergedCall | undefined;
  #gatherTimer: NodeJS.Timeout | undefined;
  /** Where the next fill starts in `#ranked`: earlier items are known or asked for, until the ranking or the head changes. */
  #nextRank = 0;
  #ranked: readonly Item[] = [];
  #rankedFor = { floor: 0, slot: 0 };

  constructor(options: ReadMergerOptions) {
    this.#options = options;
    this.#configMembers = withCommitment(options);
  }

  /** Whether a client's read that arrives now may be sent with others. */
  accepts(call: UpstreamCall, items: readonly Item[], now: number): boolean {
    return (
      (this.#underWay > 0 || this.#options.head.isKnown(now)) && this.#recovery.mayMerge(call, items, now)
    );
  }

  /** Answers a read by calls that it shares with others. */
  read(call: UpstreamCall, query: ItemQuery, items: readonly Item[], floors: Floors): Promise<RawJson> {
    const read = new WaitingRead(this.#options.timers, call, query, items, floors);
    if (!read.hasEnded) this.#gather(read);
    return read.answer;
  }

  /** Counts a call as under way until it settles: reads that arrive meanwhile are gathered. */
  countUntilSettled<Sent>(sent: Promise<Sent>): Promise<Sent> {
    this.#underWay += 1;
    const onSettled = () => {
      this.#underWay -= 1;
      if (this.#underWay === 0) this.#sendGathered();
    };
    sent.then(onSettled, onSettled);
    return sent;
  }

  /** Adds a read to the calls that ask for its items, and asks for those that are neither known nor in such a call. */
  #gather(read: WaitingRead): void {
    const { store, commitment, head } = this.#options;
    const now = performance.now();
    // Missing items will come from this slot or a later one, so they can't be combined with items known at earlier ones.
    const floor = Math.max(read.floors.fromMemory, head.expectedSlot(commitment, now));
    // A processed slot may be on a fork: only a single answer is sure to show one state.
    const mayCombine = commitment !== "processed" && Number.isFinite(floor);
    const calls = new Set<MergedCall>();
    const isKnown = store.knownFrom(commitment, floor);
    const missing: Item[] = [];
    for (const item of read.items) {
      if (mayCombine && isKnown(item)) continue;
      const merged = this.#calls.get(stateOf(item, commitment).callNumber);
      if (merged !== undefined && this.#canServe(merged, read, now)) calls.add(merged);
      else missing.push(item);
    }
    // All are known, but not at one slot that has reached this commitment: the next answer may show that it has.
    const next = this.#gathering ?? this.#latest;
    if (missing.length + calls.size === 0 && next !== undefined && this.#canServe(next, read, now))
      calls.add(next);
    const isOneState = mayCombine || (missing.length === 0 && calls.size === 1);
    if (!isOneState || missing.length + calls.size === 0) {
      this.#askFor(read.items, read);
      return;
    }
    for (const merged of calls) merged.addRead(read);
    if (missing.length > 0) this.#askFor(missing, read);
  }

  /** Whether a call that is being gathered, or was sent before, also serves a read. */
  #canServe(merged: MergedCall, read: WaitingRead, now: number): boolean {
    if (merged.cancelled) return false;
    return (
      merged === this.#gathering ||
      (merged.isNewEnoughFor(read) && this.#options.head.isCurrent(merged.sentAt, now))
    );
  }

  /** Asks for items of a read in the next call. */
  #askFor(wanted: readonly Item[], read: WaitingRead): void {
    const { rule, commitment } = this.#options;
    if (this.#gathering?.cancelled === true || this.#gathering?.hasRoomFor(wanted, rule.max) === false)
      this.#sendGathered();
    this.#gathering ??= this.#newCall();
    for (const item of wanted) this.#gathering.addItem(item, commitment);
    this.#gathering.addRead(read);
    if (this.#underWay === 0 && performance.now() - this.#sentAt > busyMs) this.#sendGathered();
    else this.#gatherTimer ??= setTimeout(this.#onGathered, gatherMs);
  }

  #newCall(): MergedCall {
    this.#lastNumber += 1;
    const merged = new MergedCall(this.#lastNumber);
    this.#calls.set(merged.number, merged);
    return merged;
  }

  /** Ends a call that was answered, failed or never sent: its items may be asked for again. */
  #end(merged: MergedCall): void {
    if (this.#latest === merged) this.#latest = undefined;
    this.#calls.delete(merged.number);
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

  /** Adds items that are likely to be read at this slot, the most read first. */
  #fill(merged: MergedCall, now: number): void {
    const { store, head, commitment, rule, mayFill } = this.#options;
    if (!mayFill || !head.isKnown(now) || this.#recovery.pauses.isPaused("fill", now)) return;
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
      // An item of unknown size may be large: it is added only once an answer has shown it.
      if (item?.bytes === undefined || item.bytes > maxItemBytes) continue;
      if (isKnown(item) || this.#isAskedFor(item, now) || this.#recovery.pauses.isPaused(item.key, now))
        continue;
      if (!merged.fillWith(item, commitment)) return;
    }
  }

  /** Whether a call sent since the head last moved asks for an item. */
  #isAskedFor(item: Item, now: number): boolean {
    const merged = this.#calls.get(stateOf(item, this.#options.commitment).callNumber);
    return merged !== undefined && !merged.cancelled && this.#options.head.isCurrent(merged.sentAt, now);
  }

  async #send(merged: MergedCall, call: UpstreamCall): Promise<void> {
    const { next, onMerged } = this.#options;
    const stopWatching = this.#recovery.watch(merged);
    try {
      const result = await next(call);
      this.#end(merged);
      this.#takeAnswer(merged, result);
      onMerged(call, merged.reads.length);
    } catch (caught) {
      this.#end(merged);
      this.#ranked = [];
      void this.#recovery.recover(merged, RpcError.from(caught));
    } finally {
      stopWatching();
    }
  }

  /** Keeps the items, and gives each read its own answer. Throws an RpcError if the answer does not fit what was asked. */
  #takeAnswer(merged: MergedCall, result: RawJson): void {
    const { commitment, head, method } = this.#options;
    const list = cutContextList(result, merged.items.length);
    const slot = leadingContextSlot(result);
    if (list === undefined || slot === undefined)
      throw unusableResponseError(method.name, "it has no slot, or not one value for each item");
    const now = performance.now();
    head.recordAnswer(commitment, slot, merged.sentAt, now);
    // The head ignores an answer whose slot is not believed, and nothing of it is kept.
    const shown = new AnswerItems(commitment, slot, list.context, merged.items, list);
    if (head.isKnown(now) && slot <= head.newest(commitment)) this.#keep(shown, now);
    this.#recovery.recordAnswer(merged, result.byteLength, ({ items }) => shown.byteLengthOf(items));
    let bytesLeft = result.byteLength + maxExtraAnswerBytes;
    for (const read of merged.reads) {
      read.calls.delete(merged);
      if (read.hasEnded) continue;
      bytesLeft -= shown.byteLengthOf(read.items);
      const known = bytesLeft < 0 ? undefined : shown.find(read.items);
      if (known !== undefined) this.#answer(read, known);
      else if (bytesLeft < 0) read.resolve(this.#sendAlone(read.call));
      else this.#combine(read, slot, now);
    }
  }

  #keep(shown: AnswerItems, now: number): void {
    const { store, wholeAccounts, rule } = this.#options;
    for (const [index, item] of shown.items.entries()) item.bytes = shown.texts.byteLength(index);
    store.keep(shown, now);
    if (rule.encodings === undefined || wholeAccounts === store) return;
    for (const [index, item] of shown.items.entries()) {
      const whole = wholeAccounts.get(item.key);
      if (whole !== undefined && (item.bytes ?? 0) <= maxItemBytes)
        whole.bytes = wholeAccountBytes(shown.texts.item(index)) ?? whole.bytes;
    }
  }

  /** Answers a read once its last call is answered: from all of them if they show one state, else by asking again. */
  #combine(read: WaitingRead, slot: number, now: number): void {
    read.lowestSlot = Math.min(read.lowestSlot, slot);
    if (read.calls.size > 0) return;
    const { store, head, commitment } = this.#options;
    const floor = Math.max(read.floors.fromUpstream, Math.min(read.floors.fromMemory, read.lowestSlot));
    // An answer from this far below may show another ledger than the one that is known.
    const isComparable = read.lowestSlot >= head.newest(commitment) - impossibleJump;
    const known = isComparable ? store.find(commitment, read.items, floor, now) : undefined;
    // The answers so far show different states: one call for all items shows a single one.
    if (known === undefined) this.#askFor(read.items, read);
    else this.#answer(read, known);
  }

  #answer(read: WaitingRead, known: ItemsAtSlot): void {
    const { tokens, onAnswered } = this.#options;
    const answer = writeItemsAnswer(read.query, known, tokens);
    if (answer === undefined) {
      read.resolve(this.#sendAlone(read.call));
      return;
    }
    read.call.notes.cache = "merged";
    onAnswered(read.call, answer);
    read.resolve(answer);
  }

  #sendAlone(call: UpstreamCall): Promise<RawJson> {
    return this.countUntilSettled(this.#options.next(call));
  }
}

/** All members of the config of a merger's calls. */
function withCommitment({ method, configMembers, commitment }: ReadMergerOptions): string {
  const { commitment: rule } = method;
  if (rule === undefined || rule.default === "node") return configMembers;
  return `"${rule.field}":"${commitment}"${configMembers === "" ? "" : `,${configMembers}`}`;
}
