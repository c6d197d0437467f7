import { answerSlot } from "../call/answer-slots.ts";
import { answerCommitment } from "../call/call-commitment.ts";
import { methodsByName, statusRule } from "../call/known-methods.ts";
import type { TimerWheel } from "../call/timer-wheel.ts";
import type { Send, UpstreamCall } from "../call/upstream-call.ts";
import type { Commitment, MethodDescription } from "../contract/method-description.ts";
import { getOrAdd } from "../get-or-add.ts";
import { member } from "../json/cut-raw.ts";
import type { RawJson } from "../json/raw-json.ts";
import { recordShownToClient, rememberedClientOf } from "../upstream/node/shown-to-client.ts";
import { callKey } from "../upstream/sharing/call-key.ts";
import type { UpstreamSets } from "../upstream/watch/upstream-sets.ts";
import { HeadFields } from "./head-fields.ts";
import { type HeadRead, servesInstead } from "./head-read.ts";
import { emptyConfig, ItemQueryParser, isAddressOrSignature } from "./items/item-query.ts";
import { maxItemBytes, writeItemsAnswer } from "./items/item-text.ts";
import { ReadMerger } from "./merging/read-merger.ts";
import type { ItemStore } from "./state/item-store.ts";
import type { LedgerState, LedgerStates } from "./state/ledger-states.ts";
import { canWriteAmounts, type TrackedItems, trackItems } from "./tracked-items.ts";

/** Size limit of an answer from memory. A list may name the same item many times. */
const maxAnswerBytes = 1024 * 1024;
/** Length of a signature's JSON text: 64 bytes take 64 to 88 digits in base58, and two quotes. */
const signatureLength = { min: 66, max: 90 };
/** Assumed size of a transaction's status until a response shows it. */
const statusBytes = 200;
/** Assumed size of a token account until a response shows it. */
const tokenAccountBytes = 450;

interface ReadsOptions {
  /** Sends a call through the steps of its own method after this one. */
  readonly next: Send;
  readonly ledgers: LedgerStates;
  readonly sets: UpstreamSets;
  readonly timers: TimerWheel;
  /** Longer results of whole calls are not kept. */
  readonly maxEntryBytes: number;
  readonly count: (outcome: "head" | "miss", call: UpstreamCall, countedAs: MethodDescription) => void;
  /** Called with each merged call and the number of its reads. */
  readonly onMerged: (call: UpstreamCall, reads: number) => void;
}

/** True for methods that use this step: reads of the head, and transactions, whose status is likely to be read next. */
export function entersReadsStep(method: MethodDescription | undefined): boolean {
  if (method === undefined) return false;
  return method.cache.class === "head" || method.cache.class === "node" || method.answerIsSignature;
}

/** Answers reads of the newest state from memory, and merges the rest into few upstream calls. */
export function withReads(options: ReadsOptions): Send {
  const reads = new Reads(options);
  return (call) => reads.send(call);
}

const newMergers = (): Partial<Record<Commitment, ReadMerger>> => ({});

class Reads {
  readonly #options: ReadsOptions;
  readonly #parser = new ItemQueryParser();
  readonly #headFields = new HeadFields();
  readonly #mergers = new WeakMap<ItemStore, Partial<Record<Commitment, ReadMerger>>>();

  constructor(options: ReadsOptions) {
    this.#options = options;
  }

  send(call: UpstreamCall): Promise<RawJson> {
    const { method, network } = call;
    // A local ledger can change within a slot, and calling it costs nothing.
    if (method === undefined || call.bypassesCache === true || network.type === "localnet")
      return this.#options.next(call);
    if (method.answerIsSignature) return this.#sendTransaction(call);
    const read = this.#beginRead(call, method);
    return this.#readItems(read) ?? this.#readHeadField(read) ?? this.#readWhole(read);
  }

