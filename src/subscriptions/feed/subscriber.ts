import type { Commitment } from "../../contract/method-description.ts";
import type { RawJson } from "../../json/raw-json.ts";

/** A notification, serialized once for all subscribers. */
export interface Notification {
  /** The gateway's id of the subscription. */
  readonly subscription: number;
  /** The whole JSON-RPC notification. */
  readonly body: Buffer;
  /** The subscription ends with it. */
  readonly isLast: boolean;
  /** The payload's slot, if it has one. */
  readonly slot: number | undefined;
  readonly commitment: Commitment;
  /** The body as a transport encodes it, cached for all subscribers. */
  encoded: Buffer | undefined;
}

/** A subscriber of a shared subscription. It must take notifications without blocking the others. */
export interface Subscriber {
  /** Missed notifications are not fetched for it. */
  readonly ignoresGaps?: boolean;
  /** `payload` is the bare result, for subscribers in the gateway. Copy it to keep it: it shares the upstream frame's memory. */
  deliver(notification: Notification, payload: RawJson): void;
}
