import type { SharedSubscription } from "./shared-subscription.ts";

interface Pending {
  dueAt: number;
  waitMs: number;
}

/** Longest time between two lookups. */
const maxWaitMs = 30_000;

/**
 * Looks up subscriptions that wait for one event, which may have happened before they began: once after a short while, then at
 * doubling intervals, since nothing else shows that the upstream lost one. Many are looked up in one call.
 */
export class LookupLoop {
  readonly #afterMs: number;
  readonly #onFailure: (shared: SharedSubscription, error: unknown) => void;
  readonly #pending = new Map<SharedSubscription, Pending>();
  #timer: NodeJS.Timeout | undefined;

  constructor(afterMs: number, onFailure: (shared: SharedSubscription, error: unknown) => void) {
    this.#afterMs = afterMs;
    this.#onFailure = onFailure;
  }

  add(shared: SharedSubscription): void {
    if (this.#pending.has(shared)) return;
    this.#pending.set(shared, { dueAt: performance.now() + this.#afterMs, waitMs: this.#afterMs });
    this.#timer ??= setInterval(() => this.#lookUpDue(), this.#afterMs);
  }

  remove(shared: SharedSubscription): void {
    if (this.#pending.delete(shared) && this.#pending.size === 0) this.close();
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#pending.clear();
  }

  #lookUpDue(): void {
    const now = performance.now();
    for (const [shared, pending] of this.#pending) {
      if (pending.dueAt > now) continue;
      pending.waitMs = Math.min(pending.waitMs * 2, maxWaitMs);
      pending.dueAt = now + pending.waitMs;
      shared.refresh().catch((error: unknown) => this.#onFailure(shared, error));
    }
  }
}
