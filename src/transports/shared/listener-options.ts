import type { ServerOptions } from "node:http";
import type { ServerConfig } from "../../../generated/config.ts";

/** How often connections are checked for clients that are too slow; Node's default of 30 s would let them stay too long. */
const timeoutCheckMs = 1000;

/** How a listener treats its clients, in the options of Node's server. */
export function listenerOptions(
  server: Pick<ServerConfig, "sendTimeoutMs" | "keepAliveTimeoutMs">,
): ServerOptions {
  const { sendTimeoutMs, keepAliveTimeoutMs } = server;
  // Headers are short: a client that is slow with them is slow on purpose.
  const headersTimeoutMs = Math.ceil(sendTimeoutMs / 3);
  return {
    // Of two equal headers Node would take the first; joined, they are no valid value of most.
    joinDuplicateHeaders: true,
    headersTimeout: headersTimeoutMs,
    requestTimeout: headersTimeoutMs + sendTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    connectionsCheckingInterval: Math.min(headersTimeoutMs, timeoutCheckMs),
  };
}
