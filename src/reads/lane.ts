import { outOfTime } from "../call/call-faults.ts";
import type { Deadlines } from "../call/deadlines.ts";
import type { Send, UpstreamCall } from "../call/upstream-call.ts";
import type { MethodDescription } from "../contract/method-description.ts";
import type { MergeRule } from "../contract/read-rules.ts";
import { contextSlot } from "../json/context-slot.ts";
import { type ContextList, cutContextList } from "../json/cut-context-list.ts";
import { RawJson } from "../json/raw-json.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import { accountSize } from "./account-text.ts";
import type { AskedItems } from "./asked-items.ts";
import { answerOf } from "./item-answer.ts";
import type { Item, KnownItems } from "./known-items.ts";
import type { KindOfItems, KnownLedger } from "./known-ledger.ts";
import { Pauses } from "./pauses.ts";
import { SharedRead } from "./shared-read.ts";
import { type Floors, WaitingRead } from "./waiting-read.ts";

/** Largest account that is kept, and read with others though only a part of it was asked for. */
export const maxItemBytes = 16 * 1024;
/** The same as the text of an item: base64 has four characters for three bytes. */
export const maxItemText = (maxItemBytes * 4) / 3 + 512;
/** Bytes that a call expects at most once further items were added to it. */
const maxFilledBytes = 256 * 1024;
/** An item is added if this many reads of it are likely within a slot. */
const leastReadsPerSlot = 0.01;
/** Answers made of a shared one hold as many bytes as it and this many more: a list may name one large account many times. */
const furtherBytes = 4 * 1024 * 1024;
/** A read with at least this much time left when the shared call failed is sent by itself. */
const worthSendingMs = 500;
/** A shared call that takes longer is compared with some of its reads, sent by themselves one after the other. */
const patienceMs = { least: 500, most: 4000 };
const maxComparisons = 3;

/** What the lanes of all networks share. */
export interface LaneContext {
  readonly next: Send;
  readonly deadlines: Deadlines;
  readonly windowMs: number;
  /** Called with each read that a shared answer of a slot has answered. */
  readonly onAnswered: (call: UpstreamCall, asked: AskedItems, slot: number) => void;
  /** Called with the number of reads that one call answered. */
  readonly onShared: (call: UpstreamCall, reads: number) => void;
}

/** What a lane is made of. */
export interface LaneOptions {
  readonly context: LaneContext;
  readonly ledger: KnownLedger;
  readonly items: KnownItems;
  readonly kind: KindOfItems;
  /** The method that asks for several items. */
  readonly method: MethodDescription;
  readonly rule: MergeRule;
  /** Calls may also ask for items that none of their reads asks for. */
  readonly mayFill: boolean;
}

/**
 * Upstream calls for items of one kind. The first read is sent at once; those that arrive while a call is under way are gathered, and sent
 * together when it returns or the window has passed. Each call is filled up with what is likely to be read and is not known.
 */
export class Lane {
  readonly #options: LaneOptions;
  readonly #pauses = new Pauses();
  readonly #onWindow = (): void => this.#leave();
  #underWay = 0;
  /** The call that asks for an item now, by the item. */
  readonly #flights = new Map<string, SharedRead>();
  #gathering: SharedRead | undefined;
  #window: NodeJS.Timeout | undefined;
  #patienceMs = patienceMs.least;
  /** Items that are ranked before this one are known or asked for, as long as the ranking and the head stay what they were. */
  #rank = 0;
  #ranked: readonly Item[] = [];
  #rankedFloor = 0;
  #rankedSlot = 0;

  constructor(options: LaneOptions) {
    this.#options = options;
  }

  /** Whether a client's read that arrives now may be sent with others. */
  isOpen({ client }: UpstreamCall, now: number): boolean {
    const hasOthers = this.#underWay > 0 || this.#options.ledger.head.isFollowed(now);
    return hasOthers && this.#pauses.isOver("shared", now) && this.#pauses.isOver(`client ${client}`, now);
  }

