import { pause } from "../../call/call-wait.ts";
import type { TimerWheel } from "../../call/timer-wheel.ts";
import type { UpstreamCall } from "../../call/upstream-call.ts";
import type { Upstream } from "../node/upstream.ts";
import { NetworkPermits, PermitPool } from "../sharing/permits.ts";
import type { UpstreamSets } from "../watch/upstream-sets.ts";
import type { Candidates } from "./candidates.ts";
import type { Retries } from "./retries.ts";

/** Longest total wait of a call while no upstream works, including trials in between. */
const patienceMs = 2000;
/** Time that a wait leaves for the attempt itself. */
const reserveMs = 20;
/** Stagger between the checks of calls that wait for quota, and the longest time between two checks of one call. */
const staggerMs = 2;
const maxTurnMs = 100;
/** Bounds of the pause before a call tries failing upstreams again. */
const trialPauseMs = { min: 10, max: 100 } as const;

/**
 * Holds calls until a rate-limited or failing upstream is available. Waits for failing upstreams take permits, of which each network has a
 * share, so that an outage of one network does not starve the others.
 */
export class WaitingRoom {
  readonly #sets: UpstreamSets;
  readonly #timers: TimerWheel;
  readonly #permits: PermitPool;
  #networks = new Map<string, NetworkPermits>();
  /** The permits of all networks without a share of their own. */
  readonly #others = new NetworkPermits();
  /** Calls that wait for quota, in order of arrival. */
  readonly #limited = new Set<UpstreamCall>();

  constructor(sets: UpstreamSets, timers: TimerWheel, maxWaiting: number) {
    this.#sets = sets;
    this.#timers = timers;
    this.#permits = new PermitPool(maxWaiting);
  }

  /** Reserves a share for each of these networks, and for no other. */
  setNetworks(ids: readonly string[]): void {
    const before = this.#networks;
    this.#networks = new Map(ids.map((id) => [id, before.get(id) ?? new NetworkPermits()]));
    for (const [id, network] of before) if (!this.#networks.has(id)) this.#permits.setReserve(network, false);
    for (const network of this.#networks.values()) this.#permits.setReserve(network, true);
  }

  /** Waits for an available upstream; undefined if there is none in time. */
  async waitForUpstream(
    call: UpstreamCall,
    candidates: Candidates,
    retries?: Pick<Retries, "tryAnotherRound">,
  ): Promise<Upstream | undefined> {
    if (candidates.msUntilUnderLimit(performance.now()) !== undefined) {
      const found = await this.#waitForLimit(call, candidates);
      if (found !== undefined || candidates.msUntilUnderLimit(performance.now()) !== undefined) return found;
    }
    const network = this.#networks.get(call.network.id) ?? this.#others;
    if (candidates.remaining.length === 0 || this.#permits.freeFor(network) <= 0) return undefined;
    candidates.waitingSince ??= performance.now();
    const until = Math.min(call.deadline, candidates.waitingSince + patienceMs);
    this.#permits.take(network);
    try {
      const found = await this.#chooseAgain(call, candidates, (now) => {
        if (now >= until) return undefined;
        retries?.tryAnotherRound();
        const { remaining, set } = candidates;
        if (!remaining.every((upstream) => set.isVerified(upstream))) this.#sets.probeSoon(call.network, now);
        const soonest = Math.min(
          ...remaining.map(({ breaker }) => breaker.nextTrialAt({ isLastResort: true })),
        );
        return Math.min(Math.max(soonest - now, trialPauseMs.min), until - now, trialPauseMs.max);
      });
      if (found !== undefined || retries?.tryAnotherRound() !== true) return found;
      return candidates.choose(performance.now());
    } finally {
      this.#permits.release(network);
    }
  }

  /** Waits for a rate-limited upstream, unless it will not have quota in time. Calls check in order of arrival. */
  async #waitForLimit(call: UpstreamCall, candidates: Candidates): Promise<Upstream | undefined> {
    const until = call.deadline - reserveMs;
    this.#limited.add(call);
    try {
      return await this.#chooseAgain(call, candidates, (now) => {
        const waitMs = candidates.msUntilUnderLimit(now);
        if (waitMs === undefined || now + waitMs >= until) return undefined;
        return Math.min(waitMs + this.#positionOf(call) * staggerMs, maxTurnMs, until - now);
      });
    } finally {
      this.#limited.delete(call);
    }
  }

  /** Number of calls on the same network that have waited longer for quota. */
  #positionOf(call: UpstreamCall): number {
    let count = 0;
    for (const other of this.#limited) {
      if (other === call) break;
      if (other.network.id === call.network.id) count += 1;
    }
    return count;
  }

  /** Polls for an upstream, with pauses; gives up once `nextPauseMs` returns undefined. */
  async #chooseAgain(
    call: UpstreamCall,
    candidates: Candidates,
    nextPauseMs: (now: number) => number | undefined,
  ): Promise<Upstream | undefined> {
    for (;;) {
      const now = performance.now();
      const upstream = candidates.choose(now) ?? candidates.chooseForTrial(now);
      const pauseMs = upstream === undefined ? nextPauseMs(now) : undefined;
      if (pauseMs === undefined) return upstream;
      await pause(this.#timers, call, pauseMs);
    }
  }
}
