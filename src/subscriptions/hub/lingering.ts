import type { SharedSubscription } from "../feed/shared-subscription.ts";

/** How long subscriptions without a client are kept, and how many. */
export interface LingeringOptions {
  readonly lingerMs: number;
  readonly max: number;
  /** Ends a subscription upstream. */
  readonly drop: (shared: SharedSubscription) => void;
}

/**
 * Subscriptions that no client has any more. They are kept upstream for a short while and joined again, so that clients who
 * subscribe and unsubscribe in turn cost the upstream nothing. Bounded: the oldest is dropped first.
 */
export class Lingering {
  readonly #options: LingeringOptions;
  /** With the `performance.now()` until which each is kept; the first ends first. */
  readonly #until = new Map<SharedSubscription, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: LingeringOptions) {
    this.#options = options;
  }

  add(shared: SharedSubscription): void {
    this.#until.set(shared, performance.now() + this.#options.lingerMs);
    this.#dropDue();
  }

  /** Takes one out, because a client joins it or because it has ended; whether it was there. */
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
      if (until > now && this.#until.size <= this.#options.max) break;
      this.#until.delete(shared);
      this.#options.drop(shared);
    }
    clearTimeout(this.#timer);
    const [first] = this.#until.values();
    if (first !== undefined)
      this.#timer = setTimeout(() => this.#dropDue(), Math.max(1, first - now)).unref();
  }
}
