import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { ServerConfig } from "../../../generated/config.ts";

/** How often connections are looked at. */
const lookMs = 250;

/** Bytes of answers that are not handed to their sockets yet, by socket. */
const waiting = new WeakMap<Socket, number>();

/** Says how many bytes of an answer wait until the client has read what its socket holds. */
export function setWaitingBytes(socket: Socket | null, bytes: number): void {
  if (socket !== null) waiting.set(socket, bytes);
}

/** What was seen of one connection at the last look. */
interface Seen {
  unread: number;
  /** Bytes that left for the client, ever. */
  left: number;
  /** `performance.now()` at which it was last seen to read, or had nothing to read. */
  progressAt: number;
}

/**
 * Cuts off clients of a listener that read nothing of what waits for them for `send_timeout_ms`, and, when everything unread
 * is more than `max_unread_bytes`, those that have gone longest without reading.
 */
export function boundUnreadBytes(
  server: Server,
  { sendTimeoutMs, maxUnreadBytes }: Pick<ServerConfig, "sendTimeoutMs" | "maxUnreadBytes">,
): void {
  const connections = new Map<Socket, Seen>();

  function look(): void {
    const now = performance.now();
    let total = 0;
    for (const [socket, seen] of connections) {
      const left = socket.bytesWritten - socket.writableLength;
      seen.unread = socket.writableLength + (waiting.get(socket) ?? 0);
      if (seen.unread === 0 || left > seen.left) seen.progressAt = now;
      seen.left = left;
      if (now - seen.progressAt >= sendTimeoutMs) socket.destroy();
      else total += seen.unread;
    }
    if (total > maxUnreadBytes) cutSlowest(total);
  }

  function cutSlowest(total: number): void {
    const slowest = [...connections].sort(
      ([, one], [, other]) => one.progressAt - other.progressAt || other.unread - one.unread,
    );
    let unread = total;
    for (const [socket, seen] of slowest) {
      if (unread <= maxUnreadBytes) return;
      unread -= seen.unread;
      socket.destroy();
    }
  }

  const timer = setInterval(look, Math.min(lookMs, sendTimeoutMs)).unref();
  server.on("connection", (socket: Socket) => {
    connections.set(socket, { unread: 0, left: 0, progressAt: performance.now() });
    socket.on("close", () => connections.delete(socket));
  });
  server.on("close", () => clearInterval(timer));
}
