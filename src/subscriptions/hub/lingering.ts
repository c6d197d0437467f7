import type { SharedSubscription } from "../feed/shared-subscription.ts";

/** Each may cost an upstream a stream of notifications that no one reads. */
const usualMax = 1000;

/** How long subscriptions without a client are kept, and how many. */
export interface LingeringOptions {
  readonly lingerMs: number;
  readonly max?: number;
  /** Ends the upstream subscription. */
  readonly drop: (shared: SharedSubscription) => void;
}

/**
 * Subscriptions without a client. They are kept upstream for a short while and may be joined again, so that clients that keep
 * unsubscribing and subscribing cost the upstream nothing. Bounded: the oldest is dropped first.
 */
export class Lingering {
  readonly #options: LingeringOptions;
  /** The `performance.now()` until which each is kept, soonest first. */
  readonly #until = new Map<SharedSubscription, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: LingeringOptions) {
    this.#options = options;
  }

  add(shared: SharedSubscription): void {
    this.#until.set(shared, performance.now() + this.#options.lingerMs);
    this.#dropDue();
  }

  /** Removes one because a client joins it or because it has ended; returns whether it was there. */
  remove(shared: SharedSubscription): boolean {
    return this.#until.delete(shared);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#until.clear();
  }

  #dropDue(): void {
    const now = performance.now();
    for (const [shared, until] of this.#until) {
      if (until > now && this.#until.size <= (this.#options.max ?? usualMax)) break;
      this.#until.delete(shared);
      this.#options.drop(shared);
    }
    clearTimeout(this.#timer);
    const [first] = this.#until.values();
    if (first !== undefined)
      this.#timer = setTimeout(() => this.#dropDue(), Math.max(1, first - now)).unref();
  }
}
