import type { Commitment } from "../../contract/method-description.ts";
import type { Membership, Notification, Subscriber } from "../../subscriptions/feed/subscriber.ts";
import type { Outbox } from "./outbox.ts";

/** Most notifications that wait until the client knows the id of its subscription. */
const maxHeld = 1024;

/** One subscription of one client connection. */
export class ClientSubscription implements Subscriber {
  readonly #outbox: Outbox;
  readonly #onShown: (commitment: Commitment, slot: number) => void;
  readonly #onLast: (subscription: ClientSubscription) => void;
  /** What came before the client knew the id; undefined afterwards. */
  #held: Notification[] | undefined = [];
  #membership: Membership | undefined;

  constructor(
    outbox: Outbox,
    onShown: (commitment: Commitment, slot: number) => void,
    onLast: (subscription: ClientSubscription) => void,
  ) {
    this.#outbox = outbox;
    this.#onShown = onShown;
    this.#onLast = onLast;
  }

  /** The id that the client knows; -1 before it has one. */
  get id(): number {
    return this.#membership?.id ?? -1;
  }

  /** The hub has accepted it. */
  join(membership: Membership): void {
    this.#membership = membership;
  }

  /** Ends it: nothing more is delivered. */
  leave(): void {
    this.#held = undefined;
    this.#membership?.leave(this);
  }

  /** The client knows the id: what came before follows now. */
  announce(): void {
    const held = this.#held;
    if (held === undefined) return;
    this.#held = undefined;
    for (const notification of held) this.#send(notification);
  }

  deliver(notification: Notification): void {
    if (this.#held === undefined) this.#send(notification);
    else if (this.#held.length < maxHeld) this.#held.push(notification);
  }

  #send(notification: Notification): void {
    this.#outbox.notify(notification, this.#membership?.slowReader ?? "close");
    const { slot, commitment } = notification;
    if (slot !== undefined) this.#onShown(commitment, slot);
    if (notification.isLast) this.#onLast(this);
  }
}
