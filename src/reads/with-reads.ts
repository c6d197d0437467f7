import { callCommitment } from "../call/call-commitment.ts";
import type { Deadlines } from "../call/deadlines.ts";
import { answerSlot } from "../call/learn-shown-slots.ts";
import type { Send, SendWrapper, UpstreamCall } from "../call/upstream-call.ts";
import type { Commitment, MethodDescription } from "../contract/method-description.ts";
import { member } from "../json/cut-members.ts";
import type { RawJson } from "../json/raw-json.ts";
import { clientOfCall } from "../upstream/node/client-of-call.ts";
import type { UpstreamSet } from "../upstream/node/upstream-set.ts";
import type { UpstreamSets } from "../upstream/node/upstream-sets.ts";
import { createCallKey } from "../upstream/sharing/call-key.ts";
import { type AskedItems, AskedItemsParser, isItem } from "./asked-items.ts";
import { HeadParts } from "./head-parts.ts";
import { answerOf } from "./item-answer.ts";
import type { KnownItems } from "./known-items.ts";
import type { KindOfItems, KnownLedger } from "./known-ledger.ts";
import type { KnownLedgers } from "./known-ledgers.ts";
import { Lane, type LaneContext, maxItemBytes, maxItemText } from "./lane.ts";
import type { Reading } from "./reading.ts";
import { servesAsWell } from "./serves-as-well.ts";

/** Longest answer from items that are known: a list may name one many times. */
const maxAnswerBytes = 1024 * 1024;
/** Waiting longer for other reads saves hardly any calls: bench/traffic. */
const usualWindowMs = 2;
/** 64 bytes in base58, with quotes: a digit for each byte if all are zero, else up to 88. */
const signatureLength = { least: 66, most: 90 };
/** What the status of a transaction takes, about. */
const statusBytes = 200;
/** The same for a token account. */
const tokenAccountBytes = 450;

/** What the step needs. */
export interface ReadsOptions {
  readonly ledgers: KnownLedgers;
  readonly sets: UpstreamSets;
  readonly deadlines: Deadlines;
  /** The methods of the document, by name. */
  readonly methods: Readonly<Record<string, MethodDescription>>;
  /** Longest time for which a read waits for others. */
  readonly windowMs?: number | undefined;
  /** Longest answer to a whole call that is kept. */
  readonly maxEntryBytes: number;
  readonly count: (outcome: "head" | "miss", call: UpstreamCall) => void;
  /** Called with the number of reads that one upstream call answered. */
  readonly onShared: (call: UpstreamCall, reads: number) => void;
}

/** Whether a method reads the head of the ledger, or shows what will be read there: a transaction's signature. */
export function isRead(method: MethodDescription | undefined): boolean {
  if (method === undefined) return false;
  return method.cache.class === "head" || method.cache.class === "node" || method.givesSignature;
}

/** Answers reads about the head from what is known of the ledger, and sends one upstream call for many of the others. */
export function withReads(options: ReadsOptions): SendWrapper {
  return (next) => {
    const reads = new Reads(options, next);
    return (call) => reads.send(call);
  };
}

class Reads {
  readonly #options: ReadsOptions;
  readonly #next: Send;
  readonly #parser = new AskedItemsParser();
  readonly #keyOf = createCallKey();
  readonly #parts: HeadParts;
  readonly #context: LaneContext;
  readonly #lanes = new WeakMap<KnownItems, Lane>();
  /** How statuses of sent transactions are read; undefined if the document has no such method. */
  readonly #statuses: MethodDescription | undefined;

