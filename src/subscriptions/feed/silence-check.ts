import type { SharedSubscription } from "./shared-subscription.ts";
import { silentSlots } from "./subscription-times.ts";

/**
 * Subscriptions whose notifications come all the time, from an upstream's confirmation until one came. Nodes of some versions
 * confirm what they never send: clients would wait for ever.
 */
export class SilenceCheck {
  readonly #afterMs: number;
  readonly #unheard = new Map<SharedSubscription, { readonly since: number; readonly slot: number }>();

  constructor(afterMs: number) {
    this.#afterMs = afterMs;
  }

  /** Begins to wait for the first notification. `slot`: the newest one. */
  add(shared: SharedSubscription, slot: number): void {
    this.#unheard.set(shared, { since: performance.now(), slot });
  }

  remove(shared: SharedSubscription): void {
    this.#unheard.delete(shared);
  }

  /** Takes out those whose upstream is silent, though time and slots went by. */
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
