import type { Duplex } from "node:stream";
import type { RawJson } from "../../json/raw-json.ts";
import type { Notification } from "../../subscriptions/feed/subscriber.ts";
import { countWritten } from "../shared/unread-bytes.ts";
import { textFrame, textHeader } from "./text-frame.ts";

/** Answers below this size are copied into one frame: one write is cheaper than two. */
const largeBytes = 64 * 1024;

/** What an outbox reports to its owner. */
export interface OutboxEvents {
  /** There is no room for a notification that may not be left out. */
  onTooSlow(): void;
  /** Notifications were left out because a newer one of the same subscription came. */
  onOverwritten(): void;
  /** There is room again. */
  onDrain(): void;
}

/**
 * What is sent to one client. Bytes that its socket has not taken are counted; when they reach the bound, of
 * subscriptions that allow it only the newest notification is kept, and for others the reader is too slow.
 */
export class Outbox {
  readonly #stream: Duplex;
  readonly #maxBytes: number;
  readonly #events: OutboxEvents;
  /** By subscription, in the order in which they began to wait. */
  readonly #newest = new Map<number, Notification>();

  constructor(stream: Duplex, maxBytes: number, events: OutboxEvents) {
    this.#stream = stream;
    // Below its own mark the stream never reports room again.
    this.#maxBytes = Math.max(maxBytes, stream.writableHighWaterMark);
    this.#events = events;
    stream.on("drain", () => this.#onDrain());
  }

  get isFull(): boolean {
    return this.#stream.writableLength >= this.#maxBytes;
  }

  /** Sends an answer; what was asked for is never left out. */
  answer(body: RawJson): void {
    if (body.byteLength < largeBytes) {
      this.#stream.write(textFrame(body.toBuffer()));
      return;
    }
    countWritten(this.#stream, body.byteLength);
    // The parts as they are: an answer of many megabytes is not copied, and parts that answers share are held once.
    this.#stream.cork();
    this.#stream.write(textHeader(body.byteLength));
    for (const part of body.parts) this.#stream.write(part);
    this.#stream.uncork();
  }

  /** Sends a notification, or applies its subscription's rule for slow readers. */
  notify(notification: Notification, slowReader: "newest" | "close"): void {
    const { subscription } = notification;
    if (this.#newest.has(subscription)) {
      this.#newest.set(subscription, notification);
      this.#events.onOverwritten();
    } else if (!this.isFull) {
      this.#write(notification);
    } else if (slowReader === "newest") {
      this.#newest.set(subscription, notification);
    } else {
      this.#events.onTooSlow();
    }
  }

  /** Drops what waits for a subscription that has ended. */
  forget(subscription: number): void {
    this.#newest.delete(subscription);
  }

  clear(): void {
    this.#newest.clear();
  }

  #write(notification: Notification): void {
    notification.encoded ??= textFrame(notification.body);
    this.#stream.write(notification.encoded);
  }

  #onDrain(): void {
    for (const [subscription, notification] of this.#newest) {
      if (this.isFull) return;
      this.#newest.delete(subscription);
      this.#write(notification);
    }
    this.#events.onDrain();
  }
}
