import type { Notification } from "./notification.ts";

/** One who subscribed. Takes notifications as they come and must never make the others wait. */
export interface Subscriber {
  deliver(notification: Notification): void;
}

/** A place in a shared subscription. */
export interface Membership {
  /** The same for all who subscribed to the same; kept for life, whatever happens upstream. */
  readonly id: number;
  /** What a reader that is too slow keeps. */
  readonly slowReader: "newest" | "close";
  /** Gives the place up; the last one to leave ends the upstream subscription. */
  leave(): void;
}
