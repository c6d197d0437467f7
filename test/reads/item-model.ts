import { type Commitment, commitments } from "../../src/contract/method-description.ts";
import { cutContextList } from "../../src/json/cut-context-list.ts";
import { RawJson } from "../../src/json/raw-json.ts";
import { Head } from "../../src/reads/state/head.ts";
import { type Item, stateOf } from "../../src/reads/state/item.ts";
import { ItemStore } from "../../src/reads/state/item-store.ts";
import { MemoryBudget } from "../../src/reads/state/memory-budget.ts";
import { ResponseItems } from "../../src/reads/state/response-items.ts";

const slotMs = 400;
/** Slots further ahead than this are not believed. */
const believedAhead = 50;
/** Keys of which some have long texts. */
const keys = Array.from({ length: 30 }, (_, index) => `key ${index}`);

export type ModelStep =
  | { readonly kind: "slot"; readonly by: number }
  | { readonly kind: "fork" }
  | { readonly kind: "restart"; readonly back: number }
  | { readonly kind: "pass"; readonly ms: number }
  | { readonly kind: "clear" }
  | {
      readonly kind: "ask";
      readonly commitment: Commitment;
      readonly client: number;
      readonly keys: readonly number[];
      /** Slots by which the upstream is behind; below 0 it claims a slot that is far ahead. */
      readonly lag: number;
    }
  | { readonly kind: "arrive"; readonly nth: number }
  | {
      readonly kind: "read";
      readonly commitment: Commitment;
      readonly client: number;
      readonly keys: readonly number[];
      /** Slots below the usual floor: a read whose upstream call was answered from a lower slot takes what is known from there. */
      readonly below: number;
    };

interface ModelOptions {
  readonly behind: number;
  readonly maxBytes: number;
  /** How many keys and clients there are. */
  readonly keyCount: number;
  readonly clientCount: number;
}

/** Hard cases, of which a test asserts that it has met each. */
export const hardCases = [
  "finalized, though shown only as confirmed",
  "finalized, of items shown as confirmed and others as finalized",
  "of several responses at one slot",
  "from a response that is not the newest of an item",
  "of a slot with two states",
  "of a fork that was left",
  "named a response that was dropped",
  "no memory for an item",
  "no memory for an entry: the client's share is full",
  "no memory for an entry: all is full",
  "not kept until finalized: memory is scarce",
  "a response kept in part",
  "a late response that was kept",
  "a late response that was too old",
  "a late confirmed response while finalized items are read",
  "a response of the ledger before",
  "a response of a slot that is not believed",
  "a response whose items have other indexes by now",
  "a response with an item that was forgotten and is known again",
  "spans of a slot that was dropped",
  "a response in memory that another had before",
] as const;
type HardCase = (typeof hardCases)[number];

/** A response that was written and has not arrived. */
interface Pending {
  readonly shown: ResponseItems;
  readonly sentAt: number;
  readonly era: number;
}

/** A ledger: what each item is at a slot follows from the slot, the fork that an upstream sees, and how often it was started again. */
class Ledger {
  head = 100_000;
  era = 0;
  fork = 0;

  slotAt(commitment: Commitment): number {
    return this.head - { processed: 0, confirmed: 1, finalized: 4 }[commitment];
  }

  /** Items change in some slots only, and some become again what they were. */
  text(key: number, slot: number, fork: number): string {
    const length = key % 5 === 4 ? 2100 : key % 3 === 2 ? 200 : 0;
    const change = Math.floor(slot / ((key % 4) + 1));
    return `${keys[key]} ${this.era} ${fork} ${key % 2 === 0 ? change % 2 : change}`.padEnd(length, ".");
  }

  /** What is confirmed is the same on all forks. */
  forkAt(commitment: Commitment): number {
    return commitment === "processed" ? this.fork : 0;
  }
}

