import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { ServerConfig } from "../../../generated/config.ts";
import { memoryShares } from "../../config/memory-shares.ts";

/** How often connections are checked. */
const checkEveryMs = 250;
/** Part of the bound that is left unread after clients were cut off. */
const partLeft = 7 / 8;

/** How long a client may read nothing, and how much all of them may leave unread. */
export interface UnreadBounds {
  readonly sendTimeoutMs: number;
  readonly maxUnreadBytes: number;
}

/** One client connection, as it was at the last check. */
class Reader {
  readonly bound: UnreadBytes;
  /** Bytes of answers that are not handed to the socket yet. */
  waiting = 0;
  /** Bytes of answers that wait for the others of their batch. */
  gathered = 0;
  /** Bytes that wait for the client to read. */
  unread = 0;
  /** Bytes that left for the client, ever. */
  left = 0;
  /** `performance.now()` at which it was last seen to read, or had nothing to read. */
  progressAt = performance.now();

  constructor(bound: UnreadBytes) {
    this.bound = bound;
  }

  get bytes(): number {
    return this.unread + this.gathered;
  }
}

const readers = new WeakMap<Duplex, Reader>();

/** Counts bytes of an answer that wait until the client has read what its socket holds; negative when they were handed on. */
export function countWaiting(socket: Duplex, bytes: number): void {
  const reader = readers.get(socket);
  if (reader === undefined) return;
  reader.waiting += bytes;
  if (bytes > 0) reader.bound.add(bytes);
}

/** Counts bytes of answers that wait for the others of their batch; negative when they no longer wait. */
export function countGathered(socket: Duplex, bytes: number): void {
  const reader = readers.get(socket);
  if (reader === undefined) return;
  reader.gathered += bytes;
  reader.bound.add(bytes);
}

/** Counts the bytes of one batch's answers that wait for the others, each time there are more; none wait once it is called with 0. */
export function gatheredCounter(socket: Duplex): (bytes: number) => void {
  let counted = 0;
  return (bytes) => {
    if (bytes !== counted) countGathered(socket, bytes - counted);
    counted = bytes;
  };
}

/** Counts bytes that were handed to a socket all at once. */
export function countWritten(socket: Duplex, bytes: number): void {
  readers.get(socket)?.bound.add(bytes);
}

/**
 * Bounds what the clients of all listeners have not read: a client that reads nothing of what waits for it for `sendTimeoutMs` is
 * cut off; when the total exceeds `maxUnreadBytes`, so are those that have gone longest without reading.
 */
export class UnreadBytes {
  readonly #sendTimeoutMs: number;
  readonly #maxBytes: number;
  readonly #clients = new Map<Socket, Reader>();
  readonly #servers = new Set<Server>();
  #timer: NodeJS.Timeout | undefined;
  /** What was unread at the last check, and all that was added since: what clients read is seen at the next one. */
  #bytes = 0;

  constructor({ sendTimeoutMs, maxUnreadBytes }: UnreadBounds) {
    this.#sendTimeoutMs = sendTimeoutMs;
    this.#maxBytes = maxUnreadBytes;
  }

  /** Bounds the clients of a listener until it closes. */
  follow(server: Server): void {
    this.#servers.add(server);
    this.#timer ??= setInterval(() => this.#check(), Math.min(checkEveryMs, this.#sendTimeoutMs)).unref();
    server.on("connection", (socket: Socket) => {
      const reader = new Reader(this);
      this.#clients.set(socket, reader);
      readers.set(socket, reader);
      socket.on("close", () => this.#clients.delete(socket));
    });
    server.on("close", () => {
      this.#servers.delete(server);
      if (this.#servers.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    });
  }

  /** Adds to what is unread; past the bound, checks at once. */
  add(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.#maxBytes) this.#check();
  }

  #check(): void {
    const now = performance.now();
    let total = 0;
    for (const [socket, reader] of this.#clients) {
      const left = socket.bytesWritten - socket.writableLength;
      reader.unread = socket.writableLength + reader.waiting;
      if (reader.unread === 0 || left > reader.left) reader.progressAt = now;
      reader.left = left;
      if (now - reader.progressAt >= this.#sendTimeoutMs) this.#cut(socket);
      else total += reader.bytes;
    }
    this.#bytes = total > this.#maxBytes ? this.#cutSlowest(total) : total;
  }

  /** Returns what is left unread. */
  #cutSlowest(total: number): number {
    const slowest = [...this.#clients].sort(
      ([, one], [, other]) => one.progressAt - other.progressAt || other.bytes - one.bytes,
    );
    let bytes = total;
    for (const [socket, reader] of slowest) {
      if (bytes <= this.#maxBytes * partLeft) break;
      if (reader.bytes === 0) continue;
      bytes -= reader.bytes;
      this.#cut(socket);
    }
    return bytes;
  }

  #cut(socket: Socket): void {
    this.#clients.delete(socket);
    socket.destroy();
  }
}

/** The bound of what clients have not read, as configured. */
export function unreadBytes(server: ServerConfig): UnreadBytes {
  return new UnreadBytes({
    sendTimeoutMs: server.sendTimeoutMs,
    maxUnreadBytes: memoryShares(server).unread,
  });
}
