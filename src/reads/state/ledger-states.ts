import { LRUCache } from "lru-cache";
import type { ReadonlyLedgerClock } from "../../ledger-clock/ledger-clock.ts";
import type { Network } from "../../networks/network.ts";
import type { UpstreamSet } from "../../upstream/node/upstream-set.ts";
import { TokenAmounts } from "../items/item-text.ts";
import { Head, type IsBelievedAt } from "./head.ts";
import { ItemStore } from "./item-store.ts";
import { MemoryBudget } from "./memory-budget.ts";
import { WholeAnswers } from "./whole-answers.ts";

/** Most kinds of items of one network; the least recently read is forgotten first. */
const maxKinds = 16;
/** How long parts of the head are remembered: there are few. */
const rememberedPartSeconds = 60;

/** The head of a network is followed once this many reads came within `countedMs`. */
const readsToFollow = 3;
const countedMs = 1000;
/** A head is no longer followed once no read came for this long. */
const idleMs = 30_000;
/** A head that can't be followed is tried again after this time. */
const retryMs = 5000;

/** What is known of one network's ledger. */
export class LedgerState {
  readonly head: Head;
  readonly wholeAnswers: WholeAnswers;
  readonly tokens = new TokenAmounts();
  /** Answers that contain parts of the head, each an item named after its method. */
  readonly parts: ItemStore;
  readonly #budget: MemoryBudget;
  readonly #kinds = new LRUCache<string, ItemStore>({ max: maxKinds, dispose: (items) => items.clear() });

  constructor(
    time: ReadonlyLedgerClock,
    budget: MemoryBudget,
    acceptedLagSlots: number,
    isBelieved: IsBelievedAt,
  ) {
    this.#budget = budget;
    this.head = new Head(time, acceptedLagSlots, {
      isBelieved,
      onMove: () => {
        const now = performance.now();
        this.wholeAnswers.dropOld(now);
        // Ranking also forgets items that are no longer read, of every kind.
        for (const items of this.#kinds.values()) items.rank(now);
      },
      onForget: () => this.forgetState(),
    });
    this.wholeAnswers = new WholeAnswers(this.head, budget, acceptedLagSlots);
    this.parts = new ItemStore(rememberedPartSeconds, this.head, budget);
  }

  /** The items of a kind. One that was read once is remembered for `seconds`. */
  itemsOf(kind: string, seconds: number): ItemStore {
    const known = this.#kinds.get(kind);
    if (known !== undefined) return known;
    const made = new ItemStore(seconds, this.head, this.#budget);
    this.#kinds.set(kind, made);
    return made;
  }

  /** Forgets all but which items are read. */
  forgetState(): void {
    this.wholeAnswers.clear();
    this.parts.dropTexts();
    for (const items of this.#kinds.values()) items.dropTexts();
  }

  forgetAll(): void {
    this.head.forget();
    this.#kinds.clear();
    this.parts.clear();
  }
}

/** Called with each slot of a network when it begins, and its parent: the newest slot whose state upstreams answer from. */
export type SlotListener = (slot: number, processed: number) => void;

/** Follows the slots of a network; resolves with the function that stops it. */
export type FollowSlots = (network: Network, onSlot: SlotListener) => Promise<() => void>;

/** A ledger, and whether its head is followed. */
class FollowedLedger {
  readonly ledger: LedgerState;
  readonly generation: number;
  /** Stops following the head; undefined while it is not followed. */
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

/** What is known of the ledgers of all networks in use, within one bound on memory. Heads are followed only while reads come. */
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

  /** Sets how slots are followed. Before that, no head is followed. */
  followWith(follow: FollowSlots): void {
    this.#follow = follow;
  }

  /** The ledger of a network; undefined before its first read. */
  get(network: string): LedgerState | undefined {
    return this.#followed.get(network)?.ledger;
  }

  /** Counts a read and returns the network's ledger: an empty one if its upstreams now have another ledger than before. */
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
        // The subscription's own log says why; reads go upstream meanwhile.
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