/** What is known of items, beside a ledger whose every state is known. */
export class ItemModel {
  readonly faults: string[] = [];
  readonly #ledger = new Ledger();
  readonly #budget: MemoryBudget;
  readonly #head: Head;
  readonly #items: ItemStore;
  readonly #options: ModelOptions;
  readonly #meet: (met: HardCase) => void;
  /** The forks whose state was seen at a commitment and slot, since the ledger was started. */
  readonly #forks = new Map<string, Set<number>>();
  /** Responses that were kept, by commitment; those before a forgetting are not among them. */
  readonly #kept: Record<Commitment, ResponseItems[]> = { processed: [], confirmed: [], finalized: [] };
  /** Of those, the confirmed ones that must be known until their slot is finalized. */
  #untilFinalized: ResponseItems[] = [];
  readonly #pending: Pending[] = [];
  readonly #clients = new Set<string | undefined>();
  #now = 0;
  #finalizedReadAt = Number.NEGATIVE_INFINITY;

  constructor(options: ModelOptions, meet: (met: HardCase) => void) {
    const { behind, maxBytes } = options;
    this.#options = options;
    this.#meet = meet;
    this.#budget = new MemoryBudget(maxBytes);
    this.#watchMemory();
    const isBelieved = (_: Commitment, slot: number) => slot <= this.#ledger.head + believedAhead;
    const onForget = () => {
      this.#items.dropTexts();
      this.#forgetKept();
    };
    this.#head = new Head({ slotMs, cautiousSlotMs: slotMs }, behind, {
      isBelieved,
      onMove: () => undefined,
      onForget,
    });
    this.#items = new ItemStore(60, this.#head, this.#budget);
    this.#report();
    this.#note();
  }

  #watchMemory(): void {
    const { reused } = this.#budget;
    const take = reused.take.bind(reused);
    const taken = new WeakSet<Buffer>();
    reused.take = (...asked) => {
      const memory = take(...asked);
      if (memory !== undefined && taken.has(memory))
        this.#meet("a response in memory that another had before");
      if (memory !== undefined) taken.add(memory);
      return memory;
    };
  }

  take(step: ModelStep): void {
    const ledger = this.#ledger;
    this.#now += 10;
    if (step.kind === "slot") {
      ledger.head += step.by;
      ledger.fork = 0;
      this.#report();
    } else if (step.kind === "fork") {
      ledger.fork += 1;
    } else if (step.kind === "restart") {
      this.#restart(step.back);
    } else if (step.kind === "pass") {
      this.#now += step.ms;
    } else if (step.kind === "clear") {
      this.#items.clear();
      this.#forgetKept();
    } else if (step.kind === "ask") {
      this.#ask(step);
    } else if (step.kind === "arrive") {
      const [arrived] = this.#pending.splice(-1 - (step.nth % Math.max(this.#pending.length, 1)), 1);
      if (arrived !== undefined) this.#arrive(arrived);
    } else {
      this.#read(step);
    }
    this.#note();
    this.#items.rank(this.#now);
    this.#checkMemory();
  }

  /** Lets everything grow old, and then drops it: `byRank` by not reading it for long. */
  end(byRank: boolean): void {
    const ledger = this.#ledger;
    for (let round = 0; round < 4; round += 1) {
      // Items are ranked every two seconds, and after two without a slot the head is unknown.
      for (let second = 0; second < 2; second += 1) {
        ledger.head += 50;
        this.#now += 1000;
        this.#report();
      }
      for (const commitment of commitments)
        this.#head.recordResponse(commitment, ledger.slotAt(commitment), this.#now, this.#now);
      // One confirmed response is kept until its slot is finalized.
      if (round < 2) this.#keepConfirmed();
      this.#items.rank(this.#now);
      if (round === 1) this.#checkSpans(ledger.head - 150);
    }
    const known = this.#known();
    if (this.#budget.bytes !== known.length * bytesOfItem)
      this.faults.push(`${known.length} items without texts take ${this.#budget.bytes} bytes`);
    if (byRank) this.#items.rank(this.#now + 1e7);
    else this.#items.clear();
    if (this.#budget.bytes !== 0) this.faults.push(`${this.#budget.bytes} bytes are left`);
    for (const arrived of this.#pending.splice(0)) this.#arrive(arrived);
    if (this.#budget.bytes !== 0)
      this.faults.push(`${this.#budget.bytes} bytes are kept for forgotten items`);
  }

  #keepConfirmed(): void {
    const read = { commitment: "finalized", client: 0, keys: [0], below: 0 } as const;
    this.#read({ ...read, kind: "read" });
    this.#ask({ ...read, kind: "ask", commitment: "confirmed", lag: 0 });
    const arrived = this.#pending.pop();
    if (arrived !== undefined) this.#arrive(arrived);
  }

  /** Nothing may be kept of slots that were finalized long ago, though newer ones are not. */
  #checkSpans(before: number): void {
    for (const { key, unfinalized } of this.#known())
      for (let span = unfinalized; span !== undefined; span = span.before)
        if (span.to < before) this.faults.push(`${key} is kept for slot ${span.to}`);
  }

  #known(): Item[] {
    return keys.flatMap((key) => this.#items.get(key) ?? []);
  }

  #report(): void {
    this.#head.recordSlot(this.#ledger.head + 1, this.#ledger.head, this.#now);
  }

  /** Another ledger, after a silence. If it goes on near the old one's slots, no response of the old one can arrive: connections broke. */
  #restart(back: number): void {
    const ledger = this.#ledger;
    this.#now += 2500;
    ledger.head -= back;
    ledger.era += 1;
    if (back < believedAhead) this.#pending.splice(0);
    this.#forks.clear();
    this.#report();
  }

  /** Notes which states upstreams may answer from now. */
  #note(): void {
    for (const commitment of commitments)
      for (let lag = 0; lag <= 2; lag += 1) {
        const name = `${commitment} ${this.#ledger.slotAt(commitment) - lag}`;
        const forks = this.#forks.get(name) ?? new Set();
        this.#forks.set(name, forks.add(this.#ledger.forkAt(commitment)));
      }
  }

  #countReads(asked: readonly number[], of: number): Item[] {
    const client = of % this.#options.clientCount;
    const address = client === 0 ? undefined : `192.0.2.${client}`;
    this.#clients.add(address);
    return this.#within(asked).map((key) => {
      const item = this.#items.countRead(keys[key] ?? "", address);
      if (item.share === undefined) this.#meet("no memory for an item");
      return item;
    });
  }

  #within(asked: readonly number[]): number[] {
    return [...new Set(asked.map((key) => key % this.#options.keyCount))];
  }

  /** Asks for items as a merged call does, which notes their indexes, and writes the response. */
  #ask({ commitment, client, keys: asked, lag }: Extract<ModelStep, { kind: "ask" }>): void {
    const ledger = this.#ledger;
    const items = this.#countReads(asked, client);
    for (const [index, item] of items.entries()) stateOf(item, commitment).indexInCall = index;
    const slot = lag < 0 ? ledger.head + 2 * believedAhead : ledger.slotAt(commitment) - lag;
    const texts = this.#within(asked).map((key) =>
      lag < 0 ? "false" : ledger.text(key, slot, ledger.forkAt(commitment)),
    );
    const response = RawJson.fromText(`{"context":{"slot":${slot}},"value":[${texts.join(",")}]}`);
    const list = cutContextList(response, items.length);
    if (list === undefined) throw new Error("not a list");
    const shown = new ResponseItems(commitment, slot, list.context, items, list);
    this.#pending.push({ shown, sentAt: this.#now, era: ledger.era });
  }

  /** Keeps a response under the condition under which merged calls do. */
  #arrive({ shown, sentAt, era }: Pending): void {
    const { commitment, slot, items } = shown;
    const head = this.#head;
    const newest = head.newest(commitment);
    if (era !== this.#ledger.era) this.#meet("a response of the ledger before");
    else if (slot > this.#ledger.head + believedAhead)
      this.#meet("a response of a slot that is not believed");
    if (items.some((item, index) => stateOf(item, commitment).indexInCall !== index))
      this.#meet("a response whose items have other indexes by now");
    if (items.some((item) => item.popularity === 0 && this.#items.get(item.key)))
      this.#meet("a response with an item that was forgotten and is known again");
    head.recordResponse(commitment, slot, sentAt, this.#now);
    if (!head.isLive(this.#now) || slot > head.newest(commitment)) return;
    const isReadFinalized = this.#now - this.#finalizedReadAt < 10_000;
    const bytesBefore = this.#budget.bytes;
    this.#items.keep(shown, this.#now);
    if (slot < newest - 1) this.#meet("a late response that was too old");
    if (slot < newest - 1) return;
    // Of an older response than the newest of an item, it can't be seen here whether it was kept.
    const kept = items.filter((item) => isKnown(item) && stateOf(item, commitment).slot >= slot);
    if (slot < newest && this.#budget.bytes > bytesBefore) this.#meet("a late response that was kept");
    if (kept.length > 0) this.#noteKept(shown, kept, isReadFinalized);
    if (kept.length > 0 && kept.length < items.length) this.#meet("a response kept in part");
    for (const [index, item] of items.entries())
      if (isKnown(item) && !kept.includes(item)) this.#noteFull(item, shown.texts.byteLength(index));
  }

  #noteKept(shown: ResponseItems, kept: readonly Item[], isReadFinalized: boolean): void {
    const { commitment, slot } = shown;
    this.#kept[commitment].push(shown);
    if (commitment !== "confirmed" || !isReadFinalized) return;
    const newest = Math.max(
      ...this.#untilFinalized.map((other) => other.slot),
      this.#head.newest("finalized") - 1,
    );
    if (slot < newest) this.#meet("a late confirmed response while finalized items are read");
    else this.#untilFinalized.push(shown);
    if (kept.some(({ share }) => share !== undefined && this.#budget.isScarce(share)))
      this.#meet("not kept until finalized: memory is scarce");
  }

  #forgetKept(): void {
    for (const commitment of commitments) this.#kept[commitment] = [];
    this.#untilFinalized = [];
  }

  #noteFull({ share }: Item, textBytes: number): void {
    // An entry takes a little more than its text.
    const isShareFull = (share?.bytes ?? 0) + textBytes + 100 > this.#options.maxBytes / 10;
    this.#meet(
      isShareFull
        ? "no memory for an entry: the client's share is full"
        : "no memory for an entry: all is full",
    );
  }

  #read({ commitment, client, keys: asked, below }: Extract<ModelStep, { kind: "read" }>): void {
    const head = this.#head;
    const items = this.#countReads(asked, client);
    const lowest = head.floor(commitment, this.#now);
    const floor = Number.isFinite(lowest) ? Math.max(lowest - below, 0) : lowest;
    if (commitment === "finalized") this.#finalizedReadAt = this.#now;
    if (items.some((item) => isWithin(stateOf(item, commitment).slot, floor, head.newest(commitment) - 2)))
      this.#meet("named a response that was dropped");
    if (items.some((item) => isWithin(item.unfinalized?.to, 0, head.newest("finalized") - 2)))
      this.#meet("spans of a slot that was dropped");
    const known = this.#items.find(commitment, items, floor, this.#now);
    const least = this.#options.maxBytes < 1e6 ? -1 : this.#knownSlot(commitment, items, floor);
    const name = `${commitment} ${known?.slot} of ${items.map(({ key }) => key)}`;
    if ((known?.slot ?? -1) < least) this.faults.push(`${name} is known at ${least}`);
    if (known === undefined) return;
    const { slot, context, texts } = known;
    if (slot < floor) this.faults.push(`${name} is below the floor of ${floor}`);
    if (slot > this.#ledger.slotAt(commitment)) this.faults.push(`${name} is not reached yet`);
    if (context !== `{"slot":${slot}}`) this.faults.push(`${name} has the context ${context}`);
    this.#checkTruth(name, commitment, slot, this.#within(asked), texts);
    this.#noteServed(commitment, slot, items);
  }

  /** With memory for everything: the highest slot of which all items must be known; -1 if there is none. */
  #knownSlot(commitment: Commitment, items: readonly Item[], floor: number): number {
    const shows = (shown: ResponseItems, item: Item) =>
      item.share !== undefined && shown.items.includes(item);
    const isUsed = ({ commitment, slot }: ResponseItems) =>
      slot >= Math.max(floor, this.#head.newest(commitment) - 1);
    const sources = [...this.#kept[commitment === "processed" ? "confirmed" : commitment].filter(isUsed)];
    if (commitment === "finalized")
      sources.push(
        ...this.#untilFinalized.filter(
          ({ slot }) =>
            slot >= Math.max(floor, this.#head.newest(commitment) - 1) &&
            slot <= this.#head.newest(commitment),
        ),
      );
    const atSlot = sources.filter(({ slot }) =>
      items.every((item) => sources.some((other) => other.slot === slot && shows(other, item))),
    );
    const ofOne = (commitment === "processed" ? this.#kept.processed : []).filter(
      (shown) => isUsed(shown) && items.every((item) => shows(shown, item)),
    );
    return Math.max(-1, ...[...atSlot, ...ofOne].map(({ slot }) => slot));
  }

  /** All texts must be of one state that the ledger had at this slot. What was confirmed is processed on all forks that go on. */
  #checkTruth(
    name: string,
    commitment: Commitment,
    slot: number,
    asked: readonly number[],
    texts: readonly string[],
  ): void {
    const ledger = this.#ledger;
    const ofCommitment = this.#forks.get(`${commitment} ${slot}`) ?? new Set();
    const forks = new Set([...ofCommitment, ...(this.#forks.get(`confirmed ${slot}`) ?? [])]);
    const isOf = (fork: number) => asked.every((key, index) => ledger.text(key, slot, fork) === texts[index]);
    const [fork] = [...forks].filter(isOf);
    if (fork === undefined || texts.length !== asked.length) this.faults.push(`${name} were never ${texts}`);
    if (forks.size > 1) this.#meet("of a slot with two states");
    if (fork !== undefined && fork > ledger.fork) this.#meet("of a fork that was left");
  }

  #noteServed(commitment: Commitment, slot: number, items: readonly Item[]): void {
    const atSlot = this.#kept[commitment].filter((shown) => shown.slot === slot);
    const responses = items.map((item) => atSlot.find((shown) => shown.items.includes(item)));
    const isMissing = responses.includes(undefined);
    if (new Set(responses).size > 1) this.#meet("of several responses at one slot");
    if (items.some((item) => stateOf(item, commitment).slot > slot))
      this.#meet("from a response that is not the newest of an item");
    if (commitment !== "finalized" || !isMissing) return;
    this.#meet("finalized, though shown only as confirmed");
    if (responses.some((response) => response !== undefined))
      this.#meet("finalized, of items shown as confirmed and others as finalized");
  }

  #checkMemory(): void {
    const { maxBytes } = this.#options;
    let sum = 0;
    for (const client of this.#clients) {
      const { bytes } = this.#budget.shareOf(client);
      sum += bytes;
      if (bytes > maxBytes / 10) this.faults.push(`${client} takes ${bytes} bytes of ${maxBytes}`);
    }
    if (sum !== this.#budget.bytes) this.faults.push(`clients take ${sum} bytes of ${this.#budget.bytes}`);
    if (sum > maxBytes) this.faults.push(`all take ${sum} bytes of ${maxBytes}`);
  }
}

/** A head that believes every slot. */
export function headOf(acceptedLagSlots: number, onForget: () => void = () => undefined): Head {
  const isBelieved = () => true;
  const time = { slotMs, cautiousSlotMs: slotMs };
  return new Head(time, acceptedLagSlots, { isBelieved, onMove: () => undefined, onForget });
}

const bytesOfItem = (() => {
  const budget = new MemoryBudget(1e7);
  new ItemStore(60, headOf(0), budget).countRead("a", undefined);
  return budget.bytes;
})();

/** Whether an item was not forgotten, and there was memory for it. */
function isKnown(item: Item): boolean {
  return item.popularity > 0 && item.share !== undefined;
}

function isWithin(slot: number | undefined, from: number, to: number): boolean {
  return slot !== undefined && slot >= from && slot <= to;
}
