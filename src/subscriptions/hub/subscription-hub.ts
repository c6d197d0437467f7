import type { SubscriptionRule } from "../../contract/method-description.ts";
import type { BoundParams } from "../../gateway/params/bound-params.ts";
import type { Network } from "../../networks/network.ts";
import type { NetworkStore } from "../../networks/network-store.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import type { NetworkFeed } from "../feed/network-feed.ts";
import { SharedSubscription } from "../feed/shared-subscription.ts";
import type { Membership, Subscriber } from "../feed/subscriber.ts";
import { usualLingerMs } from "../feed/subscription-times.ts";
import { AccountBudget } from "../subjects/account-budget.ts";
import { subjectKindOf } from "../subjects/subject-kinds.ts";
import { HubMembership } from "./hub-membership.ts";
import { Lingering } from "./lingering.ts";
import { NetworkFeeds, type NetworkFeedsOptions } from "./network-feeds.ts";
import { subscriptionKey } from "./subscription-key.ts";

/** What the hub needs. */
export interface SubscriptionHubOptions extends NetworkFeedsOptions {
  readonly store: Pick<NetworkStore, "onChange">;
}

/** The subscriptions of one network in numbers, for metrics. */
export interface HubStatus {
  readonly network: string;
  /** Distinct subscriptions. */
  readonly subscriptions: number;
  /** Those of them that are polled over HTTP. */
  readonly polled: number;
  /** Sockets to upstreams. */
  readonly sockets: number;
}

/** Shares one subscription upstream among all clients that subscribe to the same. */
export interface SubscriptionHub {
  /**
   * Resolves once notifications will come; rejects with the reason why they will not. The subscriber may get notifications
   * before that: it holds them until its client knows the id.
   */
  subscribe(network: Network, params: BoundParams, subscriber: Subscriber): Promise<Membership>;
  status(): readonly HubStatus[];
  /** Subscriptions of clients by method, for metrics. */
  countByMethod(): Readonly<Record<string, number>>;
  /** One number of the status, by network. */
  countByNetwork(what: "subscriptions" | "polled"): Readonly<Record<string, number>>;
  close(): void;
}

/** Creates the hub. Sockets are opened with the first subscription of a network. */
export function createSubscriptionHub(options: SubscriptionHubOptions): SubscriptionHub {
  return new SharingHub(options);
}

class SharingHub implements SubscriptionHub {
  readonly #lingerMs: number;
  readonly #feeds: NetworkFeeds;
  readonly #accounts = new AccountBudget();
  readonly #byKey = new Map<string, SharedSubscription>();
  readonly #lingering: Lingering;
  readonly #stopListening: () => void;
  #nextId = 1;
  #hasClosed = false;

  constructor(options: SubscriptionHubOptions) {
    this.#lingerMs = options.times?.lingerMs ?? usualLingerMs;
    this.#feeds = new NetworkFeeds(options, (shared) => {
      this.#lingering.remove(shared);
      if (this.#byKey.get(shared.key) === shared) this.#byKey.delete(shared.key);
    });
    this.#lingering = new Lingering({ lingerMs: this.#lingerMs, drop: (shared) => this.#drop(shared) });
    this.#stopListening = options.store.onChange((network) => this.#feeds.setNetwork(network));
  }

  async subscribe(network: Network, params: BoundParams, subscriber: Subscriber): Promise<Membership> {
    const { name, subscription: rule } = params.plan.method;
    if (rule === undefined) throw new Error(`${name} is not a subscription`);
    if (this.#hasClosed) throw stoppingError();
    const feed = this.#feeds.feedOf(network);
    const shared = this.#sharedOf(params, rule, feed);
    const isNew = shared.subscriberCount === 0 && !this.#lingering.remove(shared);
    shared.add(subscriber);
    if (isNew) feed.add(shared);
    await shared.settled();
    return new HubMembership(shared, subscriber, feed, this.#onLastLeft);
  }

  status(): readonly HubStatus[] {
    return [...this.#feeds.all].map(([network, feed]) => ({ network, ...feed.counts }));
  }

  countByMethod(): Readonly<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const { method, subscriberCount } of this.#byKey.values())
      counts[method] = (counts[method] ?? 0) + subscriberCount;
    return counts;
  }

  countByNetwork(what: "subscriptions" | "polled"): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#feeds.all].map(([network, feed]) => [network, feed.counts[what]]));
  }

  close(): void {
    this.#hasClosed = true;
    this.#stopListening();
    // Its timer has nothing left to do, and would keep the hub in memory until it fires.
    this.#lingering.close();
    this.#feeds.close();
    const error = stoppingError();
    for (const shared of this.#byKey.values()) shared.refuse(error);
    this.#byKey.clear();
  }

  #sharedOf(bound: BoundParams, rule: SubscriptionRule, feed: NetworkFeed): SharedSubscription {
    const key = subscriptionKey(feed.network.id, bound);
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const shared = new SharedSubscription({
      id: this.#nextId,
      key,
      bound,
      rule,
      kind: subjectKindOf(rule),
      accounts: this.#accounts,
      owner: feed,
    });
    this.#nextId += 1;
    this.#byKey.set(shared.key, shared);
    return shared;
  }

  /** One function for all memberships: ten thousand closures would take megabytes. */
  readonly #onLastLeft = (shared: SharedSubscription, feed: NetworkFeed): void => {
    // A polled subscription costs as much as one with clients: it ends at once.
    if (this.#lingerMs > 0 && feed.isPushed(shared)) this.#lingering.add(shared);
    else this.#drop(shared);
  };

  #drop(shared: SharedSubscription): void {
    this.#byKey.delete(shared.key);
    shared.end();
    shared.owner.remove(shared);
  }
}

function stoppingError(): RpcError {
  return RpcError.of("shuttingDown", "The gateway is stopping; subscribe elsewhere.");
}
