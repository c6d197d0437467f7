import type { Duplex } from "node:stream";
import type { RawJson } from "../../json/raw-json.ts";
import type { Notification } from "../../subscriptions/feed/subscriber.ts";
import { countWritten } from "../shared/unread-bytes.ts";

/** Answers below this size are copied into one buffer, since one write is cheaper than two. */
const minUncopiedBytes = 64 * 1024;

interface OutboxEvents {
  /** A notification that must not be dropped does not fit. */
  onTooSlow(): void;
  /** A newer notification of the same subscription replaced a waiting one. */
  onOverwritten(): void;
  onDrain(): void;
}

/**
 * Sends answers and notifications to one client, and bounds the bytes that its socket buffers. At the bound, some subscriptions keep
 * only their newest notification; for all others the reader is too slow.
 */
export class Outbox {
  readonly #stream: Duplex;
  readonly #maxBytes: number;
  readonly #events: OutboxEvents;
  /** Waiting notifications by subscription, in arrival order of the first. */
  readonly #waiting = new Map<number, Notification>();

  constructor(stream: Duplex, maxBytes: number, events: OutboxEvents) {
    this.#stream = stream;
    // A stream emits no drain event below its high-water mark.
    this.#maxBytes = Math.max(maxBytes, stream.writableHighWaterMark);
    this.#events = events;
    stream.on("drain", () => this.#onDrain());
  }

  get isFull(): boolean {
    return this.#stream.writableLength >= this.#maxBytes;
  }

  /** Sends an answer, even above the bound. Answers are never dropped. */
  answer(body: RawJson): void {
    if (body.byteLength < minUncopiedBytes) {
      this.#stream.write(textFrame(body.toBuffer()));
      return;
    }
    countWritten(this.#stream, body.byteLength);
    // Parts are not copied, so one shared by several answers is in memory once.
    this.#stream.cork();
    this.#stream.write(textHeader(body.byteLength));
    for (const part of body.parts) this.#stream.write(part);
    this.#stream.uncork();
  }

  /** Sends a notification, or applies the subscription's policy for slow readers. */
  notify(notification: Notification, slowReader: "newest" | "close"): void {
    const { subscription } = notification;
    if (this.#waiting.has(subscription)) {
      this.#waiting.set(subscription, notification);
      this.#events.onOverwritten();
    } else if (!this.isFull) {
      this.#write(notification);
    } else if (slowReader === "newest") {
      this.#waiting.set(subscription, notification);
    } else {
      this.#events.onTooSlow();
    }
  }

  /** Drops the waiting notification of a subscription that has ended. */
  forget(subscription: number): void {
    this.#waiting.delete(subscription);
  }

  clear(): void {
    this.#waiting.clear();
  }

  #write(notification: Notification): void {
    notification.encoded ??= textFrame(notification.body);
    this.#stream.write(notification.encoded);
  }

  #onDrain(): void {
    for (const [subscription, notification] of this.#waiting) {
      if (this.isFull) return;
      this.#waiting.delete(subscription);
      this.#write(notification);
    }
    this.#events.onDrain();
  }
}

/** Longest payload whose length fits in the second header byte. */
const maxTinyBytes = 125;
const maxShortBytes = 65_535;
/** FIN and the text opcode. */
const finalText = 0x81;

/** Builds the header of a final, unmasked, uncompressed text frame (RFC 6455 section 5.2), with space after it. */
export function textHeader(length: number, extraBytes = 0): Buffer {
  const headerBytes = length <= maxTinyBytes ? 2 : length <= maxShortBytes ? 4 : 10;
  const header = Buffer.allocUnsafeSlow(headerBytes + extraBytes);
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

/** Builds a complete text frame, which many sockets can share. */
export function textFrame(body: Buffer): Buffer {
  const { length } = body;
  const frame = textHeader(length, length);
  body.copy(frame, frame.length - length);
  return frame;
}
