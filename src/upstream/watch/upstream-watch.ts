import { withinTime } from "../../call/within-time.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import type { UpstreamListener } from "../attempt/attempt.ts";
import type { Upstream } from "../node/upstream.ts";
import type { UpstreamSet } from "../node/upstream-set.ts";
import type { UpstreamSettings } from "../node/upstream-settings.ts";
import { AheadClaims } from "./ahead-claims.ts";
import { compareUpstreams } from "./compare-upstreams.ts";
import type { ProbeQuestions } from "./probe-questions.ts";
import { type ProbeRound, probeUpstream } from "./probe-upstream.ts";

/** An enabled network that no one calls is probed this often, by one call to each upstream. */
const idleIntervalMs = 10_000;
/** The only upstream of a network is probed this many times less often: there is no other to prefer. */
const singleUpstreamFactor = 4;
/** A failing upstream is probed at least this often, so that it is back soon. */
const failingIntervalMs = 500;
/** Least time between probes that waiting calls ask for. */
const urgentIntervalMs = 100;
/** Rounds come at times between these shares of the interval, so that many gateways do not ask one upstream at the same moments. */
const spread = { least: 0.9, most: 1.1 };
/** Longest that the first calls wait for the first probe. */
const firstProbeMs = 1500;

/** What the watches of all networks share. */
export interface WatchOptions {
  readonly config: UpstreamSettings;
  readonly listener: UpstreamListener;
  /** Whether a network is probed even when no one calls it. */
  readonly isEnabled: (id: string) => boolean;
  /** Epochs are asked for only if something depends on them. */
  readonly wantsEpoch: boolean;
}

/** Probes the upstreams of one network in rounds, and rests while the network is not in use. Its timers don't keep the process alive. */
export class UpstreamWatch {
  readonly #set: UpstreamSet;
  readonly #probe: ProbeQuestions;
  readonly #options: WatchOptions;
  readonly #underWay = new Map<Upstream, Promise<boolean | undefined>>();
  readonly #ahead: AheadClaims;
  #timer: NodeJS.Timeout | undefined;
  #isProbing = false;
  /** The next round is that of a network that no one calls. */
  #isResting = false;
  #hasStopped = false;
  #rounds = 0;
  #probedAt = Number.NEGATIVE_INFINITY;

  constructor(set: UpstreamSet, probe: ProbeQuestions, options: WatchOptions) {
    this.#set = set;
    this.#probe = probe;
    this.#options = options;
    this.#ahead = new AheadClaims(set, probe);
  }

  /** Starts, or goes on after a rest. */
  start(): void {
    if (this.#isProbing || this.#hasStopped) return;
    if (this.#timer !== undefined && !(this.#isResting && this.#set.isInUse(performance.now()))) return;
    const probed = this.#probeAll(false);
    // Several upstreams could serve different ledgers: no call goes out before they are compared.
    if (this.#rounds === 1 && this.#set.upstreams.length > 1)
      this.#set.holdCallsUntil(withinTime(probed, firstProbeMs));
  }

  stop(): void {
    this.#hasStopped = true;
    clearTimeout(this.#timer);
    this.#probe.stop();
  }

  probeNow(): Promise<void> {
    return this.#probeAll(true);
  }

  /** Probes soon, since calls wait for an upstream that must be probed before it is asked. */
  probeSoon(now: number): void {
    const isDue = now - this.#probedAt >= urgentIntervalMs;
    if (isDue && !this.#isProbing && !this.#hasStopped) void this.#probeAll(false, urgentIntervalMs);
  }

  /** Runs a round, and plans the next one whatever becomes of it: a fault must not end the probes. */
  async #probeAll(isComplete: boolean, recentMs = spread.least * this.#set.pollMs): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    try {
      await this.#runRound(isComplete, recentMs);
    } finally {
      this.#isProbing = false;
      this.#schedule(performance.now());
    }
  }

  /** `isComplete`: also asks for what calls have shown within `recentMs`. */
  async #runRound(isComplete: boolean, recentMs: number): Promise<void> {
    const { config, listener } = this.#options;
    const set = this.#set;
    // They may be replaced before the answers arrive.
    const { upstreams } = set;
    this.#isProbing = true;
    this.#rounds += 1;
    const isIdle = !isComplete && this.#rounds > 1 && !this.#set.isInUse(performance.now());
    const round = { set, probe: this.#probe, number: this.#rounds, isComplete, isIdle, recentMs };
    const found = await Promise.all(upstreams.map((upstream) => this.#boundedProbe(round, upstream)));
    this.#isProbing = false;
    if (this.#hasStopped) return;
    this.#probedAt = performance.now();
    const answers = new Map(upstreams.map((upstream, index) => [upstream, found[index]]));
    set.believed.learn(this.#probedAt);
    compareUpstreams(set, answers, config.maxSlotLag, listener, this.#probedAt);
    // Only calls need to know which upstream is ahead.
    if (this.#set.isInUse(this.#probedAt)) void this.#ahead.check(this.#probedAt);
    if (!isIdle) await this.#probeEpoch();
  }

  /** An upstream that does not answer holds up the probes of the others no longer than a round takes. */
  #boundedProbe(round: ProbeRound, upstream: Upstream): Promise<boolean | undefined> {
    const before = this.#underWay.get(upstream);
    const probed =
      before ??
      probeUpstream(round, upstream).finally(() => {
        this.#underWay.delete(upstream);
      });
    this.#underWay.set(upstream, probed);
    // A complete round, and the first, wait for every answer.
    return round.isComplete || round.number === 1 ? probed : withinTime(probed, this.#set.pollMs);
  }

  async #probeEpoch(): Promise<void> {
    const { clock, upstreams } = this.#set;
    const upstream = upstreams.find(
      ({ health, breaker, route }) => health === "healthy" && !breaker.isOpen && route === undefined,
    );
    if (!this.#options.wantsEpoch || !clock.needsEpochRange || upstream === undefined) return;
    try {
      clock.span = await this.#probe.epochSpan(upstream);
    } catch (caught) {
      // Without it, answers of this epoch are not cached; the next round tries again.
      clock.span = undefined;
      upstream.recordError(RpcError.from(caught));
    }
  }

  #schedule(now: number): void {
    if (this.#hasStopped) return;
    clearTimeout(this.#timer);
    const { network, upstreams } = this.#set;
    const isInUse = this.#set.isInUse(now);
    this.#isResting = !isInUse;
    this.#timer = undefined;
    if (!isInUse && !this.#options.isEnabled(network.id)) return;
    const isFailing = upstreams.some(({ breaker }) => breaker.isOpen);
    const factor = upstreams.length === 1 ? singleUpstreamFactor : 1;
    const usualMs = this.#set.pollMs * factor;
    const inUseIntervalMs = isFailing ? Math.min(usualMs, failingIntervalMs) : usualMs;
    const intervalMs = isInUse ? inUseIntervalMs : Math.max(usualMs, idleIntervalMs);
    const share = spread.least + Math.random() * (spread.most - spread.least);
    this.#timer = setTimeout(() => void this.#probeAll(false), intervalMs * share);
    this.#timer.unref();
  }
}
