import type { UpstreamConfig } from "../../../generated/config.ts";
import type { Commitment } from "../../contract/method-description.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import type { Upstream } from "./upstream.ts";
import type { UpstreamListener } from "./upstream-listener.ts";
import type { UpstreamProbe } from "./upstream-probe.ts";
import type { UpstreamSet } from "./upstream-set.ts";

/** A network that no call came for in this time is in use no more. */
const inUseMs = 60_000;
/** Enabled networks that no one calls are probed this many times more rarely. */
const idleFactor = 75;
/** The only upstream of a network is probed this many times more rarely: there is no other to prefer. */
const onlyOneFactor = 4;
/** An upstream that fails is probed this often at least, so that it is back soon. */
const failingIntervalMs = 500;
/** A finalized slot that is this much lower than it was is another ledger's, or that of one that started again. */
const restartDistance = 150;
/** Probes that waiting calls ask for come no more often than this. */
const hurriedIntervalMs = 100;
/** Longest wait of the first calls for the first probe. */
const firstProbeMs = 1500;
/** Health and the finalized slot are asked for at every fifth probe only, since slots are what routing needs at once. */
const healthEvery = 5;

const watchedCommitments = ["processed", "confirmed", "finalized"] as const;

/** What a watch needs. */
export interface WatchOptions {
  readonly set: UpstreamSet;
  readonly probe: UpstreamProbe;
  readonly config: UpstreamConfig;
  readonly listener: UpstreamListener;
  /** The network is enabled: it is probed even when no one calls it. */
  readonly isEnabled: () => boolean;
  /** Epochs are asked for only where something depends on them. */
  readonly wantsEpoch: boolean;
}

/**
 * Probes the upstreams of one network again and again: which ledger they serve, whether they keep up. Takes out those that do not
 * and brings them back. Rests when the network is not in use. Keeps no process alive.
 */
export class UpstreamWatch {
  readonly #options: WatchOptions;
  readonly #underWay = new Map<Upstream, Promise<boolean | undefined>>();
  #timer: NodeJS.Timeout | undefined;
  #isProbing = false;
  #stopped = false;
  #rounds = 0;
  #probedAt = Number.NEGATIVE_INFINITY;

  constructor(options: WatchOptions) {
    this.#options = options;
  }

