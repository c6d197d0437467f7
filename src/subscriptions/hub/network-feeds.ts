import type { WebsocketConfig } from "../../../generated/config.ts";
import type { Send } from "../../call/upstream-call.ts";
import type { MethodPlan } from "../../gateway/params/method-plan.ts";
import type { LedgerTime } from "../../ledger-time/network-clock.ts";
import type { Network } from "../../networks/network.ts";
import type { FeedListener } from "../feed/feed-listener.ts";
import type { FeedOptions } from "../feed/feed-options.ts";
import { NetworkFeed } from "../feed/network-feed.ts";
import { type SubscriptionTimes, timesOn } from "../feed/subscription-times.ts";
import { FullReads } from "../reader/full-reads.ts";
import { LedgerReader } from "../reader/ledger-reader.ts";

/** What the feeds of all networks need. */
export interface NetworkFeedsOptions {
  /** The plans of every method of the document. */
  readonly plans: ReadonlyMap<string, MethodPlan>;
  /** HTTP calls, for what was missed and for what no upstream pushes. */
  readonly send: Send;
  /** The clock of a network. */
  readonly clock: (network: Network) => LedgerTime;
  /** Opens sockets to upstreams; without them every subscription is polled through `send`. */
  readonly dials: boolean;
  readonly websocket: Pick<WebsocketConfig, "upstreamConnections" | "subscriptionsPerUpstreamConnection">;
  readonly requestTimeoutMs: number;
  /** Longest frame that an upstream may send. */
  readonly maxFrameBytes: number;
  readonly listener: FeedListener;
  /** A notification showed a slot. */
  readonly onSlot?: FeedOptions["onSlot"];
  readonly times?: Partial<SubscriptionTimes>;
}

/** The feed of each network, created with its first subscription. */
export class NetworkFeeds {
  readonly #options: NetworkFeedsOptions;
  readonly #onGone: FeedOptions["onGone"];
  readonly #slotMethods: FeedOptions["slotMethods"];
  readonly #fullReads: FullReads;
  readonly #feeds = new Map<string, NetworkFeed>();

  constructor(options: NetworkFeedsOptions, onGone: FeedOptions["onGone"]) {
    this.#options = options;
    this.#onGone = onGone;
    this.#slotMethods = slotMethodsOf(options.plans);
    this.#fullReads = new FullReads();
  }

  /** All feeds, by network id. */
  get all(): ReadonlyMap<string, NetworkFeed> {
    return this.#feeds;
  }

  /** The feed of a network. */
  feedOf(network: Network): NetworkFeed {
    const known = this.#feeds.get(network.id);
    if (known !== undefined) return known;
    const feed = this.#createFeed(network);
    this.#feeds.set(network.id, feed);
    return feed;
  }

  /** Passes the record of a changed network to its feed. */
  setNetwork(network: Network): void {
    this.#feeds.get(network.id)?.setNetwork(this.#reachable(network));
  }

  close(): void {
    for (const feed of this.#feeds.values()) feed.close();
  }

  #createFeed(network: Network): NetworkFeed {
    const { send, clock, plans, listener, websocket, requestTimeoutMs, maxFrameBytes, onSlot } =
      this.#options;
    let feed: NetworkFeed | undefined;
    const clockNow = () => clock(feed?.network ?? network);
    const times = () => ({ ...timesOn(clockNow()), ...this.#options.times });
    const reader = new LedgerReader({
      send,
      plans,
      network: () => feed?.network ?? network,
      clock: clockNow,
      timeoutMs: requestTimeoutMs,
      fullReads: this.#fullReads,
    });
    feed = new NetworkFeed({
      network: this.#reachable(network),
      reader,
      times,
      slotMethods: this.#slotMethods,
      listener,
      clock: clockNow,
      link: {
        pingIntervalMs: times().pingIntervalMs,
        answerTimeoutMs: times().answerTimeoutMs,
        maxFrameBytes,
        maxSockets: websocket.upstreamConnections,
        subscriptionsPerSocket: websocket.subscriptionsPerUpstreamConnection,
        reconnect: times().reconnect,
      },
      onSlot: onSlot ?? (() => undefined),
      onGone: this.#onGone,
    });
    return feed;
  }

  #reachable(network: Network): Network {
    return this.#options.dials ? network : { ...network, wsUrls: [] };
  }
}

function slotMethodsOf(plans: ReadonlyMap<string, MethodPlan>): FeedOptions["slotMethods"] {
  for (const { method } of plans.values()) {
    if (method.subscription?.polledAs === "slot")
      return { subscribe: method.name, unsubscribe: method.subscription.pair };
  }
  throw new Error("the document has no subscription of slots");
}
