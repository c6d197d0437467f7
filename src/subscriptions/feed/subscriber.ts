import type { Notification } from "./notification.ts";

/** A subscriber of a shared subscription. It takes notifications as they come, and must never hold up the others. */
export interface Subscriber {
  /** It reads what it may have missed itself: nothing is fetched for it. */
  readonly catchesUp?: boolean;
  deliver(notification: Notification): void;
}

/** A subscriber's membership in a shared subscription. */
export interface Membership {
  /** The same for all subscribers; it does not change, whatever happens upstream. */
  readonly id: number;
  /** What happens to a slow reader: it keeps only the newest notifications, or it is closed. */
  readonly slowReader: "newest" | "close";
  /** Leaves the subscription; the last one to leave ends it upstream. */
  leave(): void;
}
