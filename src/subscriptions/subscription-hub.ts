import type { BoundParams } from "../gateway/params/bound-params.ts";
import { getOrAdd } from "../get-or-add.ts";
import { canonical } from "../json/canonical.ts";
import { quote, writeMembers } from "../json/join.ts";
import type { Network } from "../networks/network.ts";
import type { NetworkStore } from "../networks/network-store.ts";
import { stoppingError } from "../rpc/rpc-error.ts";
import type { FeedBudgets, FeedOptions } from "./feed/feed-options.ts";
import { NetworkFeed } from "./feed/network-feed.ts";
import { SharedSubscription } from "./feed/shared-subscription.ts";
import type { Subscriber } from "./feed/subscriber.ts";
import { FullReads } from "./reader/full-reads.ts";

/** Options of the feeds, and the store that reports changes of networks. */
interface SubscriptionHubOptions extends FeedOptions {
  readonly store: Pick<NetworkStore, "onChange">;
}

/** Most subscriptions kept without a client: an upstream may send each one notifications that no one reads. */
const maxLingering = 1000;
/** Most account states remembered to detect changes: about 60 MB. */
const maxRememberedAccounts = 200_000;
/** Most bytes of notifications held until gaps are filled. */
const maxHeldBytes = 64 * 1024 * 1024;

/** Coalesces equal client subscriptions into one upstream subscription. A network's sockets open with its first one. */
export class SubscriptionHub {
  readonly #options: SubscriptionHubOptions;
  readonly #budgets: FeedBudgets = {
    fullReads: new FullReads(),
    accounts: { left: maxRememberedAccounts },
    heldBytes: { left: maxHeldBytes },
  };
  /** By network id. */
  readonly #feeds = new Map<string, NetworkFeed>();
  readonly #byKey = new Map<string, SharedSubscription>();
  /**
   * Subscriptions whose last client has left, oldest first. Kept briefly, so that resubscribing clients cost the upstream
   * nothing.
   */
  readonly #lingering = new Map<SharedSubscription, NodeJS.Timeout>();
  readonly #stopListening: () => void;
  #nextId = 1;
  #hasClosed = false;

  constructor(options: SubscriptionHubOptions) {
    this.#options = options;
    this.#stopListening = options.store.onChange((network) =>
      this.#feeds.get(network.id)?.setNetwork(network),
    );
  }

  /**
   * Resolves once an upstream confirms the subscription or polling starts; rejects if it cannot be served. Notifications may come
   * first; the subscriber holds them until its client knows the id.
   */
  async subscribe(
    network: Network,
    params: BoundParams,
    subscriber: Subscriber,
  ): Promise<SharedSubscription> {
    const { name, subscription: rule } = params.methodIndex.method;
    if (rule === undefined) throw new Error(`${name} is not a subscription`);
    if (this.#hasClosed) throw stoppingError();
    const feed = this.#getFeed(network);
    const key = subscriptionKey(network.id, params);
    let shared = this.#byKey.get(key);
    if (shared === undefined) {
      const id = this.#nextId;
      this.#nextId += 1;
      shared = new SharedSubscription({ id, key, params, rule, feed, onEmpty: this.#onEmpty });
      this.#byKey.set(shared.key, shared);
    }
    const isNew = shared.subscriberCount === 0 && !this.#stopLingering(shared);
    shared.join(subscriber);
    if (isNew) feed.add(shared);
    await shared.settled;
    return shared;
  }

  countByMethod(): Readonly<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const { method, subscriberCount } of this.#byKey.values())
      counts[method] = (counts[method] ?? 0) + subscriberCount;
    return counts;
  }

  countByNetwork(count: "subscriptions" | "polled"): Readonly<Record<string, number>> {
    return Object.fromEntries(Array.from(this.#feeds, ([network, { counts }]) => [network, counts[count]]));
  }

  close(): void {
    this.#hasClosed = true;
    this.#stopListening();
    // A pending timer would keep the hub in memory.
    for (const timer of this.#lingering.values()) clearTimeout(timer);
    for (const feed of this.#feeds.values()) feed.close();
    const error = stoppingError();
    for (const shared of this.#byKey.values()) shared.refuse(error);
    this.#byKey.clear();
  }

  #getFeed(network: Network): NetworkFeed {
    const make = () =>
      new NetworkFeed(network, this.#options, this.#budgets, (shared) => this.#remove(shared));
    return getOrAdd(this.#feeds, network.id, make);
  }

  /** Shared by all subscriptions: ten thousand closures would take megabytes. */
  readonly #onEmpty = (shared: SharedSubscription): void => {
    const { feed } = shared;
    const { lingerMs } = feed.times;
    // Polling costs the same without clients, so it ends at once.
    if (lingerMs === 0 || !feed.isConfirmed(shared)) {
      this.#drop(shared);
      return;
    }
    this.#lingering.set(shared, setTimeout(() => this.#drop(shared), lingerMs).unref());
    const [oldest] = this.#lingering.keys();
    if (this.#lingering.size > maxLingering && oldest !== undefined) this.#drop(oldest);
  };

  #stopLingering(shared: SharedSubscription): boolean {
    clearTimeout(this.#lingering.get(shared));
    return this.#lingering.delete(shared);
  }

  #remove(shared: SharedSubscription): void {
    this.#stopLingering(shared);
    if (this.#byKey.get(shared.key) === shared) this.#byKey.delete(shared.key);
  }

  #drop(shared: SharedSubscription): void {
    this.#remove(shared);
    shared.end();
    shared.feed.remove(shared);
  }
}

const defaultCommitment = '"finalized"';

/**
 * Key shared by equal subscriptions of a network. It is canonical JSON, so that no client input can forge another part of it.
 * Omitting the default commitment or a false flag gives the same key as writing it.
 */
export function subscriptionKey(network: string, params: BoundParams): string {
  const { method } = params.methodIndex;
  const values = method.params.map(({ name }, index) => {
    const raw = params.rawValues[index] ?? (name === method.commitment?.param ? defaultCommitment : "null");
    return raw === "false" ? "null" : raw;
  });
  const extras = writeMembers(params.extras);
  return canonical(`[${quote(network)},${quote(method.name)},[${values.join(",")}],${extras}]`);
}
