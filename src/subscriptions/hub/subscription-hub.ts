import type { WebsocketConfig } from "../../../generated/config.ts";
import type { Send } from "../../call/upstream-call.ts";
import type { SubscriptionRule } from "../../contract/method-description.ts";
import type { BoundParams } from "../../gateway/bound-params.ts";
import type { MethodPlan } from "../../gateway/method-plan.ts";
import type { Network } from "../../networks/network.ts";
import type { NetworkStore } from "../../networks/network-store.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import type { FeedListener } from "../feed/feed-listener.ts";
import type { FeedOptions } from "../feed/feed-options.ts";
import { NetworkFeed } from "../feed/network-feed.ts";
import { SharedSubscription } from "../feed/shared-subscription.ts";
import type { Membership, Subscriber } from "../feed/subscriber.ts";
import { defaultTimes, type SubscriptionTimes } from "../feed/subscription-times.ts";
import { FullReads } from "../reader/full-reads.ts";
import { LedgerReader } from "../reader/ledger-reader.ts";
import { AccountBudget } from "../subjects/account-budget.ts";
import { subjectKindOf } from "../subjects/subject-kinds.ts";
import { HubMembership } from "./hub-membership.ts";
import { Lingering } from "./lingering.ts";
import { subscriptionKey } from "./subscription-key.ts";

/** What the hub is made of. */
export interface SubscriptionHubOptions {
  /** The plans of every method of the document. */
  readonly plans: ReadonlyMap<string, MethodPlan>;
  /** HTTP calls, for what was missed and for what no upstream pushes. */
  readonly send: Send;
  /** Opens sockets to upstreams; without them every subscription is polled through `send`. */
  readonly dials: boolean;
  readonly store: Pick<NetworkStore, "onChange">;
  readonly websocket: WebsocketConfig;
  readonly requestTimeoutMs: number;
  /** Longest frame that an upstream may send. */
  readonly maxFrameBytes: number;
  readonly listener: FeedListener;
  /** A notification showed a slot. */
  readonly onSlot?: FeedOptions["onSlot"];
  readonly times?: Partial<SubscriptionTimes>;
}

/** How much goes on, for metrics. */
export interface HubStatus {
  readonly network: string;
  /** Distinct subscriptions. */
  readonly subscriptions: number;
  /** Those of them that are polled over HTTP. */
  readonly polled: number;
  /** Sockets to upstreams. */
  readonly sockets: number;
}

/** Shares upstream subscriptions among those who want the same. */
export interface SubscriptionHub {
  /**
   * Resolves when notifications will come; rejects with what is wrong. The subscriber may get notifications before that:
   * it holds them until its client knows the id.
   */
  subscribe(network: Network, params: BoundParams, subscriber: Subscriber): Promise<Membership>;
  status(): readonly HubStatus[];
  /** Subscriptions of clients by method, for metrics. */
  countByMethod(): Readonly<Record<string, number>>;
  /** One number of the status, by network. */
  countByNetwork(what: "subscriptions" | "polled" | "sockets"): Readonly<Record<string, number>>;
  close(): void;
}

