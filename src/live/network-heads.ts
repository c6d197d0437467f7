import type { Network } from "../networks/network.ts";
import type { UpstreamSet } from "../upstream/node/upstream-set.ts";
import { ByteBudget } from "./byte-budget.ts";
import { NetworkHead } from "./network-head.ts";

/** A head that no one has asked about for this long is no longer followed. */
const idleMs = 30_000;
/** A head that can't be followed is tried again after this time. */
const retryMs = 5000;

/** Called with each slot of a network when it begins, and its parent: the newest slot whose state upstreams answer from. */
export type SlotListener = (slot: number, processed: number) => void;

/** Follows the slots of a network; resolves with the function that stops it. */
export type FollowSlots = (network: Network, onSlot: SlotListener) => Promise<() => void>;

interface Followed {
  readonly head: NetworkHead;
  /** Stops following the head; undefined while it is not followed. */
  leave: (() => void) | undefined;
  isJoining: boolean;
  retryAt: number;
}

/** The heads of the networks in use. A head is followed only while calls about it repeat. */
export class NetworkHeads {
  readonly #budget: ByteBudget;
  readonly #followed = new Map<string, Followed>();
  #follow: FollowSlots | undefined;
  #hasClosed = false;

  constructor(maxBytes: number) {
    // A network whose head stands still must not keep the others out.
    this.#budget = new ByteBudget(maxBytes, () => {
      const now = performance.now();
      for (const { head } of this.#followed.values()) head.dropOld(now);
    });
  }

  /** Bytes of the answers that are kept. */
  get byteLength(): number {
    return this.#budget.taken;
  }

  /** Answers that are kept. */
  get size(): number {
    let size = 0;
    for (const { head } of this.#followed.values()) size += head.size;
    return size;
  }

  /** Sets how slots are followed; no head is before that. */
  followWith(follow: FollowSlots): void {
    this.#follow = follow;
  }

  /** The head of a network with its current upstreams. */
  of({ network, generation }: UpstreamSet): NetworkHead {
    const { head } = this.#of(network.id);
    head.setGeneration(generation);
    return head;
  }

  /** The head of a network whose head was asked about; undefined for others. */
  get(network: string): NetworkHead | undefined {
    return this.#followed.get(network)?.head;
  }

  /** Follows a network's head from now on, while it is asked about. */
  follow(network: Network, now: number): void {
    const followed = this.#of(network.id);
    const isFollowed = followed.leave !== undefined || followed.isJoining;
    if (isFollowed || this.#follow === undefined || now < followed.retryAt || this.#hasClosed) return;
    followed.isJoining = true;
    this.#follow(network, (slot, processed) => this.#report(followed, slot, processed)).then(
      (leave) => {
        followed.isJoining = false;
        if (this.#hasClosed) leave();
        else followed.leave = leave;
      },
      () => {
        // The subscription's own log says why; answers go upstream meanwhile, as they do without a head.
        followed.isJoining = false;
        followed.retryAt = performance.now() + retryMs;
      },
    );
  }

  /** Stops following heads. */
  close(): void {
    this.#hasClosed = true;
    for (const followed of this.#followed.values()) {
      followed.leave?.();
      followed.head.drop();
    }
    this.#followed.clear();
  }

  #of(id: string): Followed {
    let followed = this.#followed.get(id);
    if (followed === undefined) {
      const head = new NetworkHead(this.#budget);
      followed = { head, leave: undefined, isJoining: false, retryAt: Number.NEGATIVE_INFINITY };
      this.#followed.set(id, followed);
    }
    return followed;
  }

  #report(followed: Followed, slot: number, processed: number): void {
    const now = performance.now();
    followed.head.report(slot, processed, now);
    if (now - followed.head.askedAt < idleMs || followed.leave === undefined) return;
    followed.leave();
    followed.leave = undefined;
    followed.head.drop();
  }
}
