import type { ServerConfig } from "../../generated/config.ts";

const mebibyte = 1024 * 1024;

/** Divides `server_config.memory_mb`, in bytes. The parts that fill up under load come to seven eighths of it; answers that are put together need the rest. */
export function memoryShares({ memoryMb, maxBodyBytes }: Pick<ServerConfig, "memoryMb" | "maxBodyBytes">) {
  const budget = memoryMb * mebibyte;
  return {
    /** What is known of all ledgers. */
    known: budget / 4,
    /** Answers and notifications that clients have not read, of all connections. */
    unread: budget / 4,
    /** Answers that are being read from upstreams, of all calls. */
    arriving: budget / 4,
    /** One answer of an upstream. */
    response: budget / 8,
    /** Cached answers. */
    cache: budget / 16,
    /** Request bodies that are not complete, of all clients; one of the allowed length must fit. */
    bodies: Math.max(budget / 16, maxBodyBytes),
    /** The answer to one batch, or to one call for all networks. */
    batch: budget / 16,
    /** What one client socket has not read: beyond it its reader counts as slow. */
    socket: budget / 256,
  };
}
