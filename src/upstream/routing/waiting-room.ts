import { pause } from "../../call/call-wait.ts";
import type { TimerWheel } from "../../call/timer-wheel.ts";
import type { UpstreamCall } from "../../call/upstream-call.ts";
import type { Upstream } from "../node/upstream.ts";
import { NetworkPermits, PermitPool } from "../sharing/permits.ts";
import type { UpstreamSets } from "../watch/upstream-sets.ts";
import type { Candidates } from "./candidates.ts";
import type { Retries } from "./retries.ts";

/** Longest total wait of a call while no upstream works, however often one is tried meanwhile. */
const patienceMs = 2000;
/** Part of a call's time that is kept for its answer. */
const answerMs = 20;
/** Calls that wait for one limit check it again one after the other, each after `longestTurnMs` at the latest. */
const betweenTurnsMs = 2;
const longestTurnMs = 100;

/**
 * Calls that wait for upstreams at their limits, or for failing ones. For the latter each network has a share of the places, so that one
 * whose upstreams all fail takes none from the others.
 */
export class WaitingRoom {
  readonly #sets: UpstreamSets;
  readonly #timers: TimerWheel;
  readonly #places: PermitPool;
  #networks = new Map<string, NetworkPermits>();
  /** The places of all networks without a share of their own. */
  readonly #others = new NetworkPermits();
  /** The calls that wait for upstreams at their limits, in the order in which they came. */
  readonly #limited = new Set<UpstreamCall>();
  /** When calls first came: an upstream that is tried meanwhile does not lengthen their wait. */
  readonly #beganAt = new WeakMap<Candidates, number>();

  constructor(sets: UpstreamSets, timers: TimerWheel, maxWaiting: number) {
    this.#sets = sets;
    this.#timers = timers;
    this.#places = new PermitPool(maxWaiting);
  }

  /** Keeps a share for each of these networks, and for no other. */
  setNetworks(ids: readonly string[]): void {
    const before = this.#networks;
    this.#networks = new Map(ids.map((id) => [id, before.get(id) ?? new NetworkPermits()]));
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
      const found = await this.#waitForLimit(call, candidates);
      if (found !== undefined || candidates.msUntilUnderLimit(performance.now()) !== undefined) return found;
    }
    const network = this.#networks.get(call.network.id) ?? this.#others;
    if (candidates.untried.length === 0 || this.#places.freeFor(network) <= 0) return undefined;
    const beganAt = this.#beganAt.get(candidates) ?? performance.now();
    this.#beganAt.set(candidates, beganAt);
    const until = Math.min(call.deadline, beganAt + patienceMs);
    this.#places.take(network);
    try {
      const found = await this.#chooseAgain(call, candidates, (now) => {
        if (now >= until) return undefined;
        retries?.tryAnotherRound();
        const { untried, set } = candidates;
        if (!untried.every((upstream) => set.isVerified(upstream))) this.#sets.probeSoon(call.network, now);
        const soonest = Math.min(
          ...untried.map(({ breaker }) => breaker.nextTrialAt({ isLastResort: true })),
        );
        return Math.min(Math.max(soonest - now, 10), until - now, 100);
      });
      if (found !== undefined || retries?.tryAnotherRound() !== true) return found;
      return candidates.choose(performance.now());
    } finally {
      this.#places.release(network);
    }
  }

  /** Waits for an upstream that is at a limit, unless it will not be free in time. Calls that came first check first. */
  async #waitForLimit(call: UpstreamCall, candidates: Candidates): Promise<Upstream | undefined> {
    const until = call.deadline - answerMs;
    this.#limited.add(call);
    try {
      return await this.#chooseAgain(call, candidates, (now) => {
        const waitMs = candidates.msUntilUnderLimit(now);
        if (waitMs === undefined || now + waitMs >= until) return undefined;
        return Math.min(waitMs + this.#countBefore(call) * betweenTurnsMs, longestTurnMs, until - now);
      });
    } finally {
      this.#limited.delete(call);
    }
  }

  /** How many calls on the same network have waited longer for a limit. */
  #countBefore(call: UpstreamCall): number {
    let count = 0;
    for (const other of this.#limited) {
      if (other === call) break;
      if (other.network.id === call.network.id) count += 1;
    }
    return count;
  }

  /** Chooses again and again until it finds an upstream; pauses in between, and gives up once there is no pause. */
  async #chooseAgain(
    call: UpstreamCall,
    candidates: Candidates,
    nextPauseMs: (now: number) => number | undefined,
  ): Promise<Upstream | undefined> {
    for (;;) {
      const now = performance.now();
      const found = candidates.choose(now) ?? candidates.chooseForTrial(now);
      const pauseMs = found === undefined ? nextPauseMs(now) : undefined;
      if (pauseMs === undefined) return found;
      await pause(this.#timers, call, pauseMs);
    }
  }
}
