import type { Notification } from "./notification.ts";

/** One who subscribed. Takes notifications as they come and must never make the others wait. */
export interface Subscriber {
  /** It asks by itself for what it may have missed: nothing is fetched on its account. */
  readonly catchesUp?: boolean;
  deliver(notification: Notification): void;
}

/** A place in a shared subscription. */
export interface Membership {
  /** The same for all who subscribed to the same; kept for life, whatever happens upstream. */
  readonly id: number;
  /** What a reader that is too slow keeps. */
  readonly slowReader: "newest" | "close";
  /** An upstream sends it by itself: it is not polled, nor between two sockets. */
  readonly isPushed: boolean;
  /** Changes whenever notifications may have been missed. */
  readonly interruptions: number;
  /** Newest slot that any upstream socket of the network sent; -1 before there is one. */
  readonly newestSlot: number;
  /** Whether the slots of its upstream socket came lately. */
  isMoving(now: number): boolean;
  /** A notification did not come: others go to other upstreams for a while. Gives the upstream's host; undefined between two sockets. */
  recordMissed(): string | undefined;
  /** Gives the place up; the last one to leave ends the upstream subscription. */
  leave(): void;
}
