import type { Duplex } from "node:stream";
import type { RawJson } from "../../json/raw-json.ts";
import type { Notification } from "../../subscriptions/feed/subscriber.ts";
import { countWritten } from "../shared/unread-bytes.ts";

/** Answers below this size are copied into one frame, since one write is cheaper than two. */
const largeBytes = 64 * 1024;

interface OutboxEvents {
  /** There is no room for a notification that must not be dropped. */
  onTooSlow(): void;
  /** A waiting notification was replaced by a newer one of its subscription. */
  onOverwritten(): void;
  onDrain(): void;
}

/**
 * Sends answers and notifications to one client, and bounds the bytes that its socket buffers. At the bound, subscriptions that
 * allow it keep only their newest notification; for all others the reader counts as too slow.
 */
export class Outbox {
  readonly #stream: Duplex;
  readonly #maxBytes: number;
  readonly #events: OutboxEvents;
  /** Waiting notifications by subscription, in the order in which they began to wait. */
  readonly #newest = new Map<number, Notification>();

  constructor(stream: Duplex, maxBytes: number, events: OutboxEvents) {
    this.#stream = stream;
    // Below its high water mark, a stream emits no drain event.
    this.#maxBytes = Math.max(maxBytes, stream.writableHighWaterMark);
    this.#events = events;
    stream.on("drain", () => this.#onDrain());
  }

  get isFull(): boolean {
    return this.#stream.writableLength >= this.#maxBytes;
  }

  /** Sends an answer, even above the bound: answers are never dropped. */
  answer(body: RawJson): void {
    if (body.byteLength < largeBytes) {
      this.#stream.write(textFrame(body.toBuffer()));
      return;
    }
    countWritten(this.#stream, body.byteLength);
    // Writes the parts without copying them; parts that several answers share stay in memory once.
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

  /** Drops the waiting notification of a subscription that has ended. */
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

/** Longest payload whose length fits the header's second byte. */
const maxTinyBytes = 125;
const maxShortBytes = 65_535;
/** FIN and the opcode of text. */
const finalText = 0x81;

/** Builds the header of a server's text frame, with room after it: final, unmasked, uncompressed (RFC 6455 section 5.2). */
export function textHeader(length: number, room = 0): Buffer {
  const headerBytes = length <= maxTinyBytes ? 2 : length <= maxShortBytes ? 4 : 10;
  const header = Buffer.allocUnsafeSlow(headerBytes + room);
  header[0] = finalText;
  if (headerBytes === 2) {
    header[1] = length;
  } else if (headerBytes === 4) {
    header[1] = 126;
    header.writeUInt16BE(length, 2);
  } else {
    header[1] = 127;
    header.writeBigUInt64BE(BigInt(length), 2);
  }
  return header;
}

/** Builds a whole text frame, which can be written to any number of sockets. */
export function textFrame(body: Buffer): Buffer {
  const { length } = body;
  const frame = textHeader(length, length);
  body.copy(frame, frame.length - length);
  return frame;
}