  constructor(options: ReadsOptions, next: Send) {
    this.#options = options;
    this.#next = next;
    this.#parts = new HeadParts(options.methods);
    this.#statuses = Object.values(options.methods).find(({ merge }) => merge?.sent === true);
    const { deadlines, windowMs = usualWindowMs, sets, onShared } = options;
    this.#context = {
      next,
      deadlines,
      windowMs,
      onShared,
      onAnswered: (call, { commitment }, slot) => learnShown(call, sets.get(call.network), commitment, slot),
    };
  }

  send(call: UpstreamCall): Promise<RawJson> {
    const { method, network } = call;
    // A development ledger changes within a slot whenever its owner likes, and its calls cost nothing.
    if (method === undefined || call.isFresh === true || network.type === "localnet") return this.#next(call);
    if (method.givesSignature) return this.#sendTransaction(call);
    const now = performance.now();
    const set = this.#options.sets.get(network);
    const ledger = this.#options.ledgers.read(set, now);
    const asked = this.#parser.parse(call);
    // A method that takes no commitment answers from what was processed.
    const commitment = asked?.commitment ?? callCommitment(method, call.params) ?? "processed";
    const shown = set.upstreams.length > 1 ? (clientOfCall(call, set)?.shown[commitment] ?? 0) : 0;
    const least = Math.max(asked?.minContextSlot ?? 0, call.floor ?? 0, call.shownSlot ?? 0, shown);
    const floors = { asked: least, known: Math.max(least, ledger.head.floor(commitment, now)) };
    const reading = { call, method, set, ledger, commitment, floors, now };
    return (asked && this.#readItems(reading, asked)) ?? this.#readPart(reading) ?? this.#readWhole(reading);
  }

  /** Answers a read of items; undefined if it must be sent by itself. */
  #readItems(reading: Reading, asked: AskedItems): Promise<RawJson> | undefined {
    const { call, method, set, ledger, commitment, floors, now } = reading;
    const { rule } = asked;
    const narrowed = this.#narrowed(ledger, asked);
    if (narrowed === undefined) return undefined;
    const { form } = narrowed;
    const kind: KindOfItems = { into: rule.into, form, commitment, seconds: rule.recentSeconds };
    const items = ledger.itemsOf(kind);
    let bytes = 0;
    for (const key of asked.items) bytes += items.read(key, call.client)?.bytes ?? 0;
    const values = bytes > maxAnswerBytes ? undefined : items.find(asked.items, floors.known, now);
    const [first] = values ?? [];
    const known =
      values &&
      first &&
      answerOf(
        narrowed,
        first.answer.context,
        values.map(({ text }) => text),
        ledger.tokens,
      );
    if (known !== undefined && first !== undefined) {
      this.#noteHit(call);
      learnShown(call, set, commitment, first.answer.slot);
      return Promise.resolve(known);
    }
    // A read that asks for a slot that is not reached yet would delay or fail the others, and one that is known to be large would too.
    const isAhead = call.floor !== undefined || asked.minContextSlot >= Math.max(set.head, 1);
    const isLarge = asked.items.some((key) => (items.get(key)?.bytes ?? 0) > maxItemText);
    const into = this.#options.methods[rule.into];
    if (isAhead || isLarge || into === undefined || !servesAsWell(set, into, method, now, false))
      return undefined;
    const lane = this.#laneOf(reading, narrowed, kind, items, into);
    if (!this.#isDerivable(asked, items, ledger)) return undefined;
    if (!lane.isOpen(call, now)) return lane.follow(this.#readWhole(reading));
    this.#noteMiss(reading);
    return lane.read(call, narrowed, floors, now);
  }

  /** Whether the read's answer will follow from its items: for the amount of a token the decimals of its mint must be known. */
  #isDerivable({ rule, items: [key = ""] }: AskedItems, items: KnownItems, { tokens }: KnownLedger): boolean {
    if (rule.token === undefined) return true;
    const text = items.get(key)?.values[0]?.text;
    return text !== undefined && tokens.amountOf(text, rule.token) !== undefined;
  }

  /** What a read asks for, without more than the caller wants of accounts that are large or of unknown size; undefined if only a call of its own gives that. */
  #narrowed({ sizes }: KnownLedger, asked: AskedItems): AskedItems | undefined {
    const { derived, narrow, rule, items } = asked;
    if (derived === undefined) return asked;
    if (items.every((key) => (sizes.get(key) ?? Number.POSITIVE_INFINITY) <= maxItemBytes)) return asked;
    if (narrow === undefined) return undefined;
    const { encoding } = derived;
    const isEncoded = rule.member === undefined && encoding !== "base64";
    return {
      ...asked,
      form: narrow,
      isWhole: false,
      derived: isEncoded ? { encoding, slice: undefined } : undefined,
    };
  }

  #laneOf(
    { ledger }: Reading,
    { rule, isWhole, form }: AskedItems,
    kind: KindOfItems,
    items: KnownItems,
    method: MethodDescription,
  ): Lane {
    const known = this.#lanes.get(items);
    if (known !== undefined) return known;
    const isCostly = rule.costly?.some((field) => form.includes(`"${field}":true`)) === true;
    const context = this.#context;
    const lane = new Lane({ context, ledger, items, kind, method, rule, mayFill: isWhole && !isCostly });
    this.#lanes.set(items, lane);
    return lane;
  }

  /** Answers a read of a part of the head; undefined if it is none, or must be sent as it is. */
  #readPart(reading: Reading): Promise<RawJson> | undefined {
    const known = this.#parts.find(reading);
    if (known !== undefined) {
      this.#noteHit(reading.call);
      return Promise.resolve(known);
    }
    return this.#parts.askSource(reading, (of) => this.#readWhole(of));
  }

  /** Answers a call that is asked as a whole. */
  #readWhole(reading: Reading): Promise<RawJson> {
    const { call, ledger, commitment, floors, now } = reading;
    const isFollowed = ledger.head.isFollowed(now);
    const key = isFollowed ? this.#keyOf(call).text : "";
    const kept = isFollowed ? ledger.answers.find(key, commitment, floors.asked, now) : undefined;
    if (kept !== undefined) {
      this.#noteHit(call);
      return Promise.resolve(kept);
    }
    this.#noteMiss(reading);
    return this.#next(call).then((result) => {
      this.#learn(reading, key, result);
      return result;
    });
  }

  #learn(reading: Reading, key: string, result: RawJson): void {
    const { call, method, ledger, commitment, floors, now } = reading;
    const slot = answerSlot(method, result);
    const answeredAt = performance.now();
    if (slot !== undefined) ledger.head.show(commitment, slot, now, answeredAt);
    this.#learnToken(reading, slot, result);
    if (key === "" || result.byteLength > this.#options.maxEntryBytes) return;
    if (this.#parts.keep(reading, slot, result, answeredAt)) return;
    const isGood =
      slot === undefined
        ? ledger.head.isCurrent(now, answeredAt)
        : slot >= ledger.head.floor(commitment, answeredAt);
    if (isGood) ledger.answers.keep(key, call.client, { result, slot, floor: floors.asked, askedAt: now });
  }

  /** An upstream gave the amount of a token account: where its data is known at that slot, it shows the decimals of its mint. */
  #learnToken({ call, ledger, commitment, now }: Reading, slot: number | undefined, result: RawJson): void {
    const asked = call.method?.merge?.token === undefined ? undefined : this.#parser.parse(call);
    const { rule, form, items: [key = ""] = [] } = asked ?? {};
    if (rule?.token === undefined || form === undefined || slot === undefined) return;
    const items = ledger.itemsOf({ into: rule.into, form, commitment, seconds: rule.recentSeconds });
    const item = items.get(key);
    if (item === undefined) return;
    // It is a token account, and these are small: from now on others may ask for it too.
    ledger.sizes.set(item.key, rule.token.length);
    item.bytes ??= tokenAccountBytes;
    const [known] = items.find([key], slot, now) ?? [];
    const value = member(result, "value")?.toByteText();
    if (known?.answer.slot === slot && value !== undefined)
      ledger.tokens.learn(known.text, rule.token, value);
  }

  /** Remembers the signature of a transaction that an upstream took: its status is likely to be read soon. */
  async #sendTransaction(call: UpstreamCall): Promise<RawJson> {
    const result = await this.#next(call);
    const { network, client } = call;
    const ledger = this.#options.ledgers.get(network.id);
    const rule = this.#statuses?.merge;
    const { least, most } = signatureLength;
    const isOfLength = result.byteLength >= least && result.byteLength <= most;
    const signature = isOfLength ? result.toByteText() : "";
    if (ledger === undefined || rule === undefined || !isItem(signature)) return result;
    const kind = { into: rule.into, form: "", commitment: "processed", seconds: rule.recentSeconds } as const;
    const item = ledger.itemsOf(kind).read(signature, client);
    if (item !== undefined) item.bytes ??= statusBytes;
    return result;
  }

  #noteHit(call: UpstreamCall): void {
    call.notes.cache = "head";
    this.#options.count("head", call);
  }

  /** While the head is unknown, nothing could have answered it. */
  #noteMiss({ call, ledger, now }: Reading): void {
    if (!ledger.head.isFollowed(now)) return;
    call.notes.cache = "miss";
    this.#options.count("miss", call);
  }
}

/** Records the slot that a caller without a session was shown; for a session, its own step does that. */
function learnShown(call: UpstreamCall, set: UpstreamSet, commitment: Commitment, slot: number): void {
  if (call.session === undefined && set.upstreams.length > 1)
    clientOfCall(call, set)?.shown.raise(commitment, slot);
}
