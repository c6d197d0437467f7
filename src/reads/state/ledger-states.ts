import { LRUCache } from "lru-cache";
import type { ReadonlyLedgerClock } from "../../ledger-clock/ledger-clock.ts";
import type { Network } from "../../networks/network.ts";
import type { UpstreamSet } from "../../upstream/node/upstream-set.ts";
import { TokenAmounts } from "../items/item-text.ts";
import { CallResults } from "./call-results.ts";
import { Head, type IsBelievedAt } from "./head.ts";
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

/** State of one network's ledger in memory. */
export class LedgerState {
  readonly head: Head;
  readonly callResults: CallResults;
  readonly tokens = new TokenAmounts();
  /** Results that contain head fields, each an item named after its method. */
  readonly headSources: ItemStore;
  readonly #budget: MemoryBudget;
  readonly #kinds = new LRUCache<string, ItemStore>({ max: maxKinds, dispose: (items) => items.clear() });

  constructor(
    clock: ReadonlyLedgerClock,
    budget: MemoryBudget,
    acceptedLagSlots: number,
    isBelieved: IsBelievedAt,
  ) {
    this.#budget = budget;
    this.head = new Head(clock, acceptedLagSlots, {
      isBelieved,
      onMove: () => {
        const now = performance.now();
        this.callResults.dropOld(now);
        // Ranking also evicts items that are no longer read.
        for (const items of this.#kinds.values()) items.rank(now);
      },
      onForget: () => this.forgetState(),
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

  /** Drops all answers and texts, but not the items' counts of reads. */
  forgetState(): void {
    this.callResults.clear();
    this.headSources.dropTexts();
    for (const items of this.#kinds.values()) items.dropTexts();
  }

  forgetAll(): void {
    this.head.forget();
    this.#kinds.clear();
    this.headSources.clear();
  }
}

/** Called at the start of each slot. `processed` is its parent, the newest slot that upstreams have state of. */
export type SlotListener = (slot: number, processed: number) => void;

/** Follows the slots of a network; resolves with a function that stops it. */
export type FollowSlots = (network: Network, onSlot: SlotListener) => Promise<() => void>;

/** A ledger whose head is followed while reads come. */
class FollowedLedger {
  readonly ledger: LedgerState;
  readonly generation: number;
  /** Undefined while the head is not followed. */
  stopFollowing: (() => void) | undefined = undefined;
  isStarting = false;
  retryAt = Number.NEGATIVE_INFINITY;
  readAt = Number.NEGATIVE_INFINITY;
  reads = 0;
  countedSince = Number.NEGATIVE_INFINITY;

  constructor(ledger: LedgerState, generation: number) {
    this.ledger = ledger;
    this.generation = generation;
  }
}

/** Ledger state of all networks, within one memory budget. Heads are followed only while reads come. */
export class LedgerStates {
  readonly #budget: MemoryBudget;
  readonly #acceptedLagSlots: number;
  readonly #followed = new Map<string, FollowedLedger>();
  #follow: FollowSlots | undefined;
  #hasClosed = false;

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
    return this.#followed.get(network)?.ledger;
  }

  /** Counts a read and returns the network's ledger state, which is new if its upstreams have changed ledger. */
  ledgerForRead(set: UpstreamSet, now: number): LedgerState {
    const { network, generation, clock } = set;
    let followed = this.#followed.get(network.id);
    if (followed === undefined || followed.generation !== generation) {
      this.#end(followed);
      const ledger = new LedgerState(clock, this.#budget, this.#acceptedLagSlots, (commitment, slot, at) =>
        set.isBelieved(commitment, slot, at),
      );
      followed = new FollowedLedger(ledger, generation);
      this.#followed.set(network.id, followed);
    }
    followed.readAt = now;
    if (now - followed.countedSince > countedMs) {
      followed.countedSince = now;
      followed.reads = 0;
    }
    followed.reads += 1;
    if (followed.reads >= readsToFollow && followed.stopFollowing === undefined)
      this.#startFollowing(network, followed, now);
    return followed.ledger;
  }

  /** Stops following heads. */
  close(): void {
    this.#hasClosed = true;
    for (const followed of this.#followed.values()) this.#end(followed);
    this.#followed.clear();
  }

  #startFollowing(network: Network, followed: FollowedLedger, now: number): void {
    if (followed.isStarting || this.#follow === undefined || now < followed.retryAt || this.#hasClosed)
      return;
    followed.isStarting = true;
    this.#follow(network, (slot, processed) => this.#recordSlot(followed, slot, processed)).then(
      (stop) => {
        followed.isStarting = false;
        if (this.#hasClosed || this.#followed.get(network.id) !== followed) stop();
        else followed.stopFollowing = stop;
      },
      () => {
        // The subscription logs the reason. Until the retry, reads go upstream.
        followed.isStarting = false;
        followed.retryAt = performance.now() + retryMs;
      },
    );
  }

  #recordSlot(followed: FollowedLedger, slot: number, processed: number): void {
    const now = performance.now();
    followed.ledger.head.recordSlot(slot, processed, now);
    if (now - followed.readAt < idleMs || followed.stopFollowing === undefined) return;
    followed.stopFollowing();
    followed.stopFollowing = undefined;
    followed.ledger.forgetAll();
  }

  #end(followed: FollowedLedger | undefined): void {
    followed?.stopFollowing?.();
    followed?.ledger.forgetAll();
  }
}
