import type { ServerConfig } from "../../generated/config.ts";

/** How `server_config.memory_mb` is divided, in bytes. */
export interface MemoryShares {
  /** What is known of all ledgers. */
  readonly known: number;
  /** Answers and notifications that clients have not read, of all connections. */
  readonly unread: number;
  /** Answers that are being read from upstreams, of all calls. */
  readonly arriving: number;
  /** One answer of an upstream. */
  readonly response: number;
  /** Cached answers. */
  readonly cache: number;
  /** Request bodies that are not complete, of all clients. */
  readonly bodies: number;
  /** The answer to one batch, or to one call for all networks. */
  readonly batch: number;
  /** What one client socket has not read: beyond it its reader counts as slow. */
  readonly socket: number;
}

const mebibyte = 1024 * 1024;

/** Divides the memory budget. The parts that fill up under load come to seven eighths of it; answers that are put together need the rest. */
export function memoryShares({
  memoryMb,
  maxBodyBytes,
}: Pick<ServerConfig, "memoryMb" | "maxBodyBytes">): MemoryShares {
  const budget = memoryMb * mebibyte;
  return {
    known: budget / 4,
    unread: budget / 4,
    arriving: budget / 4,
    response: budget / 8,
    cache: budget / 16,
    // One body of the allowed length must fit.
    bodies: Math.max(budget / 16, maxBodyBytes),
    batch: budget / 16,
    socket: budget / 256,
  };
}
