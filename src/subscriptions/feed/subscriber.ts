import type { Commitment } from "../../contract/method-description.ts";
import type { RawJson } from "../../json/raw-json.ts";

/** One notification of one subscription, written once for all of its subscribers. */
export interface Notification {
  /** The gateway's id of the subscription. */
  readonly subscription: number;
  /** The whole JSON-RPC notification. */
  readonly body: Buffer;
  /** Nothing follows: the subscription has ended. */
  readonly isLast: boolean;
  /** The slot that it shows; undefined if it names none. */
  readonly slot: number | undefined;
  /** The commitment that this slot has reached. */
  readonly commitment: Commitment;
  /** The body as a transport encodes it; kept here so that it is encoded once for all subscribers. */
  encoded: Buffer | undefined;
}

/** A subscriber of a shared subscription. It must take notifications as they come, and never hold up the others. */
export interface Subscriber {
  /** What it missed is not fetched for it. */
  readonly ignoresGaps?: boolean;
  /** `payload`: the result alone, for readers inside the gateway. It shares memory with the upstream's frame: do not keep it. */
  deliver(notification: Notification, payload: RawJson): void;
}

/** A shared subscription, as its subscribers see it. */
export interface Membership {
  /** It does not change, whatever happens upstream. */
  readonly id: number;
  /** What happens to a slow reader: it keeps only the newest notifications, or it is closed. */
  readonly slowReader: "newest" | "close";
  /** The last one to leave ends the subscription upstream. */
  leave(subscriber: Subscriber): void;
}
