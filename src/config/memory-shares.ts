import type { ServerConfig } from "../../generated/config.ts";

const mebibyte = 1024 * 1024;

/**
 * Divides `server_config.memory_mb` into bounds in bytes. Those that fill up under load add up to seven eighths; the rest is for building
 * answers.
 */
export function memoryShares({ memoryMb, maxBodyBytes }: Pick<ServerConfig, "memoryMb" | "maxBodyBytes">) {
  const budget = memoryMb * mebibyte;
  return {
    known: budget / 4,
    /** Answers and notifications that clients have not read yet, over all connections. */
    unread: budget / 4,
    /** Answers being read from upstreams for all calls. */
    incoming: budget / 4,
    response: budget / 8,
    cache: budget / 16,
    /** Incomplete request bodies of all clients. One body of the allowed length must fit. */
    bodies: Math.max(budget / 16, maxBodyBytes),
    /** The answer to one batch, or to one call for all networks. */
    batch: budget / 16,
    /** Unread bytes of one client socket; with more, its client is a slow reader. */
    socket: budget / 256,
  };
}
