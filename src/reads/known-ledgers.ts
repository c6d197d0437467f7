import type { Network } from "../networks/network.ts";
import type { UpstreamSet } from "../upstream/node/upstream-set.ts";
import { KnownLedger } from "./known-ledger.ts";
import { Room } from "./room.ts";

/** The head of a network is followed once this many reads came within a second. */
const readsToFollow = 3;
const countedMs = 1000;
/** A head that no one has asked about for this long is no longer followed. */
const idleMs = 30_000;
/** A head that can't be followed is tried again after this time. */
const retryMs = 5000;

/** Called with each slot of a network when it begins, and its parent: the newest slot whose state upstreams answer from. */
export type SlotListener = (slot: number, processed: number) => void;

/** Follows the slots of a network; resolves with the function that stops it. */
export type FollowSlots = (network: Network, onSlot: SlotListener) => Promise<() => void>;

/** A ledger with how it is followed. */
class FollowedLedger {
  readonly ledger: KnownLedger;
  readonly generation: number;
  /** Stops following the head; undefined while it is not followed. */
  leave: (() => void) | undefined = undefined;
  isJoining = false;
  retryAt = Number.NEGATIVE_INFINITY;
  readAt = Number.NEGATIVE_INFINITY;
  reads = 0;
  countedSince = Number.NEGATIVE_INFINITY;

  constructor(ledger: KnownLedger, generation: number) {
    this.ledger = ledger;
    this.generation = generation;
  }
}

/** What is known of the ledgers of all networks in use, within one bound of bytes. A head is followed only while reads come. */
export class KnownLedgers {
  readonly #room: Room;
  readonly #behind: number;
  readonly #followed = new Map<string, FollowedLedger>();
  #follow: FollowSlots | undefined;
  #hasClosed = false;

  constructor({ maxBytes, behind }: { readonly maxBytes: number; readonly behind: number }) {
    this.#room = new Room(maxBytes);
    this.#behind = behind;
  }

  /** Bytes that are kept. */
  get byteLength(): number {
    return this.#room.bytes;
  }

  /** Items and answers that are kept. */
  get size(): number {
    let size = 0;
    for (const { ledger } of this.#followed.values()) size += ledger.size;
    return size;
  }

  /** Sets how slots are followed; no head is before that. */
  followWith(follow: FollowSlots): void {
    this.#follow = follow;
  }

  /** The ledger of a network that was read; undefined for others. */
  get(network: string): KnownLedger | undefined {
    return this.#followed.get(network)?.ledger;
  }

  /** The ledger behind a network's present upstreams, which is about to be read. */
  read(set: UpstreamSet, now: number): KnownLedger {
    const { network, generation, clock } = set;
    let followed = this.#followed.get(network.id);
    if (followed === undefined || followed.generation !== generation) {
      this.#end(followed);
      const ledger = new KnownLedger(clock, this.#room, this.#behind, (commitment, slot, at) =>
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
    if (followed.reads >= readsToFollow && followed.leave === undefined) this.#join(network, followed, now);
    return followed.ledger;
  }

  /** Stops following heads. */
  close(): void {
    this.#hasClosed = true;
    for (const followed of this.#followed.values()) this.#end(followed);
    this.#followed.clear();
  }

  #join(network: Network, followed: FollowedLedger, now: number): void {
    if (followed.isJoining || this.#follow === undefined || now < followed.retryAt || this.#hasClosed) return;
    followed.isJoining = true;
    this.#follow(network, (slot, processed) => this.#report(followed, slot, processed)).then(
      (leave) => {
        followed.isJoining = false;
        if (this.#hasClosed || this.#followed.get(network.id) !== followed) leave();
        else followed.leave = leave;
      },
      () => {
        // The subscription's own log says why; reads go upstream meanwhile.
        followed.isJoining = false;
        followed.retryAt = performance.now() + retryMs;
      },
    );
  }

  #report(followed: FollowedLedger, slot: number, processed: number): void {
    const now = performance.now();
    followed.ledger.head.report(slot, processed, now);
    if (now - followed.readAt < idleMs || followed.leave === undefined) return;
    followed.leave();
    followed.leave = undefined;
    followed.ledger.clear();
  }

  #end(followed: FollowedLedger | undefined): void {
    followed?.leave?.();
    followed?.ledger.clear();
  }
}
