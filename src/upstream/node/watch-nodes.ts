import type { UpstreamConfig } from "../../config/config.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import type { NodeListener } from "./node-listener.ts";
import type { NodeProbe } from "./probe-node.ts";
import type { Upstream } from "./upstream.ts";
import type { UpstreamSet } from "./upstream-set.ts";

/** A network that no call came for in this time is in use no more. */
const inUseMs = 60_000;
/** Enabled networks that no one calls are looked at this many times more rarely. */
const idleFactor = 75;
/** The only upstream of a network is looked at this many times more rarely: there is no other to prefer. */
const onlyOneFactor = 4;
/** A node that fails is looked at this often at least, so that it is back soon. */
const failingIntervalMs = 500;
/** A finalized slot that is this much lower than it was is another ledger's, or that of one that began anew. */
const restartDistance = 150;
/** Looks that waiting calls ask for come no more often than this. */
const hurriedIntervalMs = 100;
/** Longest wait of the first calls for the first look. */
const firstLookMs = 1500;
/** Health and the finalized slot are asked for at every so many looks only, since slots are what routing needs at once. */
const healthEvery = 5;

/** What a watch needs. */
export interface WatchOptions {
  readonly set: UpstreamSet;
  readonly probe: NodeProbe;
  readonly config: UpstreamConfig;
  readonly listener: NodeListener;
  /** The network is enabled: it is looked at even when nobody calls it. */
  readonly isEnabled: () => boolean;
  /** Epochs are asked for only where something depends on them. */
  readonly wantsEpoch: boolean;
}

/**
 * Looks at the nodes of one network again and again: which ledger they serve, whether they keep up. Takes out those that do not
 * and brings them back. Rests when the network is not in use. Keeps no process alive.
 */
export class NodeWatch {
  readonly #options: WatchOptions;
  readonly #underWay = new Map<Upstream, Promise<boolean | undefined>>();
  #timer: NodeJS.Timeout | undefined;
  #looking = false;
  #stopped = false;
  #looks = 0;
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(options: WatchOptions) {
    this.#options = options;
  }

  /** Starts, or goes on after a rest. */
  wake(): void {
    if (this.#timer !== undefined || this.#looking || this.#stopped) return;
    const { set } = this.#options;
    const look = this.#look(false);
    // Several nodes could serve several ledgers: no call goes out before they were compared.
    if (this.#looks === 1 && set.upstreams.length > 1) void this.#firstLook(look);
  }

  /** Ends the watch. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#options.probe.stop();
  }

  /** Looks now, for who wants to know now. */
  lookNow(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return this.#look(true);
  }

  /** Looks soon, since calls wait for a node that must be looked at before it is asked. */
  hasten(now: number): void {
    const isDue = now - this.#lookedAt >= hurriedIntervalMs;
    if (!isDue || this.#looking || this.#stopped) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    void this.#look(false);
  }

  async #firstLook(look: Promise<void>): Promise<void> {
    this.#options.set.isBeforeFirstLook = true;
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, firstLookMs);
    });
    await Promise.race([look, patience]);
    clearTimeout(timer);
    this.#options.set.isBeforeFirstLook = false;
  }

  /** `now`: whatever live answers told is not enough. */
  async #look(now: boolean): Promise<void> {
    const { set } = this.#options;
    this.#looking = true;
    this.#looks += 1;
    const found = await Promise.all(set.upstreams.map((upstream) => this.#boundedLookAt(upstream, now)));
    this.#looking = false;
    if (this.#stopped) return;
    this.#compareLedgers();
    this.#lookedAt = performance.now();
    this.#tellClock(this.#lookedAt);
    set.upstreams.forEach((upstream, index) => {
      this.#judge(upstream, found[index]);
    });
    await this.#learnEpoch();
    this.#schedule(this.#lookedAt);
  }

  /** An upstream that does not answer holds up the look at the others no longer than a round takes. */
  #boundedLookAt(upstream: Upstream, now: boolean): Promise<boolean | undefined> {
    const before = this.#underWay.get(upstream);
    const look =
      before ??
      this.#lookAt(upstream, now).finally(() => {
        this.#underWay.delete(upstream);
      });
    this.#underWay.set(upstream, look);
    // Who wants to know now waits for the answer; so do the first calls.
    if (now || this.#looks === 1) return look;
    let timer: NodeJS.Timeout | undefined;
    const end = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, this.#options.config.pollIntervalMs, undefined);
      timer.unref();
    });
    return Promise.race([look, end]).finally(() => clearTimeout(timer));
  }

  /** What the node says of itself: true when it is well; undefined when it said nothing. */
  async #lookAt(upstream: Upstream, now: boolean): Promise<boolean | undefined> {
    const { probe, config } = this.#options;
    const since = performance.now() - config.pollIntervalMs;
    try {
      if (upstream.mustCheckGenesis) await this.#learnGenesis(upstream);
      const isThorough = now || upstream.finalizedSlot === undefined || this.#looks % healthEvery === 0;
      const answersCalls = upstream.lastSuccessAt > since && upstream.health === "healthy";
      const [isWell] = await Promise.all([
        !isThorough && answersCalls ? true : probe.isWell(upstream),
        // The answer to a call showed its slot just now.
        !now && upstream.processedSeenAt > since ? undefined : this.#learnSlot(upstream),
        isThorough ? this.#learnFinalized(upstream) : undefined,
      ]);
      return isWell;
    } catch (caught) {
      // The probe went the way of all attempts: breaker, score and log have the fault already.
      return RpcError.from(caught).kind === "ledger" ? true : undefined;
    }
  }

  async #learnSlot(upstream: Upstream): Promise<void> {
    const askedAt = performance.now();
    const slot = await this.#options.probe.slot(upstream, "processed");
    upstream.slots.record("processed", slot, askedAt, performance.now());
  }

  async #learnGenesis(upstream: Upstream): Promise<void> {
    try {
      upstream.genesisHash = await this.#options.probe.genesisHash(upstream);
    } catch (caught) {
      // A node that does not serve the method is taken at its address's word.
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
    // A finalized slot does not go back, but nodes behind one address are not all equally far: a little says nothing.
    if (slot < before) await this.#learnGenesis(upstream);
    if (slot < before - restartDistance) upstream.hasRestarted = true;
    upstream.finalizedSlot = slot;
  }

  /** Decides which ledger the network is: the one that it was, else the one of most nodes, else of the first. */
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

  #tellClock(now: number): void {
    const { set } = this.#options;
    const ours = set.upstreams.filter((upstream) => !this.#isForeign(upstream) && !upstream.breaker.isOpen);
    const processed = ours.flatMap(({ slots }) => slots.at("processed") ?? []);
    const best = processed.length === 0 ? undefined : Math.max(...processed);
    const inUse = ours.filter((upstream) => !this.#isBehind(upstream, best));
    const finalized = inUse.flatMap(({ finalizedSlot }) => finalizedSlot ?? []);
    set.clock.see(best, finalized.length === 0 ? undefined : Math.min(...finalized), now);
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
    const ours = this.#options.set.genesisHash;
    return genesisHash !== undefined && ours !== undefined && genesisHash !== ours;
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
      // Without it answers of this epoch are not kept, which costs nothing but calls; the next look tries again.
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
    // Spread, so that many gateways do not ask one node at the same moments.
    const spread = 0.9 + Math.random() * 0.2;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#look(false);
    }, intervalMs * spread);
    this.#timer.unref();
  }
}
