import { truncate } from "../../text/wording.ts";
import type { SubscriptionTimes } from "./feed-options.ts";
import type { SharedSubscription } from "./shared-subscription.ts";

interface Poll {
  /** An upstream sends notifications too. */
  readonly isLookup: boolean;
  /** `performance.now()` of the next read; Infinity while one is in flight. */
  dueAt: number;
  /** Multiplier of the interval; doubles with each failure and each lookup. */
  slowdown: number;
  hasRead: boolean;
}

const maxSlowdown = 16;
const maxReasonLength = 200;

/**
 * Polls over HTTP what no upstream sends. While an upstream serves a subscription, looks it up at doubling intervals if it waits
 * for one event, which may have passed already, or if its last read was too old. Reads due at about the same time run together,
 * to be batched.
 */
export class Polls {
  readonly #times: () => SubscriptionTimes;
  readonly #onPolled: (method: string, reason: string) => void;
  readonly #onFailure: (shared: SharedSubscription, error: unknown) => void;
  readonly #polls = new Map<SharedSubscription, Poll>();
  /** Methods reported as polled. Each is reported once, since the reason may differ every time. */
  readonly #reported = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  /** `performance.now()` at which the timer fires. */
  #wakeAt = Number.POSITIVE_INFINITY;

  constructor(
    times: () => SubscriptionTimes,
    onPolled: (method: string, reason: string) => void,
    onFailure: (shared: SharedSubscription, error: unknown) => void,
  ) {
    this.#times = times;
    this.#onPolled = onPolled;
    this.#onFailure = onFailure;
  }

  get polledCount(): number {
    return [...this.#polls.values()].filter(({ isLookup }) => !isLookup).length;
  }

  hasPolled(shared: SharedSubscription): boolean {
    const poll = this.#polls.get(shared);
    return poll?.isLookup === false && poll.hasRead;
  }

  /** Polls a subscription now and then at intervals, and marks it as live. */
  poll(shared: SharedSubscription, reason: string): void {
    if (this.#polls.get(shared)?.isLookup === false) return;
    if (!this.#reported.has(shared.method)) this.#onPolled(shared.method, truncate(reason, maxReasonLength));
    this.#reported.add(shared.method);
    const poll = { isLookup: false, dueAt: Number.POSITIVE_INFINITY, slowdown: 1, hasRead: false };
    this.#polls.set(shared, poll);
    void this.#read(shared, poll);
    shared.markLive();
  }

  /** Looks up a subscription after a delay that doubles each time. */
  lookUp(shared: SharedSubscription): void {
    if (this.#polls.get(shared)?.isLookup === true) return;
    const dueAt = performance.now() + this.#times().lookupAfterMs;
    this.#polls.set(shared, { isLookup: true, dueAt, slowdown: 1, hasRead: false });
    this.#wakeBy(dueAt);
  }

  remove(shared: SharedSubscription): void {
    if (this.#polls.delete(shared) && this.#polls.size === 0) this.close();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#wakeAt = Number.POSITIVE_INFINITY;
    this.#polls.clear();
  }

  #wakeBy(at: number): void {
    if (at >= this.#wakeAt) return;
    clearTimeout(this.#timer);
    this.#wakeAt = at;
    this.#timer = setTimeout(() => this.#readDue(), Math.max(1, at - performance.now()));
  }

  #readDue(): void {
    const until = performance.now() + this.#times().pollMs / 2;
    let next = Number.POSITIVE_INFINITY;
    for (const [shared, poll] of this.#polls) {
      if (poll.dueAt <= until) void this.#read(shared, poll);
      else next = Math.min(next, poll.dueAt);
    }
    this.#wakeAt = Number.POSITIVE_INFINITY;
    this.#wakeBy(next);
  }

  async #read(shared: SharedSubscription, poll: Poll): Promise<void> {
    poll.dueAt = Number.POSITIVE_INFINITY;
    let isSlower = poll.isLookup;
    try {
      await shared.catchUp.refresh();
      poll.hasRead = true;
    } catch (error) {
      isSlower = true;
      this.#onFailure(shared, error);
    }
    if (this.#polls.get(shared) !== poll) return;
    // It was looked up only because its last read was too old. This read was not.
    if (poll.isLookup && !shared.kind.isLookedUp && !shared.catchUp.isBehind) return this.remove(shared);
    poll.slowdown = isSlower ? poll.slowdown * 2 : 1;
    const { pollMs, lookupAfterMs, maxLookupMs } = this.#times();
    const usualMs = poll.isLookup ? lookupAfterMs : pollMs * (shared.kind.pollTicks ?? 1);
    const maxMs = poll.isLookup ? maxLookupMs : usualMs * maxSlowdown;
    poll.dueAt = performance.now() + Math.min(usualMs * poll.slowdown, maxMs);
    this.#wakeBy(poll.dueAt);
  }
}
