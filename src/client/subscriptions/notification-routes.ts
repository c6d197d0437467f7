import type { SharedSubscription } from "./shared-subscription.ts";

/** Most notifications that are held for subscriptions whose confirmation has not come yet. */
const maxHeld = 1000;

/**
 * Which subscriptions a notification is for, by the gateway's id: different parameters may mean the same to the gateway and
 * get the same id. Notifications that arrive before the confirmation that names their id are held.
 */
export class NotificationRoutes {
  readonly #byId = new Map<string, Set<SharedSubscription>>();
  #held: { readonly id: string; readonly payload: string }[] = [];

  has(id: string): boolean {
    return this.#byId.has(id);
  }

  /** The subscriptions with an id. */
  subscriptions(id: string): readonly SharedSubscription[] {
    return [...(this.#byId.get(id) ?? [])];
  }

  add(id: string, shared: SharedSubscription): void {
    const route = this.#byId.get(id);
    if (route === undefined) this.#byId.set(id, new Set([shared]));
    else route.add(shared);
  }

  /** Removes a subscription; returns whether it was the last one with the id. */
  remove(id: string, shared: SharedSubscription): boolean {
    const route = this.#byId.get(id);
    route?.delete(shared);
    if (route !== undefined && route.size > 0) return false;
    this.#byId.delete(id);
    return true;
  }

  /** Holds a notification; the oldest is dropped when there are too many. */
  hold(id: string, payload: string): void {
    this.#held.push({ id, payload });
    if (this.#held.length > maxHeld) this.#held.shift();
  }

  /** Removes and returns the payloads held for an id, oldest first. */
  takeHeld(id: string): readonly string[] {
    const payloads = this.#held.filter((held) => held.id === id).map(({ payload }) => payload);
    this.#held = this.#held.filter((held) => held.id !== id);
    return payloads;
  }

  dropHeld(): void {
    this.#held = [];
  }

  clear(): void {
    this.#byId.clear();
    this.dropHeld();
  }
}
