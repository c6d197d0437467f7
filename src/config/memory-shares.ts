import type { ServerConfig } from "../../generated/config.ts";

const mebibyte = 1024 * 1024;

/** Divides `server_config.memory_mb` into byte limits. Those that fill under load add up to 7/8; the rest is for building answers. */
export function memoryShares({ memoryMb, maxBodyBytes }: Pick<ServerConfig, "memoryMb" | "maxBodyBytes">) {
  const budget = memoryMb * mebibyte;
  return {
    /** Ledger state held in memory. */
    ledgerState: budget / 4,
    /** Answers and notifications not yet read by clients, over all connections. */
    unread: budget / 4,
    /** Upstream responses in flight, over all calls. */
    incoming: budget / 4,
    /** One upstream response. */
    response: budget / 8,
    cache: budget / 16,
    /** Incomplete request bodies of all clients. One body of maximum size must fit. */
    bodies: Math.max(budget / 16, maxBodyBytes),
    /** The answer to one batch, or to one call on all networks. */
    batch: budget / 16,
    /** Unread bytes of one client socket; above this, its client is a slow reader. */
    socket: budget / 256,
  };
}
