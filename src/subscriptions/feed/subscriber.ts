import type { Commitment } from "../../contract/method-description.ts";
import type { RawJson } from "../../json/raw-json.ts";

/** One notification of one subscription, written once for all of its subscribers. */
export interface Notification {
  /** The gateway's id of the subscription. */
  readonly subscription: number;
  /** The whole JSON-RPC notification. */
  readonly body: Buffer;
  /** The subscription has ended; no notification follows. */
  readonly isLast: boolean;
  /** The slot that the payload shows; undefined if it has none. */
  readonly slot: number | undefined;
  readonly commitment: Commitment;
  /** The body as a transport encodes it; kept here so that it is encoded once for all subscribers. */
  encoded: Buffer | undefined;
}

/** A subscriber of a shared subscription. It must accept notifications as they come, without delaying the others. */
export interface Subscriber {
  /** Missed notifications are not fetched for this subscriber. */
  readonly ignoresGaps?: boolean;
  /** `payload` is the result alone, for subscribers inside the gateway. Do not keep it: it shares the memory of the upstream's frame. */
  deliver(notification: Notification, payload: RawJson): void;
}
