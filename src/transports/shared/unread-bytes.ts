import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";

const checkEveryMs = 250;
/** Fraction of the bound to get below when disconnecting clients, so the next answer does not disconnect another. */
const targetFraction = 7 / 8;

interface UnreadBounds {
  readonly sendTimeoutMs: number;
  readonly maxUnreadBytes: number;
}

class ConnectionBytes {
  readonly limit: UnreadBytes;
  /** Bytes of answers not written to the socket yet. */
  unsent = 0;
  /** Bytes of answers waiting for the rest of their batch. */
  batched = 0;
  /** Bytes that the client has not read, as of the last check. */
  unread = 0;
  /** Bytes sent since the client connected, as of the last check. */
  sent = 0;
  /** `performance.now()` when the client last read something or had nothing to read. */
  progressAt = performance.now();

  constructor(limit: UnreadBytes) {
    this.limit = limit;
  }

  get bytes(): number {
    return this.unread + this.batched;
  }
}

const connections = new WeakMap<Duplex, ConnectionBytes>();

/** Adds bytes of an answer that can't be written until the socket drains. Negative once they are written. */
export function addUnsentBytes(socket: Duplex, bytes: number): void {
  const connection = connections.get(socket);
  if (connection === undefined) return;
  connection.unsent += bytes;
  if (bytes > 0) connection.limit.add(bytes);
}

/** Adds bytes of answers that wait for the rest of their batch. Negative once the batch is complete. */
export function addBatchedBytes(socket: Duplex, bytes: number): void {
  const connection = connections.get(socket);
  if (connection === undefined) return;
  connection.batched += bytes;
  connection.limit.add(bytes);
}

/** Counts bytes just written to a socket, so that the bound applies before the next periodic check. */
export function countWritten(socket: Duplex, bytes: number): void {
  connections.get(socket)?.limit.add(bytes);
}

/**
 * Bounds the unread bytes of all listeners' clients. Disconnects a client that reads nothing for `sendTimeoutMs` and, if the total
 * exceeds `maxUnreadBytes`, those that have gone the longest without reading.
 */
export class UnreadBytes {
  readonly #sendTimeoutMs: number;
  readonly #maxBytes: number;
  readonly #clients = new Map<Socket, ConnectionBytes>();
  readonly #servers = new Set<Server>();
  #timer: NodeJS.Timeout | undefined;
  /** Bytes unread at the last check plus those added since. The next check subtracts what clients have read. */
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

  /** Adds unread bytes, and checks immediately above the bound. */
  add(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.#maxBytes) this.#check();
  }

  #check(): void {
    const now = performance.now();
    let total = 0;
    for (const [socket, connection] of this.#clients) {
      const sent = socket.bytesWritten - socket.writableLength;
      connection.unread = socket.writableLength + connection.unsent;
      if (connection.unread === 0 || sent > connection.sent) connection.progressAt = now;
      connection.sent = sent;
      if (now - connection.progressAt >= this.#sendTimeoutMs) this.#disconnect(socket);
      else total += connection.bytes;
    }
    this.#bytes = total > this.#maxBytes ? this.#disconnectSlowest(total) : total;
  }

  /** Disconnects the slowest clients and returns the bytes still unread. */
  #disconnectSlowest(total: number): number {
    const slowest = [...this.#clients].sort(
      ([, one], [, other]) => one.progressAt - other.progressAt || other.bytes - one.bytes,
    );
    let bytes = total;
    for (const [socket, connection] of slowest) {
      if (bytes <= this.#maxBytes * targetFraction) break;
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