/** Builds the hub. Sockets are opened when the first subscription of a network comes. */
export function createSubscriptionHub(options: SubscriptionHubOptions): SubscriptionHub {
  const { plans, websocket } = options;
  const times = { ...defaultTimes, ...options.times };
  const slotMethods = slotMethodsOf(plans);
  const feeds = new Map<string, NetworkFeed>();
  const byKey = new Map<string, SharedSubscription>();
  const fullReads = new FullReads(websocket.fullReads);
  const accounts = new AccountBudget(websocket.fullReads.maxAccounts);
  const lingering = new Lingering({
    lingerMs: websocket.lingerMs,
    max: websocket.maxLingering,
    drop: (shared) => drop(shared),
  });
  let nextId = 1;
  let hasClosed = false;

  const unlisten = options.store.onChange((network) => feeds.get(network.id)?.setNetwork(reachable(network)));

  function reachable(network: Network): Network {
    return options.dials ? network : { ...network, wsUrls: [] };
  }

  function feedOf(network: Network): NetworkFeed {
    const known = feeds.get(network.id);
    if (known !== undefined) return known;
    let feed: NetworkFeed | undefined;
    const reader = new LedgerReader({
      send: options.send,
      plans,
      network: () => feed?.network ?? network,
      timeoutMs: options.requestTimeoutMs,
      fullReads,
    });
    feed = new NetworkFeed({
      network: reachable(network),
      reader,
      times,
      slotMethods,
      listener: options.listener,
      pollIntervalMs: websocket.pollIntervalMs,
      link: {
        pingIntervalMs: websocket.pingIntervalMs,
        answerTimeoutMs: times.answerTimeoutMs,
        maxFrameBytes: options.maxFrameBytes,
        maxSockets: websocket.upstreamConnections,
        subscriptionsPerSocket: websocket.subscriptionsPerUpstreamConnection,
        reconnect: websocket.reconnect,
      },
      onSlot: options.onSlot ?? (() => undefined),
      onGone: (shared) => {
        lingering.remove(shared);
        if (byKey.get(shared.key) === shared) byKey.delete(shared.key);
      },
    });
    feeds.set(network.id, feed);
    return feed;
  }

  function sharedOf(bound: BoundParams, rule: SubscriptionRule, feed: NetworkFeed): SharedSubscription {
    const key = subscriptionKey(feed.network.id, bound);
    const known = byKey.get(key);
    if (known !== undefined) return known;
    const shared = new SharedSubscription({
      id: nextId,
      key,
      bound,
      rule,
      kind: subjectKindOf(rule),
      accounts,
      owner: feed,
    });
    nextId += 1;
    byKey.set(shared.key, shared);
    return shared;
  }

  function drop(shared: SharedSubscription): void {
    byKey.delete(shared.key);
    shared.end();
    shared.owner.remove(shared);
  }

  async function subscribe(
    network: Network,
    params: BoundParams,
    subscriber: Subscriber,
  ): Promise<Membership> {
    const { name, subscription: rule } = params.plan.method;
    if (rule === undefined) throw new Error(`${name} is no subscription`);
    if (hasClosed) throw RpcError.of("shuttingDown", "The gateway is stopping; subscribe elsewhere.");
    const feed = feedOf(network);
    const shared = sharedOf(params, rule, feed);
    const isNew = shared.subscriberCount === 0 && !lingering.remove(shared);
    shared.add(subscriber);
    if (isNew) feed.add(shared);
    await shared.settled();
    return new HubMembership(shared, subscriber, feed, onLast);
  }

  function onLast(shared: SharedSubscription, feed: NetworkFeed): void {
    // One that is polled costs as much as it is asked for: it ends at once.
    if (websocket.lingerMs > 0 && feed.isPushed(shared)) lingering.add(shared);
    else drop(shared);
  }

  return {
    subscribe,
    status: () => [...feeds].map(([network, feed]) => ({ network, ...feed.counts })),
    countByMethod() {
      const counts: Record<string, number> = {};
      for (const { method, subscriberCount } of byKey.values())
        counts[method] = (counts[method] ?? 0) + subscriberCount;
      return counts;
    },
    countByNetwork: (what) =>
      Object.fromEntries([...feeds].map(([network, feed]) => [network, feed.counts[what]])),
    close() {
      hasClosed = true;
      unlisten();
      // Nothing is left for its timer to do, which would hold the hub in memory until it is due.
      lingering.close();
      for (const feed of feeds.values()) feed.close();
      const fault = RpcError.of("shuttingDown", "The gateway is stopping; subscribe elsewhere.");
      for (const shared of byKey.values()) shared.refuse(fault);
      byKey.clear();
    },
  };
}

function slotMethodsOf(plans: ReadonlyMap<string, MethodPlan>): { subscribe: string; unsubscribe: string } {
  for (const { method } of plans.values()) {
    if (method.subscription?.polledAs === "slot")
      return { subscribe: method.name, unsubscribe: method.subscription.pair };
  }
  throw new Error("the document lists no subscription of slots");
}
