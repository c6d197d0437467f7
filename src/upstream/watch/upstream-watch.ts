import { withinTime } from "../../call/within-time.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import type { UpstreamListener } from "../attempt/attempt.ts";
import type { Upstream } from "../node/upstream.ts";
import type { UpstreamSet } from "../node/upstream-set.ts";
import type { UpstreamSettings } from "../node/upstream-settings.ts";
import { AheadClaims } from "./ahead-claims.ts";
import { compareUpstreams } from "./compare-upstreams.ts";
import type { ProbeQueries } from "./probe-queries.ts";
import { type ProbeRound, probeUpstream } from "./probe-upstream.ts";

/** Polling interval of an idle network, with one query to each upstream. */
const idleIntervalMs = 10_000;
/** A network's only upstream is probed this many times less often, since there is no choice to make. */
const singleUpstreamFactor = 4;
/** Longest polling interval while an upstream is failing, so that recovery is noticed soon. */
const failingIntervalMs = 500;
/** Minimum time between probes on behalf of waiting calls. */
const urgentIntervalMs = 100;
/** Jitter of the polling interval, so that many gateways do not probe one upstream in step. */
const jitter = { min: 0.9, max: 1.1 };
/** Longest wait of the first calls for the first probe. */
const firstProbeMs = 1500;

/** Options that the watches of all networks share. */
export interface WatchOptions {
  readonly config: UpstreamSettings;
  readonly listener: UpstreamListener;
  /** Returns true if a network is probed while idle. */
  readonly isEnabled: (id: string) => boolean;
  /** True if anything depends on epochs; if not, they are not queried. */
  readonly wantsEpoch: boolean;
}

/** Probes the upstreams of one network in rounds, less often while it is idle. Its timers don't keep the process alive. */
export class UpstreamWatch {
  readonly #set: UpstreamSet;
  readonly #queries: ProbeQueries;
  readonly #options: WatchOptions;
  readonly #inFlight = new Map<Upstream, Promise<boolean | undefined>>();
  readonly #ahead: AheadClaims;
  #timer: NodeJS.Timeout | undefined;
  #isProbing = false;
  /** True if the next round is scheduled as that of an idle network. */
  #isNextRoundIdle = false;
  #hasStopped = false;
  #rounds = 0;
  #probedAt = Number.NEGATIVE_INFINITY;

  constructor(set: UpstreamSet, queries: ProbeQueries, options: WatchOptions) {
    this.#set = set;
    this.#queries = queries;
    this.#options = options;
    this.#ahead = new AheadClaims(set, queries);
  }

  /** Starts probing, or resumes the usual interval after idle rounds. */
  start(): void {
    if (this.#isProbing || this.#hasStopped) return;
    if (this.#timer !== undefined && !(this.#isNextRoundIdle && this.#set.isInUse(performance.now()))) return;
    const probed = this.#probeAll(false);
    // Several upstreams could serve different ledgers, so calls wait until they are compared.
    if (this.#rounds === 1 && this.#set.upstreams.length > 1)
      this.#set.holdCallsUntil(withinTime(probed, firstProbeMs));
  }

  stop(): void {
    this.#hasStopped = true;
    clearTimeout(this.#timer);
    this.#queries.stop();
  }

  probeNow(): Promise<void> {
    return this.#probeAll(true);
  }

  /** Probes soon, on behalf of calls that wait for an upstream. */
  probeSoon(now: number): void {
    const isDue = now - this.#probedAt >= urgentIntervalMs;
    if (isDue && !this.#isProbing && !this.#hasStopped) void this.#probeAll(false, urgentIntervalMs);
  }

  /** Runs a round and schedules the next one even if this one throws. */
  async #probeAll(isComplete: boolean, recentMs = jitter.min * this.#set.pollMs): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    try {
      await this.#runRound(isComplete, recentMs);
    } finally {
      this.#isProbing = false;
      this.#schedule(performance.now());
    }
  }

  /** `isComplete`: also queries what calls have shown within `recentMs`. */
  async #runRound(isComplete: boolean, recentMs: number): Promise<void> {
    const { config, listener } = this.#options;
    const set = this.#set;
    // The set's upstreams may be replaced before the responses arrive.
    const { upstreams } = set;
    this.#isProbing = true;
    this.#rounds += 1;
    const isIdle = !isComplete && this.#rounds > 1 && !this.#set.isInUse(performance.now());
    const round = { set, queries: this.#queries, number: this.#rounds, isComplete, isIdle, recentMs };
    const outcomes = await Promise.all(upstreams.map((upstream) => this.#boundedProbe(round, upstream)));
    this.#isProbing = false;
    if (this.#hasStopped) return;
    this.#probedAt = performance.now();
    const reports = new Map(upstreams.map((upstream, index) => [upstream, outcomes[index]]));
    set.believed.update(this.#probedAt);
    compareUpstreams(set, reports, config.maxSlotLag, listener, this.#probedAt);
    // Claims matter only to calls.
    if (this.#set.isInUse(this.#probedAt)) void this.#ahead.check(this.#probedAt);
    if (!isIdle) await this.#probeEpoch();
  }

  /** Probes an upstream. A hanging one delays the round by at most one polling interval. */
  #boundedProbe(round: ProbeRound, upstream: Upstream): Promise<boolean | undefined> {
    const before = this.#inFlight.get(upstream);
    const probed =
      before ??
      probeUpstream(round, upstream).finally(() => {
        this.#inFlight.delete(upstream);
      });
    this.#inFlight.set(upstream, probed);
    // The first round and a complete one wait for every response.
    return round.isComplete || round.number === 1 ? probed : withinTime(probed, this.#set.pollMs);
  }

  async #probeEpoch(): Promise<void> {
    const { clock, upstreams } = this.#set;
    const upstream = upstreams.find(
      ({ health, breaker, route }) => health === "healthy" && !breaker.isOpen && route === undefined,
    );
    if (!this.#options.wantsEpoch || !clock.needsEpochSpan || upstream === undefined) return;
    try {
      clock.span = await this.#queries.epochSpan(upstream);
    } catch (caught) {
      // Without the epoch, its answers are not cached; the next round tries again.
      clock.span = undefined;
      upstream.recordError(RpcError.from(caught));
    }
  }

  #schedule(now: number): void {
    if (this.#hasStopped) return;
    clearTimeout(this.#timer);
    const { network, upstreams } = this.#set;
    const isInUse = this.#set.isInUse(now);
    this.#isNextRoundIdle = !isInUse;
    this.#timer = undefined;
    if (!isInUse && !this.#options.isEnabled(network.id)) return;
    const isFailing = upstreams.some(({ breaker }) => breaker.isOpen);
    const factor = upstreams.length === 1 ? singleUpstreamFactor : 1;
    const usualMs = this.#set.pollMs * factor;
    const inUseIntervalMs = isFailing ? Math.min(usualMs, failingIntervalMs) : usualMs;
    const intervalMs = isInUse ? inUseIntervalMs : Math.max(usualMs, idleIntervalMs);
    const share = jitter.min + Math.random() * (jitter.max - jitter.min);
    this.#timer = setTimeout(() => void this.#probeAll(false), intervalMs * share);
    this.#timer.unref();
  }
}
