import { pause } from "../../call/call-wait.ts";
import type { Deadlines } from "../../call/deadlines.ts";
import type { UpstreamCall } from "../../call/upstream-call.ts";
import type { Upstream } from "../node/upstream.ts";
import { NetworkPlaces, PlacePool } from "../sharing/places.ts";
import type { UpstreamSets } from "../watch/upstream-sets.ts";
import type { Candidates } from "./candidates.ts";
import { LimitQueue } from "./limit-queue.ts";
import type { Retries } from "./retries.ts";

/** Longest total wait of a call while no upstream works, however often one is tried meanwhile. */
const patienceMs = 2000;

/**
 * Calls that wait for failing upstreams. Each network has a share of the places, so that one whose upstreams all fail takes none from the
 * others.
 */
export class WaitingRoom {
  readonly #sets: UpstreamSets;
  readonly #deadlines: Deadlines;
  readonly #places: PlacePool;
  #networks = new Map<string, NetworkPlaces>();
  /** The places of all networks without a share of their own. */
  readonly #others = new NetworkPlaces();
  readonly #limitQueue: LimitQueue;
  /** When calls first came: an upstream that is tried meanwhile does not lengthen their wait. */
  readonly #beganAt = new WeakMap<Candidates, number>();

  constructor(sets: UpstreamSets, deadlines: Deadlines, maxWaiting: number) {
    this.#sets = sets;
    this.#deadlines = deadlines;
    this.#places = new PlacePool(maxWaiting);
    this.#limitQueue = new LimitQueue(deadlines);
  }

  /** Keeps a share for each of these networks, and for no other. */
  setNetworks(ids: readonly string[]): void {
    const before = this.#networks;
    this.#networks = new Map(ids.map((id) => [id, before.get(id) ?? new NetworkPlaces()]));
    for (const [id, network] of before) if (!this.#networks.has(id)) this.#places.setReserve(network, false);
    for (const network of this.#networks.values()) this.#places.setReserve(network, true);
  }

  /** Waits until one of the untried upstreams lets the call try; undefined when none does in time. */
  async waitForUpstream(
    call: UpstreamCall,
    candidates: Candidates,
    retries?: Pick<Retries, "tryAnotherRound">,
  ): Promise<Upstream | undefined> {
    if (candidates.msUntilUnderLimit(performance.now()) !== undefined) {
      const found = await this.#limitQueue.wait(call, candidates);
      if (found !== undefined || candidates.msUntilUnderLimit(performance.now()) !== undefined) return found;
    }
    const network = this.#networks.get(call.network.id) ?? this.#others;
    if (candidates.untried.length === 0 || this.#places.freeFor(network) <= 0) return undefined;
    const beganAt = this.#beganAt.get(candidates) ?? performance.now();
    this.#beganAt.set(candidates, beganAt);
    const until = Math.min(call.deadline, beganAt + patienceMs);
    this.#places.take(network);
    try {
      for (;;) {
        const now = performance.now();
        const found = candidates.choose(now) ?? candidates.chooseForTrial(now);
        if (found !== undefined) return found;
        if (now >= until) return retries?.tryAnotherRound() === true ? candidates.choose(now) : undefined;
        const { untried, set } = candidates;
        if (!untried.every((upstream) => set.isVerified(upstream))) this.#sets.probeSoon(call.network, now);
        const soonest = Math.min(
          ...untried.map(({ breaker }) => breaker.nextTrialAt({ isLastResort: true })),
        );
        await pause(this.#deadlines, call, Math.min(Math.max(soonest - now, 10), until - now, 100));
        retries?.tryAnotherRound();
      }
    } finally {
      this.#places.giveBack(network);
    }
  }
}
