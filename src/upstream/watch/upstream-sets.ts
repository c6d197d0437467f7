import type { RoutingConfig } from "../../../generated/config.ts";
import type { TimerWheel } from "../../call/timer-wheel.ts";
import { hasSameContent, type Network, type UpstreamAddress } from "../../networks/network.ts";
import { nameUpstream } from "../../networks/upstream-names.ts";
import type { SendAttempt } from "../attempt/attempt.ts";
import { Upstream } from "../node/upstream.ts";
import { UpstreamSet } from "../node/upstream-set.ts";
import { ProbeQueries } from "./probe-queries.ts";
import { UpstreamWatch, type WatchOptions } from "./upstream-watch.ts";

/** Probe timeout, as a multiple of the configured polling interval and clamped to these bounds. */
const probeTimeoutMs = { intervals: 2, min: 1000, max: 5000 };

interface UpstreamSetsOptions extends WatchOptions {
  readonly prefer: RoutingConfig["prefer"];
  readonly processes: number;
  readonly timers: TimerWheel;
  readonly sendProbe: SendAttempt;
}

interface ProbedNetwork {
  /** The addresses in the newest record of the network. */
  urls: readonly UpstreamAddress[];
  readonly set: UpstreamSet;
  readonly watch: UpstreamWatch;
}

/** The upstreams of every network, created on first use and replaced when addresses change. */
export class UpstreamSets {
  readonly #options: UpstreamSetsOptions;
  readonly #watched = new Map<string, ProbedNetwork>();
  /** Addresses of outdated records, which calls in flight may still name. */
  readonly #replaced = new WeakSet<readonly UpstreamAddress[]>();

  constructor(options: UpstreamSetsOptions) {
    this.#options = options;
  }

  /** The upstreams of a network; does not start to watch them. */
  get(network: Network): UpstreamSet {
    return this.#getWatched(network).set;
  }

  /** The upstreams for a call; starts to watch them. */
  use(network: Network, now: number): UpstreamSet {
    const { set, watch } = this.#getWatched(network);
    set.recordCall(now);
    watch.start();
    return set;
  }

  /** Watches a network before its first call. */
  watch(network: Network): void {
    this.#getWatched(network).watch.start();
  }

  /** Applies a changed record of a network, if the network is in use. */
  update(network: Network): void {
    // An undone change makes an older record the newest again.
    this.#replaced.delete(network.httpAddresses);
    if (this.#watched.has(network.id)) this.#getWatched(network);
  }

  async probeNow(network: Network): Promise<UpstreamSet> {
    const { set, watch } = this.#getWatched(network);
    await watch.probeNow();
    return set;
  }

  probeSoon(network: Network, now: number): void {
    this.#getWatched(network).watch.probeSoon(now);
  }

  list(): UpstreamSet[] {
    return [...this.#watched.values()].map(({ set }) => set);
  }

  async close(): Promise<void> {
    const all = [...this.#watched.values()];
    this.#watched.clear();
    for (const { watch } of all) watch.stop();
    await Promise.all(all.flatMap(({ set }) => set.upstreams.map((upstream) => upstream.http.close())));
  }

  #getWatched(network: Network): ProbedNetwork {
    const known = this.#watched.get(network.id);
    if (known === undefined) return this.#create(network, undefined);
    if (known.urls === network.httpAddresses || this.#replaced.has(network.httpAddresses)) return known;
    this.#replaced.add(known.urls);
    const isSame = hasSameContent(known.urls, network.httpAddresses);
    if (!isSame && !this.#keepUnchanged(network, known)) return this.#create(network, known);
    known.urls = network.httpAddresses;
    return known;
  }

  /** Keeps the network's state and the upstreams whose addresses stay; returns false if none does. */
  #keepUnchanged(network: Network, { urls, set, watch }: ProbedNetwork): boolean {
    const before: (UpstreamAddress | undefined)[] = [...urls];
    const kept = network.httpAddresses.map((url) => {
      const index = before.findIndex((one) => hasSameContent(url, one));
      if (index < 0) return undefined;
      // An address that is listed twice makes two upstreams.
      before[index] = undefined;
      return set.upstreams[index];
    });
    if (!kept.some((upstream) => upstream !== undefined && upstream.health !== "foreign")) return false;
    const names = new Set(kept.flatMap((upstream) => upstream?.name ?? []));
    const upstreams = network.httpAddresses.map(
      (url, index) => kept[index] ?? this.#createUpstream(url, names),
    );
    const removed = set.upstreams.filter((upstream) => !upstreams.includes(upstream));
    set.replaceUpstreams(upstreams);
    retire(removed);
    watch.probeSoon(performance.now());
    return true;
  }

  #create(network: Network, known: ProbedNetwork | undefined): ProbedNetwork {
    const { config, prefer } = this.#options;
    const names = new Set<string>();
    const upstreams = network.httpAddresses.map((url) => this.#createUpstream(url, names));
    // New addresses may serve another ledger, so no state is kept.
    const set = new UpstreamSet(
      network,
      upstreams,
      { freshSlots: config.freshSlots, prefer, pollIntervalMs: config.pollIntervalMs },
      known === undefined ? 0 : known.set.generation + 1,
    );
    const queries = new ProbeQueries(
      network,
      this.#options.sendProbe,
      Math.min(
        probeTimeoutMs.max,
        Math.max(probeTimeoutMs.min, (config.pollIntervalMs ?? 0) * probeTimeoutMs.intervals),
      ),
    );
    const watch = new UpstreamWatch(set, queries, this.#options);
    const watched = { urls: network.httpAddresses, set, watch };
    this.#watched.set(network.id, watched);
    if (known !== undefined) {
      known.watch.stop();
      retire(known.set.upstreams);
    }
    return watched;
  }

  /** Creates an upstream with a unique name, which is added to `names`. */
  #createUpstream(listed: UpstreamAddress, names: Set<string>): Upstream {
    const { config, timers, processes } = this.#options;
    return new Upstream({ ...config, ...listed, name: nameUpstream(listed, names), processes, timers });
  }
}

/** Closes removed upstreams once their calls have ended. */
function retire(upstreams: readonly Upstream[]): void {
  for (const upstream of upstreams) void upstream.http.retire();
}
