import type { ServerOptions } from "node:http";
import type { ServerConfig } from "../../../generated/config.ts";

/** How often connections are checked for clients that are too slow; Node's default of 30 s would let them stay too long. */
const timeoutCheckMs = 1000;

/** Time an idle connection stays open: longer than proxies in front keep theirs (60 s by default), or they would use one that is closing. */
const keepAliveTimeoutMs = 75_000;

/** How a listener treats its clients, in the options of Node's server. */
export function listenerOptions(server: Pick<ServerConfig, "sendTimeoutMs">): ServerOptions {
  const { sendTimeoutMs } = server;
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
