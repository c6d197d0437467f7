import { LRUCache } from "lru-cache";
import { Cancellation } from "../../call/cancellation.ts";
import { methodsByName } from "../../call/known-methods.ts";
import { type Send, UpstreamCall } from "../../call/upstream-call.ts";
import { contextSlot } from "../../json/context-slot.ts";
import { cutItems, maxItemsIn, member } from "../../json/cut-raw.ts";
import { type RawJson, wholeNumber } from "../../json/raw-json.ts";
import type { ReadonlyLedgerClock } from "../../ledger-clock/ledger-clock.ts";
import { impossibleJump } from "../../ledger-clock/ledger-lengths.ts";
import type { Network } from "../../networks/network.ts";
import { type RpcError, unusableResponseError } from "../../rpc/rpc-error.ts";
import { Batch } from "./batch.ts";
import type { FullReads } from "./full-reads.ts";
import { ParallelLimit } from "./parallel-limit.ts";

interface ReadValue {
  readonly slot: number;
  readonly value: RawJson;
}

interface LedgerReaderOptions {
  readonly send: Send;
  readonly network: () => Network;
  readonly clock: () => ReadonlyLedgerClock;
  readonly requestTimeoutMs: number;
  readonly fullReads: FullReads;
  /** Called when the newest slot is far below an earlier one: the ledger was replaced, or the earlier slot was wrong. */
  readonly onLedgerReplaced: () => void;
  /** Called when a block is skipped because it cannot be read. */
  readonly onBlockLost: (slot: number, error: RpcError) => void;
}

/** The ledger's limits on keys per call. */
const maxAccounts = 100;
const maxSignatures = 256;
/** Most concurrent calls to one network: filling gaps must not crowd out clients' calls. */
const maxParallel = 8;
/** Minimum size of an account's JSON, with its address and owner. */
const minAccountBytes = 100;
/** Blocks cached for other subscriptions: few, because each takes megabytes. */
const maxCachedBlocks = 4;

/** Reads over HTTP what a network's subscriptions missed and what no upstream sends, batched into few calls. */
export class LedgerReader {
  readonly onBlockLost: LedgerReaderOptions["onBlockLost"];
  readonly #options: LedgerReaderOptions;
  readonly #limit = new ParallelLimit(maxParallel);
  readonly #cancellation = new Cancellation();
  readonly #accounts = this.#batch("getMultipleAccounts", maxAccounts);
  readonly #statuses = this.#batch("getSignatureStatuses", maxSignatures);
  readonly #blocks = new LRUCache<string, Promise<RawJson>>({ max: maxCachedBlocks });
  /** The newest slots by commitment. */
  readonly #newestSlots = new Map<string, number>();

  constructor(options: LedgerReaderOptions) {
    this.#options = options;
    this.onBlockLost = options.onBlockLost;
  }

  get clock(): ReadonlyLedgerClock {
    return this.#options.clock();
  }

  close(): void {
    this.#cancellation.cancel();
  }

  async slot(commitment: string): Promise<number> {
    const result = await this.#call("getSlot", `[{"commitment":"${commitment}"}]`);
    const slot = expectSlot("getSlot", result);
    const newest = this.#newestSlots.get(commitment) ?? 0;
    const isReplaced = slot < newest - impossibleJump;
    if (isReplaced) this.#options.onLedgerReplaced();
    this.#newestSlots.set(commitment, isReplaced ? slot : Math.max(slot, newest));
    return slot;
  }

  /** Reads an account, `null` if it does not exist. `pubkey` and `config` are JSON text. */
  account(pubkey: string, config: string): Promise<ReadValue> {
    return this.#accounts.read(pubkey, config);
  }

  /** Reads a signature's status, `null` if unknown. `signature` is JSON text. */
  status(signature: string, searchHistory: boolean): Promise<ReadValue> {
    return this.#statuses.read(signature, `{"searchTransactionHistory":${searchHistory}}`);
  }

  /**
   * Reads a program's accounts, each `{pubkey, account}`, cut lazily. `program` and `config`, which must request the context, are
   * JSON text. Undefined if no longer wanted once the budget allows the read.
   */
  async programAccounts(
    program: string,
    config: string,
    isWanted: () => boolean,
  ): Promise<{ slot: number; accounts: Iterable<RawJson> } | undefined> {
    const response = await this.#options.fullReads.run(isWanted, () =>
      this.#call("getProgramAccounts", `[${program},${config}]`),
    );
    if (response === undefined) return undefined;
    const { slot, value } = toReadValue("getProgramAccounts", response);
    return { slot, accounts: cutItems(value, maxItemsIn(value, minAccountBytes)) };
  }

  /** Reads which slots from `from` to `to` have a block, in order. */
  async blocks(from: number, to: number, commitment: string): Promise<readonly number[]> {
    const result = await this.#call("getBlocks", `[${from},${to},{"commitment":"${commitment}"}]`);
    const slots = Array.from(cutItems(result, to - from + 1), (item) => expectSlot("getBlocks", item));
    let lowest = from;
    for (const slot of slots) {
      if (slot < lowest || slot > to)
        throw unusableResponseError("getBlocks", "it has slots that were not requested");
      lowest = slot + 1;
    }
    return slots;
  }

  /** Reads a block, `null` if the slot has none. */
  block(slot: number, config: string): Promise<RawJson> {
    const key = `${slot} ${config}`;
    const cached = this.#blocks.get(key);
    if (cached !== undefined) return cached;
    const block = this.#call("getBlock", `[${slot},${config}]`);
    this.#blocks.set(key, block);
    block.catch(() => this.#blocks.delete(key));
    return block;
  }

  /** Discards cached reads, because the ledger was replaced. */
  forgetLedger(): void {
    this.#blocks.clear();
    this.#newestSlots.clear();
  }

  /** Batches reads of a method from a list of keys to a list of values. */
  #batch(method: string, max: number): Batch<ReadValue> {
    return new Batch(method, max, async (keys, config) => {
      const response = await this.#call(method, `[[${keys.join(",")}],${config}]`);
      const { slot, value } = toReadValue(method, response);
      return Array.from(cutItems(value, keys.length), (item) => ({ slot, value: item }));
    });
  }

  #call(name: string, params: string): Promise<RawJson> {
    return this.#limit.run(() => {
      const { send, network, requestTimeoutMs } = this.#options;
      const method = methodsByName[name];
      if (method === undefined) throw new Error(`the document has no method ${name}`);
      return send(
        new UpstreamCall({
          network: network(),
          method,
          params,
          cancellation: this.#cancellation,
          deadline: performance.now() + requestTimeoutMs,
          // A cached result would not show what was missed.
          bypassesCache: true,
          notes: {},
        }),
      );
    });
  }
}

function toReadValue(method: string, result: RawJson): ReadValue {
  const slot = contextSlot(result);
  const value = member(result, "value");
  if (slot === undefined || value === undefined)
    throw unusableResponseError(method, "it has no context with a slot, or no value");
  return { slot, value };
}

/** Returns a result that is a slot; throws if it is anything else. */
function expectSlot(method: string, result: RawJson): number {
  const slot = wholeNumber(result);
  if (slot === undefined) throw unusableResponseError(method, "it is not a slot");
  return slot;
}
