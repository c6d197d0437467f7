import { Cancellation } from "../../call/cancellation.ts";
import { type Send, UpstreamCall } from "../../call/upstream-call.ts";
import type { MethodPlan } from "../../gateway/params/method-plan.ts";
import { cutItems, mostItems } from "../../json/cut-items.ts";
import { member } from "../../json/cut-members.ts";
import { type RawJson, wholeNumber } from "../../json/raw-json.ts";
import { otherLedgerSlots } from "../../ledger-time/ledger-lengths.ts";
import type { LedgerTime } from "../../ledger-time/network-clock.ts";
import type { Network } from "../../networks/network.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { Batch } from "./batch.ts";
import { type FullReads, ParallelLimit } from "./full-reads.ts";

/** A value as it was at a slot. */
export interface ReadValue {
  readonly slot: number;
  readonly value: RawJson;
}

/** What a reader needs. */
export interface LedgerReaderOptions {
  readonly send: Send;
  readonly plans: ReadonlyMap<string, MethodPlan>;
  readonly network: () => Network;
  readonly clock: () => LedgerTime;
  readonly requestTimeoutMs: number;
  readonly fullReads: FullReads;
  /** The network turned out to be another ledger, or a reported slot to have been wrong. */
  readonly onRestarted: () => void;
  /** A subscription goes on without a block. */
  readonly onBlockLost: (slot: number, error: RpcError) => void;
}

/** The ledger's limits for one call. */
const maxAccounts = 100;
const maxSignatures = 256;
/** Most calls at once to one network: recovery after a gap must not crowd out the calls of clients. */
const maxParallel = 8;
/** An account of a program, with its address, owner and data, is longer than this. */
const leastAccountBytes = 100;
/** Blocks kept for other subscriptions to read; they are megabytes large. */
const keptBlocks = 4;

/**
 * Reads one network over HTTP for subscriptions: what was missed in a gap, and what an upstream does not push.
 * What many subscriptions ask for is gathered into few calls.
 */
export class LedgerReader {
  readonly onBlockLost: LedgerReaderOptions["onBlockLost"];
  readonly #options: LedgerReaderOptions;
  readonly #limit = new ParallelLimit(maxParallel);
  readonly #cancellation = new Cancellation();
  readonly #accounts = this.#batch("getMultipleAccounts", maxAccounts);
  readonly #statuses = this.#batch("getSignatureStatuses", maxSignatures);
  readonly #blocks = new Map<string, Promise<RawJson>>();
  /** By commitment. */
  readonly #newestSlots = new Map<string, number>();

  constructor(options: LedgerReaderOptions) {
    this.#options = options;
    this.onBlockLost = options.onBlockLost;
  }

  /** The network's clock. */
  get clock(): LedgerTime {
    return this.#options.clock();
  }

  /** Cancels calls in flight. */
  close(): void {
    this.#cancellation.cancel();
  }

  /** The newest slot at a commitment. */
  async slot(commitment: string): Promise<number> {
    const result = await this.#call("getSlot", `[{"commitment":"${commitment}"}]`);
    const slot = slotOf("getSlot", result);
    const newest = this.#newestSlots.get(commitment) ?? 0;
    const isRestarted = slot < newest - otherLedgerSlots;
    if (isRestarted) this.#options.onRestarted();
    this.#newestSlots.set(commitment, isRestarted ? slot : Math.max(slot, newest));
    return slot;
  }

  /** An account as raw JSON, `null` if it does not exist; `pubkey` and `config` are JSON text. */
  account(pubkey: string, config: string): Promise<ReadValue> {
    return this.#accounts.ask(pubkey, config);
  }

  /** The status of a signature, `null` if it is not known; `signature` is JSON text. */
  status(signature: string, searchHistory: boolean): Promise<ReadValue> {
    return this.#statuses.ask(signature, `{"searchTransactionHistory":${searchHistory}}`);
  }

  /**
   * The accounts of a program, each `{pubkey, account}`, cut out as they are iterated; `program` and `config` (with withContext) are
   * JSON text. Undefined when they are no longer wanted by the time of the read.
   */
  async programAccounts(
    program: string,
    config: string,
    isWanted: () => boolean,
  ): Promise<{ slot: number; accounts: Iterable<RawJson> } | undefined> {
    const answer = await this.#options.fullReads.run(isWanted, () =>
      this.#call("getProgramAccounts", `[${program},${config}]`),
    );
    if (answer === undefined) return undefined;
    const { slot, value } = contextOf(answer);
    return { slot, accounts: cutItems(value, mostItems(value, leastAccountBytes)) };
  }

  /** The slots from `from` to `to` that have a block, in order. */
  async blocks(from: number, to: number, commitment: string): Promise<readonly number[]> {
    const result = await this.#call("getBlocks", `[${from},${to},{"commitment":"${commitment}"}]`);
    const slots = Array.from(cutItems(result, to - from + 1), (item) => slotOf("getBlocks", item));
    let least = from;
    for (const slot of slots) {
      if (slot < least || slot > to) throw unusable("getBlocks", "it names slots that were not asked for");
      least = slot + 1;
    }
    return slots;
  }

  /** A block, `null` if the slot has none. */
  block(slot: number, config: string): Promise<RawJson> {
    const key = `${slot} ${config}`;
    const known = this.#blocks.get(key);
    if (known !== undefined) return known;
    const block = this.#call("getBlock", `[${slot},${config}]`);
    for (const oldest of this.#blocks.keys()) {
      if (this.#blocks.size < keptBlocks) break;
      this.#blocks.delete(oldest);
    }
    this.#blocks.set(key, block);
    block.catch(() => this.#blocks.delete(key));
    return block;
  }

  /** The network is another ledger now. */
  forget(): void {
    this.#blocks.clear();
    this.#newestSlots.clear();
  }

  /** Reads by a method that takes a list of keys and returns a list of values. */
  #batch(method: string, max: number): Batch<ReadValue> {
    return new Batch(max, async (keys, config) => {
      const { slot, value } = contextOf(await this.#call(method, `[[${keys.join(",")}],${config}]`));
      return Array.from(cutItems(value, keys.length), (item) => ({ slot, value: item }));
    });
  }

  #call(name: string, params: string): Promise<RawJson> {
    return this.#limit.run(() => {
      const { send, plans, network, requestTimeoutMs } = this.#options;
      const plan = plans.get(name);
      if (plan === undefined) throw new Error(`the document has no method ${name}`);
      return send(
        new UpstreamCall({
          network: network(),
          method: plan.method,
          upstreamMethod: name,
          params,
          cancellation: this.#cancellation,
          deadline: performance.now() + requestTimeoutMs,
          // A cached answer would not show what was missed.
          isFresh: true,
          notes: {},
        }),
      );
    });
  }
}

function contextOf(result: RawJson): ReadValue {
  const context = member(result, "context");
  const slot = wholeNumber(context === undefined ? undefined : member(context, "slot"));
  const value = member(result, "value");
  if (slot === undefined || value === undefined) throw new Error("the answer has no context");
  return { slot, value };
}

function slotOf(method: string, result: RawJson): number {
  const slot = wholeNumber(result);
  if (slot === undefined) throw unusable(method, "it is not a slot");
  return slot;
}

function unusable(method: string, reason: string): RpcError {
  return RpcError.of("upstreamInvalid", `The upstream's answer to ${method} is unusable: ${reason}.`);
}
