import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";

const checkEveryMs = 250;
/** Share of the bound that may stay unread when clients are cut off, so that the next answer cuts off no other. */
const shareLeftUnread = 7 / 8;

interface UnreadBounds {
  readonly sendTimeoutMs: number;
  readonly maxUnreadBytes: number;
}

class ConnectionBytes {
  readonly bound: UnreadBytes;
  /** Bytes of answers that have not been written to the socket yet. */
  waiting = 0;
  /** Bytes of answers that wait for the others of their batch. */
  gathered = 0;
  /** Bytes that wait for the client to read. */
  unread = 0;
  /** Bytes sent to the client since it connected. */
  sent = 0;
  /** `performance.now()` when the client last read something, or had nothing to read. */
  progressAt = performance.now();

  constructor(bound: UnreadBytes) {
    this.bound = bound;
  }

  get bytes(): number {
    return this.unread + this.gathered;
  }
}

const connections = new WeakMap<Duplex, ConnectionBytes>();

/** Counts bytes of an answer that wait until the client has read what its socket buffers; negative once they are written. */
export function addUnsentBytes(socket: Duplex, bytes: number): void {
  const connection = connections.get(socket);
  if (connection === undefined) return;
  connection.waiting += bytes;
  if (bytes > 0) connection.bound.add(bytes);
}

/** Builds a counter for one batch. Call it with the total size of the answers that wait for the others; 0 when the batch is done. */
export function batchByteCounter(socket: Duplex): (bytes: number) => void {
  const connection = connections.get(socket);
  let counted = 0;
  return (bytes) => {
    if (connection === undefined || bytes === counted) return;
    connection.gathered += bytes - counted;
    connection.bound.add(bytes - counted);
    counted = bytes;
  };
}

/** Counts bytes just written to a socket, which checks the bound before the next regular check. */
export function countWritten(socket: Duplex, bytes: number): void {
  connections.get(socket)?.bound.add(bytes);
}

/**
 * Bounds what the clients of all listeners leave unread. Cuts off a client that reads none of its answers for `sendTimeoutMs`, and,
 * when the total exceeds `maxUnreadBytes`, those that have gone longest without reading.
 */
export class UnreadBytes {
  readonly #sendTimeoutMs: number;
  readonly #maxBytes: number;
  readonly #clients = new Map<Socket, ConnectionBytes>();
  readonly #servers = new Set<Server>();
  #timer: NodeJS.Timeout | undefined;
  /** Bytes unread at the last check and all added since. What clients have read since is subtracted at the next check. */
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
      const connection = new ConnectionBytes(this);
      this.#clients.set(socket, connection);
      connections.set(socket, connection);
      socket.on("close", () => this.#clients.delete(socket));
    });
    server.on("close", () => {
      this.#servers.delete(server);
      if (this.#servers.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    });
  }

  /** Adds unread bytes; above the bound, checks at once. */
  add(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.#maxBytes) this.#check();
  }

  #check(): void {
    const now = performance.now();
    let total = 0;
    for (const [socket, connection] of this.#clients) {
      const sent = socket.bytesWritten - socket.writableLength;
      connection.unread = socket.writableLength + connection.waiting;
      if (connection.unread === 0 || sent > connection.sent) connection.progressAt = now;
      connection.sent = sent;
      if (now - connection.progressAt >= this.#sendTimeoutMs) this.#disconnect(socket);
      else total += connection.bytes;
    }
    this.#bytes = total > this.#maxBytes ? this.#disconnectSlowest(total) : total;
  }

  /** Cuts off the slowest clients and returns the bytes still unread. */
  #disconnectSlowest(total: number): number {
    const slowest = [...this.#clients].sort(
      ([, one], [, other]) => one.progressAt - other.progressAt || other.bytes - one.bytes,
    );
    let bytes = total;
    for (const [socket, connection] of slowest) {
      if (bytes <= this.#maxBytes * shareLeftUnread) break;
      if (connection.bytes === 0) continue;
      bytes -= connection.bytes;
      this.#disconnect(socket);
    }
    return bytes;
  }

  #disconnect(socket: Socket): void {
    this.#clients.delete(socket);
    socket.destroy();
  }
}
