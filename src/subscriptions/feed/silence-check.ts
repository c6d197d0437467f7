import type { SharedSubscription } from "./shared-subscription.ts";
import { silentSlots } from "./subscription-times.ts";

/**
 * Subscriptions with a steady stream of notifications, from the upstream's confirmation until the first one comes. Some versions
 * of nodes confirm what they never send, and clients would wait forever.
 */
export class SilenceCheck {
  readonly #afterMs: number;
  readonly #unheard = new Map<SharedSubscription, { readonly since: number; readonly slot: number }>();

  constructor(afterMs: number) {
    this.#afterMs = afterMs;
  }

  /** Starts waiting for the first notification. `slot`: the newest slot. */
  add(shared: SharedSubscription, slot: number): void {
    this.#unheard.set(shared, { since: performance.now(), slot });
  }

  remove(shared: SharedSubscription): void {
    this.#unheard.delete(shared);
  }

  /** Removes and returns those whose upstream is silent although time and slots have passed. */
  takeSilent(now: number, newestSlot: number): readonly SharedSubscription[] {
    const silent: SharedSubscription[] = [];
    for (const [shared, { since, slot }] of this.#unheard) {
      const isSilent = now - since >= this.#afterMs && newestSlot >= slot + silentSlots;
      if (!shared.hasReceived && isSilent) silent.push(shared);
      if (shared.hasReceived || isSilent) this.#unheard.delete(shared);
    }
    return silent;
  }
}
