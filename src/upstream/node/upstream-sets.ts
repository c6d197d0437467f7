import type { Deadlines } from "../../call/deadlines.ts";
import type { UpstreamConfig } from "../../config/config.ts";
import type { Network, UpstreamUrl } from "../../networks/network.ts";
import type { SendAttempt } from "./attempt.ts";
import type { NodeListener } from "./node-listener.ts";
import { NodeProbe } from "./probe-node.ts";
import { Upstream } from "./upstream.ts";
import { UpstreamSet } from "./upstream-set.ts";
import { NodeWatch } from "./watch-nodes.ts";

/** Time that an upstream has to answer about itself, in looks: at least the shorter, at most the longer. */
const probeTimeoutMs = { looks: 2, shortest: 1000, longest: 5000 };

/** What UpstreamSets are made of. */
export interface UpstreamSetsOptions {
  readonly config: UpstreamConfig;
  readonly deadlines: Deadlines;
  readonly listener: NodeListener;
  /** The way of questions about nodes. */
  readonly probe: SendAttempt;
  /** Whether a network is looked at even when nobody calls it. */
  readonly isEnabled: (id: string) => boolean;
  /** Something depends on epochs. */
  readonly wantsEpoch: boolean;
}

interface Watched {
  /** The addresses as the newest record lists them. */
  urls: readonly UpstreamUrl[];
  readonly set: UpstreamSet;
  readonly watch: NodeWatch;
}

/** The upstreams of every network that is called or enabled, made when first needed and again when addresses change. */
export class UpstreamSets {
  readonly #options: UpstreamSetsOptions;
  readonly #watched = new Map<string, Watched>();

  constructor(options: UpstreamSetsOptions) {
    this.#options = options;
  }

  /** The upstreams of a network, as its record names them. */
  of(network: Network): UpstreamSet {
    return this.#of(network).set;
  }

  /** The same, for a call that comes now: they are watched from here on. */
  use(network: Network, now: number): UpstreamSet {
    const { set, watch } = this.#of(network);
    set.lastUsedAt = now;
    watch.wake();
    return set;
  }

  /** Watches an enabled network before anybody calls it. */
  watch(network: Network): void {
    this.#of(network).watch.wake();
  }

  /** Looks at the nodes of a network now. */
  async look(network: Network): Promise<UpstreamSet> {
    const { set, watch } = this.#of(network);
    await watch.lookNow();
    return set;
  }

  /** Calls wait for a node that may be asked only after a look. */
  hasten(network: Network, now: number): void {
    this.#of(network).watch.hasten(now);
  }

  /** All that were made. */
  list(): UpstreamSet[] {
    return [...this.#watched.values()].map(({ set }) => set);
  }

  /** Ends watches and connections. */
  async close(): Promise<void> {
    const all = [...this.#watched.values()];
    this.#watched.clear();
    for (const { watch } of all) watch.stop();
    await Promise.all(all.flatMap(({ set }) => set.upstreams.map((upstream) => upstream.http.close())));
  }

  #of(network: Network): Watched {
    const known = this.#watched.get(network.id);
    if (known === undefined) return this.#make(network, undefined);
    if (known.urls === network.rpcUrls) return known;
    if (!areSame(known.urls, network.rpcUrls)) return this.#make(network, known);
    known.urls = network.rpcUrls;
    return known;
  }

  #make(network: Network, known: Watched | undefined): Watched {
    const { config, listener, isEnabled, wantsEpoch } = this.#options;
    const numbers = new Map<string, number>();
    const upstreams = network.rpcUrls.map((url) => this.#upstream(url, numbers));
    // Other addresses may lead to another ledger: what was known of the old one is void.
    const set = new UpstreamSet(
      network,
      upstreams,
      config.freshSlots,
      known === undefined ? 0 : known.set.generation + 1,
    );
    const probe = new NodeProbe(
      network,
      this.#options.probe,
      Math.min(
        probeTimeoutMs.longest,
        Math.max(probeTimeoutMs.shortest, config.pollIntervalMs * probeTimeoutMs.looks),
      ),
    );
    const watch = new NodeWatch({
      set,
      probe,
      config,
      listener,
      isEnabled: () => isEnabled(network.id),
      wantsEpoch,
    });
    const watched = { urls: network.rpcUrls, set, watch };
    this.#watched.set(network.id, watched);
    if (known !== undefined) retire(known);
    return watched;
  }

  #upstream({ url, weight, trusted }: UpstreamUrl, numbers: Map<string, number>): Upstream {
    const { config, deadlines } = this.#options;
    const { host } = new URL(url);
    const number = (numbers.get(host) ?? 0) + 1;
    numbers.set(host, number);
    return new Upstream({ ...config, url, weight, trusted, deadlines, number });
  }
}

function areSame(some: readonly UpstreamUrl[], others: readonly UpstreamUrl[]): boolean {
  if (some.length !== others.length) return false;
  return some.every(({ url, weight, trusted }, index) => {
    const other = others[index];
    return other?.url === url && other.weight === weight && other.trusted === trusted;
  });
}

/** Upstreams whose addresses were replaced: calls on the way to them come to their end. */
function retire({ set, watch }: Watched): void {
  watch.stop();
  for (const upstream of set.upstreams) void upstream.http.retire();
}