  /** Determines everything that the answer depends on, above all the floors. */
  #beginRead(call: UpstreamCall, method: MethodDescription): HeadRead {
    const query = this.#parser.parse(call);
    const now = performance.now();
    const set = this.#options.sets.get(call.network);
    const ledger = this.#options.ledgers.ledgerForRead(set, now);
    // Methods without a commitment answer from processed state.
    const commitment = query?.commitment ?? answerCommitment(method, call.params);
    const client = set.upstreams.length > 1 ? rememberedClientOf(call, set) : undefined;
    const shown = client?.shown[commitment] ?? 0;
    const fromUpstream = Math.max(
      query?.minContextSlot ?? 0,
      call.floor ?? 0,
      call.preferredSlot ?? 0,
      shown,
    );
    const floors = { fromUpstream, fromMemory: Math.max(fromUpstream, ledger.head.floor(commitment, now)) };
    return { call, method, countedAs: method, query, set, ledger, commitment, floors, now };
  }

  /** Answers a read of items. Returns undefined if the call must be sent unchanged. */
  #readItems(read: HeadRead): Promise<RawJson> | undefined {
    const tracked = trackItems(read);
    if (tracked === undefined) return undefined;
    const answer = this.#answerFromMemory(read, tracked);
    if (answer !== undefined) return answer;
    const merger = this.#mergerFor(read, tracked);
    if (merger === undefined) return undefined;
    const { query, items } = tracked;
    if (!merger.accepts(read.call, items, read.now)) return merger.countUntilSettled(this.#readWhole(read));
    this.#noteMiss(read);
    return merger.read(read.call, query, items, read.floors);
  }

  #answerFromMemory(read: HeadRead, { query, store, items }: TrackedItems): Promise<RawJson> | undefined {
    const { ledger, commitment, floors, now } = read;
    let length = 0;
    for (const { bytes = 0 } of items) length += bytes;
    const itemsAtSlot =
      length > maxAnswerBytes ? undefined : store.find(commitment, items, floors.fromMemory, now);
    const answer = itemsAtSlot && writeItemsAnswer(query, itemsAtSlot, ledger.tokens);
    if (itemsAtSlot === undefined || answer === undefined) return undefined;
    if (query.rule.token !== undefined) for (const item of items) item.canWriteAmount = true;
    return this.#answerHit(read, answer);
  }

  /** Returns undefined if the read must not be merged. */
  #mergerFor(read: HeadRead, tracked: TrackedItems): ReadMerger | undefined {
    const { call, set, ledger, commitment } = read;
    const { query, store, items } = tracked;
    const mergedMethod = methodsByName[query.rule.into];
    if (mergedMethod === undefined || !servesInstead(read, mergedMethod)) return undefined;
    // A read of a future slot or of a large item would delay or fail the other reads of its call.
    const isAhead = call.floor !== undefined || query.minContextSlot >= Math.max(set.head, 1);
    if (isAhead || items.some(({ bytes = 0 }) => bytes > maxItemBytes)) return undefined;
    if (query.rule.token !== undefined && !canWriteAmounts(query.rule.token, items, store, ledger.tokens))
      return undefined;
    return this.#getOrCreateMerger(ledger, tracked, commitment, mergedMethod);
  }

  #getOrCreateMerger(
    { head, tokens }: LedgerState,
    { query: { rule, mergedConfig }, store, wholeAccounts }: TrackedItems,
    commitment: Commitment,
    method: MethodDescription,
  ): ReadMerger {
    const mergers = getOrAdd(this.#mergers, store, newMergers);
    const { next, sets, timers, onMerged } = this.#options;
    mergers[commitment] ??= new ReadMerger({
      next,
      sets,
      timers,
      head,
      tokens,
      store,
      wholeAccounts,
      commitment,
      method,
      rule,
      configMembers: mergedConfig.configMembers,
      onMerged,
    });
    return mergers[commitment];
  }

  /** Answers a read of a head field. Returns undefined if it is none, or must be sent unchanged. */
  #readHeadField(read: HeadRead): Promise<RawJson> | undefined {
    const answer = this.#headFields.find(read);
    if (answer !== undefined) return this.#answerHit(read, answer);
    return this.#headFields.readSource(read, (source) => this.#readWhole(source));
  }

  /** Answers a call with the kept result of an equal one, or sends it unchanged. */
  #readWhole(read: HeadRead): Promise<RawJson> {
    const { call, ledger, commitment, floors, now } = read;
    const isHeadKnown = ledger.head.isLive(now);
    const key = isHeadKnown ? callKey(call).text : "";
    const kept = isHeadKnown ? ledger.callResults.find(key, commitment, floors.fromUpstream, now) : undefined;
    if (kept !== undefined) return this.#answerHit(read, kept);
    this.#noteMiss(read);
    return this.#options.next(call).then((result) => {
      this.#learn(read, key, result);
      return result;
    });
  }

  #learn(read: HeadRead, key: string, result: RawJson): void {
    const { call, method, ledger, commitment, floors, now } = read;
    const slot = answerSlot(method, result);
    const respondedAt = performance.now();
    if (slot !== undefined) ledger.head.recordResponse(commitment, slot, now, respondedAt);
    this.#learnToken(read, slot, result);
    if (key === "" || result.byteLength > this.#options.maxEntryBytes) return;
    // A slot above the head's was ignored, because it is not believed.
    if (slot !== undefined && slot > ledger.head.newest(commitment)) return;
    if (this.#headFields.keep(read, slot, result, respondedAt)) return;
    if (!ledger.head.accepts(slot, commitment, now, respondedAt)) return;
    const { seconds } = method.cache;
    const expiresAt = seconds && now + seconds * 1000;
    const answer = { result, slot, floor: floors.fromUpstream, sentAt: now, expiresAt };
    ledger.callResults.keep(key, call.clientAddress, answer);
  }

  /** Learns the decimals of a mint from an upstream's token amount, if the token account's data is known at the same slot. */
  #learnToken({ query, ledger, commitment, now }: HeadRead, slot: number | undefined, result: RawJson): void {
    const { rule, mergedConfig, items: [key = ""] = [] } = query ?? {};
    if (rule?.token === undefined || mergedConfig === undefined || slot === undefined) return;
    const items = ledger.itemsOf(mergedConfig.key, rule.recentSeconds);
    const item = items.get(key);
    if (item === undefined) return;
    // Token accounts are small, so merged calls may include it from now on.
    item.bytes ??= tokenAccountBytes;
    const itemsAtSlot = items.find(commitment, [item], slot, now);
    const value = member(result, "value")?.toByteText();
    if (itemsAtSlot?.slot !== slot || value === undefined) return;
    item.canWriteAmount = ledger.tokens.learn(itemsAtSlot.texts[0] ?? "", rule.token, value);
  }

  /** Sends a transaction, and counts a read of its status, which is likely to follow. */
  async #sendTransaction(call: UpstreamCall): Promise<RawJson> {
    const result = await this.#options.next(call);
    const { network, clientAddress } = call;
    const ledger = this.#options.ledgers.get(network.id);
    const { min, max } = signatureLength;
    const hasSignatureLength = result.byteLength >= min && result.byteLength <= max;
    const signature = hasSignatureLength ? result.toByteText() : "";
    if (ledger === undefined || !isAddressOrSignature(signature)) return result;
    const items = ledger.itemsOf(emptyConfig(statusRule).key, statusRule.recentSeconds);
    items.countRead(signature, clientAddress).bytes ??= statusBytes;
    return result;
  }

  /** Answers from memory, and records the slots, so that the client is shown none that is older. */
  #answerHit({ call, countedAs, set }: HeadRead, answer: RawJson): Promise<RawJson> {
    call.notes.cache = "head";
    this.#options.count("head", call, countedAs);
    recordShownToClient(call, set, answer);
    return Promise.resolve(answer);
  }

  /** Counts a miss, unless the head is unknown, when no read is answered from memory. */
  #noteMiss({ call, countedAs, ledger, now }: HeadRead): void {
    if (!ledger.head.isLive(now)) return;
    call.notes.cache = "miss";
    this.#options.count("miss", call, countedAs);
  }
}
