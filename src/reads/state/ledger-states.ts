import { LRUCache } from "lru-cache";
import type { Network } from "../../networks/network.ts";
import type { UpstreamSet } from "../../upstream/node/upstream-set.ts";
import { TokenAmounts } from "../items/item-text.ts";
import { CallResults } from "./call-results.ts";
import { Head } from "./head.ts";
import { ItemStore } from "./item-store.ts";
import { MemoryBudget } from "./memory-budget.ts";

/** Most kinds of items per network; the least recently used is evicted. */
const maxKinds = 16;
/** How long sources of head fields are kept; there are few. */
const headSourceSeconds = 60;

/** A head is followed after this many reads within `countedMs`. */
const readsToFollow = 3;
const countedMs = 1000;
/** A head is no longer followed after this long without a read. */
const idleMs = 30_000;
/** Delay before another attempt to follow a head. */
const retryMs = 5000;

/** Called at the start of each slot. `processed` is its parent, the newest slot that upstreams have state of. */
export type SlotListener = (slot: number, processed: number) => void;

/** Follows the slots of a network; resolves with a function that stops it. */
export type FollowSlots = (network: Network, onSlot: SlotListener) => Promise<() => void>;

/** State of one network's ledger in memory. Its head is followed while reads come. */
export class LedgerState {
  /** Generation of the upstreams that the state is from. */
  readonly generation: number;
  readonly head: Head;
  readonly callResults: CallResults;
  readonly tokens = new TokenAmounts();
  /** Results that contain head fields, each an item named after its method. */
  readonly headSources: ItemStore;
  /** When each head field was last read, by commitment and method. */
  readonly fieldReadAt = new Map<string, number>();
  readonly #network: Network;
  readonly #budget: MemoryBudget;
  readonly #kinds = new LRUCache<string, ItemStore>({ max: maxKinds, dispose: (items) => items.clear() });
  /** Undefined while the head is not followed. */
  #stopFollowing: (() => void) | undefined;
  #isStarting = false;
  #hasEnded = false;
  #retryAt = Number.NEGATIVE_INFINITY;
  #readAt = Number.NEGATIVE_INFINITY;
  #reads = 0;
  #countedSince = Number.NEGATIVE_INFINITY;

  constructor(set: UpstreamSet, budget: MemoryBudget, acceptedLagSlots: number) {
    this.generation = set.generation;
    this.#network = set.network;
    this.#budget = budget;
    this.head = new Head(set.clock, acceptedLagSlots, {
      isBelieved: (commitment, slot, at) => set.isBelieved(commitment, slot, at),
      onMove: () => {
        const now = performance.now();
        this.callResults.dropOld(now);
        // Ranking also evicts items that are no longer read.
        for (const items of this.#kinds.values()) items.rank(now);
      },
      onForget: () => this.#forgetState(),
    });
    this.callResults = new CallResults(this.head, budget, acceptedLagSlots);
    this.headSources = new ItemStore(headSourceSeconds, this.head, budget);
  }

  /** Returns the items of a kind. An item that was read once is kept for `seconds`. */
  itemsOf(kind: string, seconds: number): ItemStore {
    const existing = this.#kinds.get(kind);
    if (existing !== undefined) return existing;
    const store = new ItemStore(seconds, this.head, this.#budget);
    this.#kinds.set(kind, store);
    return store;
  }

  /** Counts a read, and starts to follow the head once reads come often. */
  countRead(now: number, follow: FollowSlots | undefined): void {
    this.#readAt = now;
    if (now - this.#countedSince > countedMs) {
      this.#countedSince = now;
      this.#reads = 0;
    }
    this.#reads += 1;
    const isFollowed = this.#isStarting || this.#stopFollowing !== undefined;
    if (follow !== undefined && !isFollowed && this.#reads >= readsToFollow && now >= this.#retryAt)
      this.#startFollowing(follow);
  }

  /** Stops following the head, and drops everything. */
  end(): void {
    this.#hasEnded = true;
    this.#stopFollowing?.();
    this.#forgetAll();
  }

  #startFollowing(follow: FollowSlots): void {
    this.#isStarting = true;
    follow(this.#network, (slot, processed) => this.#recordSlot(slot, processed)).then(
      (stop) => {
        this.#isStarting = false;
        if (this.#hasEnded) stop();
        else this.#stopFollowing = stop;
      },
      () => {
        // The subscription logs the reason. Until the retry, reads go upstream.
        this.#isStarting = false;
        this.#retryAt = performance.now() + retryMs;
      },
    );
  }

  #recordSlot(slot: number, processed: number): void {
    const now = performance.now();
    this.head.recordSlot(slot, processed, now);
    if (now - this.#readAt < idleMs || this.#stopFollowing === undefined) return;
    this.#stopFollowing();
    this.#stopFollowing = undefined;
    this.#forgetAll();
  }

  /** Drops all results and texts, but not the items' counts of reads. */
  #forgetState(): void {
    this.callResults.clear();
    this.headSources.dropTexts();
    for (const items of this.#kinds.values()) items.dropTexts();
  }

  #forgetAll(): void {
    this.head.forget();
    this.#kinds.clear();
    this.headSources.clear();
  }
}

/** Ledger state of all networks, within one memory budget. */
export class LedgerStates {
  readonly #budget: MemoryBudget;
  readonly #acceptedLagSlots: number;
  readonly #ledgers = new Map<string, LedgerState>();
  #follow: FollowSlots | undefined;

  constructor({
    maxBytes,
    acceptedLagSlots,
  }: { readonly maxBytes: number; readonly acceptedLagSlots: number }) {
    this.#budget = new MemoryBudget(maxBytes);
    this.#acceptedLagSlots = acceptedLagSlots;
  }

  get byteLength(): number {
    return this.#budget.bytes;
  }

  /** Sets the function that follows slots. Until then no head is followed. */
  followWith(follow: FollowSlots): void {
    this.#follow = follow;
  }

  /** The ledger of a network; undefined before its first read. */
  get(network: string): LedgerState | undefined {
    return this.#ledgers.get(network);
  }

  /** Counts a read and returns the network's ledger state, which is new if its upstreams have changed ledger. */
  ledgerForRead(set: UpstreamSet, now: number): LedgerState {
    let ledger = this.#ledgers.get(set.network.id);
    if (ledger === undefined || ledger.generation !== set.generation) {
      ledger?.end();
      ledger = new LedgerState(set, this.#budget, this.#acceptedLagSlots);
      this.#ledgers.set(set.network.id, ledger);
    }
    ledger.countRead(now, this.#follow);
    return ledger;
  }

  /** Stops following heads. */
  close(): void {
    this.#follow = undefined;
    for (const ledger of this.#ledgers.values()) ledger.end();
    this.#ledgers.clear();
  }
}
