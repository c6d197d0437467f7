import { pause } from "../../call/call-wait.ts";
import type { Deadlines } from "../../call/deadlines.ts";
import type { UpstreamCall } from "../../call/upstream-call.ts";
import type { Upstream } from "../node/upstream.ts";
import { NetworkPlaces, PlacePool } from "../sharing/places.ts";
import type { UpstreamSets } from "../watch/upstream-sets.ts";
import type { AttemptPlanner } from "./attempt-planner.ts";
import { LimitQueue } from "./limit-queue.ts";

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
  readonly #limitQueue: LimitQueue;
  #networks = new Map<string, NetworkPlaces>();
  /** The places of all networks without a share of their own. */
  readonly #others = new NetworkPlaces();

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
  async waitForUpstream(call: UpstreamCall, planner: AttemptPlanner): Promise<Upstream | undefined> {
    if (planner.msUntilUnderLimit(performance.now()) !== undefined) {
      const found = await this.#limitQueue.wait(call, planner);
      if (found !== undefined || planner.msUntilUnderLimit(performance.now()) !== undefined) return found;
    }
    const network = this.#networks.get(call.network.id) ?? this.#others;
    if (planner.untried.length === 0 || this.#places.freeFor(network) <= 0) return undefined;
    const until = Math.min(call.deadline, planner.beginFailingWait(performance.now()) + patienceMs);
    this.#places.take(network);
    try {
      for (;;) {
        const now = performance.now();
        const found = planner.choose(now) ?? planner.chooseForTrial(now);
        if (found !== undefined) return found;
        if (now >= until) return planner.tryAnotherRound() ? planner.choose(now) : undefined;
        if (planner.hasUnprobed) this.#sets.probeSoon(call.network, now);
        const soonest = Math.min(
          ...planner.untried.map(({ breaker }) => breaker.nextTrialAt({ isLastResort: true })),
        );
        await pause(this.#deadlines, call, Math.min(Math.max(soonest - now, 10), until - now, 100));
        planner.tryAnotherRound();
      }
    } finally {
      this.#places.giveBack(network);
    }
  }
}
