import { blockhashBlocks } from "../../ledger-time/ledger-lengths.ts";
import type { LedgerTime } from "../../ledger-time/network-clock.ts";
import type { SharedSubscription } from "./shared-subscription.ts";

interface Pending {
  dueAt: number;
  waitMs: number;
}

/** Most slots between two lookups: half of the time for which a transaction can still land. */
const maxWaitSlots = blockhashBlocks / 2;

/**
 * Looks up subscriptions that wait for one event, which may have happened before they began: once after a short while, then at
 * doubling intervals, since nothing else shows that the upstream lost one. Many are looked up in one call.
 */
export class LookupLoop {
  readonly #afterMs: () => number;
  readonly #clock: () => Pick<LedgerTime, "slotMs">;
  readonly #onFailure: (shared: SharedSubscription, error: unknown) => void;
  readonly #pending = new Map<SharedSubscription, Pending>();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    afterMs: () => number,
    clock: () => Pick<LedgerTime, "slotMs">,
    onFailure: (shared: SharedSubscription, error: unknown) => void,
  ) {
    this.#afterMs = afterMs;
    this.#clock = clock;
    this.#onFailure = onFailure;
  }

  add(shared: SharedSubscription): void {
    if (this.#pending.has(shared)) return;
    const waitMs = this.#afterMs();
    this.#pending.set(shared, { dueAt: performance.now() + waitMs, waitMs });
    this.#timer ??= setInterval(() => this.#lookUpDue(), waitMs);
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
    const maxWaitMs = maxWaitSlots * this.#clock().slotMs;
    for (const [shared, pending] of this.#pending) {
      if (pending.dueAt > now) continue;
      pending.waitMs = Math.min(pending.waitMs * 2, maxWaitMs);
      pending.dueAt = now + pending.waitMs;
      shared.refresh().catch((error: unknown) => this.#onFailure(shared, error));
    }
  }
}
