import type { NetworkFeed } from "../feed/network-feed.ts";
import type { SharedSubscription } from "../feed/shared-subscription.ts";
import type { Membership, Subscriber } from "../feed/subscriber.ts";

/** One subscriber's membership in a shared subscription. A class, as thousands of object literals with accessors take megabytes. */
export class HubMembership implements Membership {
  readonly id: number;
  readonly slowReader: "newest" | "close";
  readonly #shared: SharedSubscription;
  readonly #subscriber: Subscriber;
  readonly #feed: NetworkFeed;
  readonly #onLast: (shared: SharedSubscription, feed: NetworkFeed) => void;

  constructor(
    shared: SharedSubscription,
    subscriber: Subscriber,
    feed: NetworkFeed,
    onLast: (shared: SharedSubscription, feed: NetworkFeed) => void,
  ) {
    this.id = shared.id;
    this.slowReader = shared.rule.slowReader;
    this.#shared = shared;
    this.#subscriber = subscriber;
    this.#feed = feed;
    this.#onLast = onLast;
  }

  leave(): void {
    if (this.#shared.remove(this.#subscriber) && this.#shared.subscriberCount === 0)
      this.#onLast(this.#shared, this.#feed);
  }
}