  /** Starts, or goes on after a rest. */
  start(): void {
    if (this.#timer !== undefined || this.#isProbing || this.#stopped) return;
    const { set } = this.#options;
    const probed = this.#probeAll(false);
    // Several upstreams could serve several ledgers: no call goes out before they were compared.
    if (this.#rounds === 1 && set.upstreams.length > 1) void this.#holdCallsBack(probed);
  }

  /** Ends the watch. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#options.probe.stop();
  }

  /** Probes now. */
  probeNow(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return this.#probeAll(true);
  }

  /** Probes soon, since calls wait for an upstream that must be probed before it is asked. */
  probeSoon(now: number): void {
    const isDue = now - this.#probedAt >= hurriedIntervalMs;
    if (!isDue || this.#isProbing || this.#stopped) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    void this.#probeAll(false, hurriedIntervalMs);
  }

  async #holdCallsBack(probed: Promise<void>): Promise<void> {
    this.#options.set.isBeforeFirstProbe = true;
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, firstProbeMs);
    });
    await Promise.race([probed, timeout]);
    clearTimeout(timer);
    this.#options.set.isBeforeFirstProbe = false;
  }

  /** `now`: what answers to calls have shown lately is not enough; lately are the last `recentMs`. */
  async #probeAll(now: boolean, recentMs = this.#options.config.pollIntervalMs): Promise<void> {
    const { set } = this.#options;
    // They may be others when the answers are here.
    const { upstreams } = set;
    this.#isProbing = true;
    this.#rounds += 1;
    const found = await Promise.all(upstreams.map((upstream) => this.#boundedProbe(upstream, now, recentMs)));
    this.#isProbing = false;
    if (this.#stopped) return;
    this.#compareLedgers();
    this.#probedAt = performance.now();
    this.#recordSlots(this.#probedAt);
    upstreams.forEach((upstream, index) => {
      this.#judge(upstream, found[index]);
    });
    await this.#learnEpoch();
    this.#schedule(this.#probedAt);
  }

  /** An upstream that does not answer holds up the probes of the others no longer than a round takes. */
  #boundedProbe(upstream: Upstream, now: boolean, recentMs: number): Promise<boolean | undefined> {
    const before = this.#underWay.get(upstream);
    const probed =
      before ??
      this.#probe(upstream, now, recentMs).finally(() => {
        this.#underWay.delete(upstream);
      });
    this.#underWay.set(upstream, probed);
    // Who wants to know now waits for the answer; so do the first calls.
    if (now || this.#rounds === 1) return probed;
    let timer: NodeJS.Timeout | undefined;
    const end = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, this.#options.config.pollIntervalMs, undefined);
      timer.unref();
    });
    return Promise.race([probed, end]).finally(() => clearTimeout(timer));
  }

  /** What the upstream says of itself: true when it is well; undefined when it said nothing. */
  async #probe(upstream: Upstream, now: boolean, recentMs: number): Promise<boolean | undefined> {
    const { probe } = this.#options;
    const askedAt = performance.now();
    const since = askedAt - recentMs;
    // Clients' calls have the rest of its limit: what their answers show has to do until there is room again.
    const isFull = upstream.plan?.rate?.hasProbeRoom(askedAt) === false;
    if (isFull && !now && this.#rounds > 1 && upstream.health === "healthy") return true;
    try {
      if (upstream.mustCheckGenesis) await this.#learnGenesis(upstream);
      const isThorough = now || upstream.finalizedSlot === undefined || this.#rounds % healthEvery === 0;
      const answersCalls = upstream.lastSuccessAt > since && upstream.health === "healthy";
      const [isWell] = await Promise.all([
        !isThorough && answersCalls ? true : probe.isWell(upstream),
        this.#learnSlots(upstream, now ? Number.POSITIVE_INFINITY : since),
        isThorough ? this.#learnFinalized(upstream) : undefined,
      ]);
      return isWell;
    } catch (caught) {
      // The probe went the way of all attempts: breaker, score and log have the fault already.
      return RpcError.from(caught).kind === "ledger" ? true : undefined;
    }
  }

  /** At the commitments that calls ask for; where the answer to a call showed the slot since then, the upstream need not be asked. */
  async #learnSlots(upstream: Upstream, since: number): Promise<void> {
    const { usedAt, upstreams } = this.#options.set;
    const usedSince = performance.now() - inUseMs;
    const asked = watchedCommitments.filter(
      (commitment) =>
        upstream.slots.seenAt(commitment) <= since &&
        (commitment === "processed" ||
          (this.#rounds === 1 && upstreams.length > 1) ||
          usedAt[commitment] > usedSince),
    );
    await Promise.all(asked.map((commitment) => this.#learnSlot(upstream, commitment)));
  }

  async #learnSlot(upstream: Upstream, commitment: Commitment): Promise<void> {
    const askedAt = performance.now();
    const slot = await this.#options.probe.slot(upstream, commitment);
    upstream.slots.record(commitment, slot, askedAt, performance.now());
  }

  async #learnGenesis(upstream: Upstream): Promise<void> {
    try {
      upstream.genesisHash = await this.#options.probe.genesisHash(upstream);
    } catch (caught) {
      // An upstream that does not serve the method is judged by its address alone.
      if (RpcError.from(caught).kind !== "ledger") throw caught;
      upstream.genesisHash = undefined;
    }
    upstream.mustCheckGenesis = false;
  }

  async #learnFinalized(upstream: Upstream): Promise<void> {
    const askedAt = performance.now();
    const slot = await this.#options.probe.slot(upstream, "finalized");
    upstream.slots.record("finalized", slot, askedAt, performance.now());
    const before = upstream.finalizedSlot ?? slot;
    // A finalized slot does not go back, but the nodes behind one address are not all equally far: a little says nothing.
    if (slot < before) await this.#learnGenesis(upstream);
    if (slot < before - restartDistance) upstream.hasRestarted = true;
    upstream.finalizedSlot = slot;
  }

  /** Decides which ledger the network is: the one that it was, else the one of most upstreams, else of the first. */
  #compareLedgers(): void {
    const { set, listener } = this.#options;
    const hashes = set.upstreams.flatMap(({ genesisHash }) => genesisHash ?? []);
    const before = set.genesisHash;
    const isSame = before !== undefined && hashes.includes(before);
    if (isSame ? !set.upstreams.every(({ hasRestarted }) => hasRestarted) : hashes.length === 0) return;
    const count = (hash: string) => hashes.filter((other) => other === hash).length;
    set.genesisHash = hashes.reduce((best, hash) => (count(hash) > count(best) ? hash : best));
    if (before === undefined) return;
    set.changeLedger();
    listener.onLedger(set.network, before);
  }

  #recordSlots(now: number): void {
    const { set } = this.#options;
    const ofLedger = set.upstreams.filter(
      (upstream) => !this.#isForeign(upstream) && !upstream.breaker.isOpen,
    );
    const { head } = set;
    const best = head === 0 ? undefined : head;
    const inUse = ofLedger.filter((upstream) => !this.#isBehind(upstream, best));
    const finalized = inUse.flatMap(({ finalizedSlot }) => finalizedSlot ?? []);
    set.clock.recordSlots(best, finalized.length === 0 ? undefined : Math.min(...finalized), now);
  }

  #judge(upstream: Upstream, isWell: boolean | undefined): void {
    const { set, listener } = this.#options;
    const before = upstream.health;
    if (this.#isForeign(upstream)) upstream.health = "foreign";
    else if (isWell === undefined) upstream.health = before === "foreign" ? "unchecked" : before;
    else if (!isWell) upstream.health = "unhealthy";
    else upstream.health = this.#isBehind(upstream, set.clock.processedSlot) ? "behind" : "healthy";
    if (upstream.health !== before) listener.onHealth(set.network, upstream, before);
  }

  #isForeign({ genesisHash }: Upstream): boolean {
    const expected = this.#options.set.genesisHash;
    return genesisHash !== undefined && expected !== undefined && genesisHash !== expected;
  }

  #isBehind({ slots }: Upstream, best: number | undefined): boolean {
    const processedSlot = slots.at("processed");
    return (
      best !== undefined &&
      processedSlot !== undefined &&
      best - processedSlot > this.#options.config.maxSlotLag
    );
  }

  async #learnEpoch(): Promise<void> {
    const { set, probe, wantsEpoch } = this.#options;
    const upstream = set.upstreams.find(({ health, breaker }) => health === "healthy" && !breaker.isOpen);
    if (!wantsEpoch || !set.clock.needsSpan || upstream === undefined) return;
    try {
      set.clock.span = await probe.epochSpan(upstream);
    } catch (caught) {
      // Without it answers of this epoch are not kept, which costs nothing but calls; the next probe tries again.
      set.clock.span = undefined;
      upstream.lastFault = RpcError.from(caught).message;
    }
  }

  #schedule(now: number): void {
    if (this.#stopped) return;
    clearTimeout(this.#timer);
    const { set, config, isEnabled } = this.#options;
    const inUse = now - set.lastUsedAt < inUseMs;
    this.#timer = undefined;
    if (!inUse && !isEnabled()) return;
    const failing = set.upstreams.some(({ breaker }) => breaker.isOpen);
    const factor = set.upstreams.length === 1 ? onlyOneFactor : 1;
    const usualMs = config.pollIntervalMs * (inUse ? factor : idleFactor);
    const intervalMs = failing && inUse ? Math.min(usualMs, failingIntervalMs) : usualMs;
    // Spread, so that many gateways do not ask one upstream at the same moments.
    const spread = 0.9 + Math.random() * 0.2;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#probeAll(false);
    }, intervalMs * spread);
    this.#timer.unref();
  }
}