  /** Sends a read, with others. */
  read(call: UpstreamCall, asked: AskedItems, floors: Floors, now: number): Promise<RawJson> {
    const waiting = new WaitingRead(call, asked, floors, this.#options.context.deadlines);
    this.#gather(waiting, false, now);
    return waiting.answer;
  }

  /** Asks for the items that are neither known nor asked for; for all of them if they were not of one state the last time. */
  #gather(waiting: WaitingRead, isSecondTime: boolean, now: number): void {
    const { items, kind, ledger } = this.#options;
    const keys = waiting.asked.items;
    // What is missing comes from no older slot than this: what is known of older ones can't be combined with it.
    const known = Math.max(waiting.floors.known, ledger.head.expected(kind.commitment, now));
    // What is processed may be of a fork: only one answer shows one state.
    const combines = kind.commitment !== "processed" && Number.isFinite(known);
    const flights = new Set<SharedRead>();
    let missing: string[] = [];
    if (!isSecondTime) {
      for (const key of keys) {
        if (combines && keys.length > 1 && items.find([key], known, now) !== undefined) continue;
        const flight = this.#flights.get(key);
        if (flight !== undefined && this.#serves(flight, waiting, now)) flights.add(flight);
        else missing.push(key);
      }
    }
    const isOneState = combines || (missing.length === 0 && flights.size === 1);
    if (!isOneState || (missing.length === 0 && flights.size === 0)) {
      flights.clear();
      missing = [...keys];
    }
    for (const flight of flights) flight.join(waiting);
    if (missing.length > 0) this.#add(missing, waiting);
  }

  /** Whether a call that was gathered or sent before also serves a read. */
  #serves(flight: SharedRead, { asked, floors }: WaitingRead, now: number): boolean {
    if (flight.cancelled) return false;
    if (flight === this.#gathering) return true;
    return (
      flight.minContextSlot >= asked.minContextSlot &&
      flight.shownSlot >= floors.asked &&
      this.#options.ledger.head.isCurrent(flight.sentAt, now)
    );
  }

  #add(keys: readonly string[], waiting: WaitingRead): void {
    const { context, items, kind, method, rule } = this.#options;
    if (this.#gathering?.cancelled === true) {
      this.#end(this.#gathering);
      this.#gathering = undefined;
    }
    if ((this.#gathering?.items.length ?? 0) + keys.length > rule.max) this.#leave();
    const { network } = waiting.call;
    this.#gathering ??= new SharedRead(network, method, configOf(kind, method));
    for (const key of keys) this.#ask(this.#gathering, key, items.get(key));
    this.#gathering.join(waiting);
    if (this.#underWay === 0) this.#leave();
    else this.#window ??= setTimeout(this.#onWindow, context.windowMs);
  }

  #ask(shared: SharedRead, key: string, item: Item | undefined): void {
    shared.ask(key, item);
    this.#flights.set(item?.key ?? key, shared);
  }

  /** A call was answered, has failed, or is not sent: its items may be asked for again. */
  #end(shared: SharedRead): void {
    shared.isUnderWay = false;
    for (const key of shared.places.keys()) if (this.#flights.get(key) === shared) this.#flights.delete(key);
  }

  #leave(): void {
    clearTimeout(this.#window);
    this.#window = undefined;
    const shared = this.#gathering;
    if (shared === undefined) return;
    this.#gathering = undefined;
    if (shared.cancelled) {
      this.#end(shared);
      return;
    }
    const now = performance.now();
    shared.asked = shared.items.length;
    this.#fill(shared, now);
    this.follow(this.#send(shared, shared.seal(now)));
  }

  /** Reads that arrive while a call is under way are gathered. */
  follow<Sent>(sent: Promise<Sent>): Promise<Sent> {
    this.#underWay += 1;
    const onSettled = () => {
      this.#underWay -= 1;
      if (this.#underWay === 0) this.#leave();
    };
    sent.then(onSettled, onSettled);
    return sent;
  }

  /** Adds items that are likely to be read at this slot, the most read first. */
  #fill(shared: SharedRead, now: number): void {
    const { items, ledger, kind, rule, mayFill } = this.#options;
    const { head } = ledger;
    if (!mayFill || !head.isFollowed(now) || !this.#pauses.isOver("filled", now)) return;
    const floor = head.expected(kind.commitment, now);
    const ranked = items.ranked(now);
    const slot = head.at("processed");
    if (ranked !== this.#ranked || floor !== this.#rankedFloor || slot !== this.#rankedSlot) {
      this.#rank = 0;
      this.#rankedSlot = slot;
      this.#ranked = ranked;
      this.#rankedFloor = floor;
    }
    let bytes = 0;
    for (const item of shared.items) bytes += item?.bytes ?? 0;
    for (; this.#rank < ranked.length && shared.items.length < rule.max; this.#rank += 1) {
      const item = ranked[this.#rank];
      // An item of unknown size may be large: it is added only once an answer has shown it.
      if (item?.bytes === undefined || item.bytes > maxItemText) continue;
      if (items.rateOf(item) * head.slotMs < leastReadsPerSlot) continue;
      if (this.#isAskedFor(item.key, now)) continue;
      if (items.find([item.key], floor, now) !== undefined) continue;
      bytes += item.bytes;
      if (bytes > maxFilledBytes) return;
      this.#ask(shared, item.key, item);
    }
  }

  /** Whether a call asks for an item that was sent since the head last moved. */
  #isAskedFor(key: string, now: number): boolean {
    const flight = this.#flights.get(key);
    return (
      flight !== undefined && !flight.cancelled && this.#options.ledger.head.isCurrent(flight.sentAt, now)
    );
  }

  async #send(shared: SharedRead, call: UpstreamCall): Promise<void> {
    const { next, onShared } = this.#options.context;
    const compared = new Set<WaitingRead>();
    const timer = setInterval(() => {
      if (compared.size < maxComparisons) void this.#compare(shared, compared);
    }, this.#patienceMs);
    try {
      const result = await next(call);
      this.#end(shared);
      clearInterval(timer);
      this.#takeAnswer(shared, result);
      this.#pauses.recordSuccess("shared");
      onShared(call, shared.reads.length);
    } catch (caught) {
      this.#end(shared);
      clearInterval(timer);
      this.#rankedFloor = 0;
      this.#sendSingly(shared, RpcError.from(caught));
    }
  }

  /** Gives each read its own answer, and keeps the items. Throws an RpcError if the answer does not fit what was asked. */
  #takeAnswer(shared: SharedRead, result: RawJson): void {
    const { kind, ledger } = this.#options;
    const list = cutContextList(result, shared.items.length);
    const slot = contextSlot(result);
    if (list === undefined || slot === undefined) throw notWhatWasAsked();
    const now = performance.now();
    ledger.head.show(kind.commitment, slot, shared.sentAt, now);
    if (ledger.head.isFollowed(now)) this.#keep(shared, list, slot, now);
    let room = result.byteLength + furtherBytes;
    for (const read of shared.reads) {
      read.flights.delete(shared);
      if (read.hasEnded) continue;
      const places = read.asked.items.map((item) => shared.places.get(item) ?? -1);
      if (places.includes(-1)) {
        this.#combine(read, slot, now);
        continue;
      }
      const bytes = list.answerBytes(places);
      if (bytes > room) {
        this.#sendAlone(read);
        continue;
      }
      room -= bytes;
      this.#answer(
        read,
        slot,
        list.context,
        places.map((place) => list.item(place)),
      );
    }
  }

  #keep(shared: SharedRead, list: ContextList, slot: number, now: number): void {
    const { items, ledger, kind, rule } = this.#options;
    const answer = { slot, context: list.context };
    for (const [index, item] of shared.items.entries()) {
      if (item === undefined) continue;
      const bytes = list.byteLength(index);
      item.bytes = bytes;
      const text = bytes > maxItemText ? undefined : list.item(index);
      if (text !== undefined) items.keep(item, answer, text, now);
      const size = rule.encodings && accountSize(kind.form, text, bytes);
      if (size !== undefined) ledger.sizes.set(item.key, size);
    }
  }

  /** Answers a read from several answers, if they show one state. */
  #combine(read: WaitingRead, slot: number, now: number): void {
    read.lowestSlot = Math.min(read.lowestSlot, slot);
    if (read.flights.size > 0) return;
    const { asked, known } = read.floors;
    const values = this.#options.items.find(
      read.asked.items,
      Math.max(asked, Math.min(known, read.lowestSlot)),
      now,
    );
    const [first] = values ?? [];
    if (values === undefined || first === undefined) this.#gather(read, true, now);
    else
      this.#answer(
        read,
        first.answer.slot,
        first.answer.context,
        values.map(({ text }) => text),
      );
  }

  #answer(read: WaitingRead, slot: number, context: string, items: readonly string[]): void {
    const { call, asked } = read;
    const answer = answerOf(asked, context, items, this.#options.ledger.tokens);
    if (answer === undefined) {
      this.#sendAlone(read);
      return;
    }
    call.notes.cache = "merged";
    this.#options.context.onAnswered(call, asked, slot);
    read.resolve(answer);
  }

  #sendAlone(read: WaitingRead): void {
    this.follow(read.sendAlone(this.#options.context.next));
  }

  /** Sends the reads of a failed call by themselves, and finds from their answers whose fault it was. */
  #sendSingly(shared: SharedRead, fault: RpcError): void {
    const isForAll =
      fault.kind === "upstreamUnreachable" || fault.kind === "shuttingDown" || fault.kind === "atCapacity";
    const needsTime = fault.kind === "upstreamTimeout";
    const now = performance.now();
    const alone: WaitingRead[] = [];
    for (const read of shared.reads) {
      read.flights.delete(shared);
      if (read.hasEnded) continue;
      if (isForAll || (needsTime && read.call.deadline - now < worthSendingMs)) read.fail(fault);
      else alone.push(read);
    }
    const sent = alone.map((read) => read.sendAlone(this.#options.context.next));
    for (const each of sent) this.follow(each);
    // A call whose callers have left says nothing about the upstreams.
    if (fault.kind === "cancelled" || alone.length === 0) return;
    void Promise.allSettled(sent).then((outcomes) => this.#blame(shared, fault, alone, outcomes));
  }

  #blame(
    shared: SharedRead,
    fault: RpcError,
    alone: readonly WaitingRead[],
    outcomes: readonly PromiseSettledResult<unknown>[],
  ): void {
    const now = performance.now();
    const guilty = alone.filter((_, index) => isRefused(outcomes[index]));
    if (fault.kind === "responseTooLarge") guilty.push(...largestOf(alone, outcomes));
    const isFilled = shared.items.length > shared.asked;
    // Items that no read asked for are the first suspect: without them the call may well be answered.
    if (guilty.length === 0 && isFilled) this.#pauses.begin("filled", now);
    else if (guilty.length === 0) this.#pauses.recordFailure("shared", now);
    for (const client of new Set(guilty.map(({ call }) => call.client)))
      this.#pauses.recordFailure(`client ${client}`, now);
  }

  /** Some upstreams answer lists slowly, or never, but single reads at once; and one slow item must not hold up the others. */
  async #compare(shared: SharedRead, compared: Set<WaitingRead>): Promise<void> {
    const read = shared.reads.find((each) => !each.hasEnded && !compared.has(each));
    if (read === undefined) return;
    compared.add(read);
    try {
      read.resolve(await this.#options.context.next(read.call));
    } catch (caught) {
      const fault = RpcError.from(caught);
      if (fault.kind === "cancelled") compared.delete(read);
      // What the ledger refuses is answered, too. Other faults say nothing about the shared call.
      if (fault.kind !== "ledger") return;
      read.fail(fault);
    }
    const isOvertaken = shared.isUnderWay && !shared.cancelled;
    this.#patienceMs = isOvertaken ? patienceMs.least : Math.min(2 * this.#patienceMs, patienceMs.most);
    if (isOvertaken) shared.cancel(outOfTime());
  }
}

/** Members of the config of calls for items of a kind. */
function configOf({ form, commitment }: KindOfItems, method: MethodDescription): string {
  const rule = method.commitment;
  if (rule === undefined || rule.default === "node") return form;
  return `"${rule.field}":"${commitment}"${form === "" ? "" : `,${form}`}`;
}

/** The ledger refuses it by itself too, or its own answer is too large. */
function isRefused(outcome: PromiseSettledResult<unknown> | undefined): boolean {
  if (outcome?.status !== "rejected") return false;
  const { kind } = RpcError.from(outcome.reason);
  return kind === "ledger" || kind === "responseTooLarge";
}

/** The read whose own answer was the largest. */
function largestOf(
  reads: readonly WaitingRead[],
  outcomes: readonly PromiseSettledResult<unknown>[],
): WaitingRead[] {
  const bytes = outcomes.map((outcome) =>
    outcome.status === "fulfilled" && outcome.value instanceof RawJson ? outcome.value.byteLength : 0,
  );
  const largest = bytes.indexOf(Math.max(...bytes));
  return reads.slice(largest, largest + 1);
}

function notWhatWasAsked(): RpcError {
  return RpcError.of(
    "upstreamInvalid",
    "The answer to a call for several items does not hold what was asked for.",
  );
}
