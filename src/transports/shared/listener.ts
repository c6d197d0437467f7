import { once } from "node:events";
import type { Server, ServerOptions } from "node:http";
import type { AddressInfo } from "node:net";
import type { ServerConfig } from "../../../generated/config.ts";

/** Where clients connect. */
export interface Listener {
  readonly kind: "http" | "ws";
  readonly url: string;
}

export function listenerUrl(listeners: readonly Listener[], kind: Listener["kind"]): string | undefined {
  return listeners.find((listener) => listener.kind === kind)?.url;
}

/** How often connections are checked for slow clients; Node's default of 30 s would let them stay too long. */
const timeoutCheckMs = 1000;

/** Idle connections stay open longer than those of proxies in front (60 s by default), which could otherwise use one that is closing. */
const keepAliveTimeoutMs = 75_000;

/** Timeouts and header rules of a listener, as options of Node's server. */
export function listenerOptions({ sendTimeoutMs }: Pick<ServerConfig, "sendTimeoutMs">): ServerOptions {
  // Headers are short: a client that is slow with them is slow on purpose.
  const headersTimeoutMs = Math.ceil(sendTimeoutMs / 3);
  return {
    // Node would keep the first of two equal headers. Joined, they are refused: few headers allow a list.
    joinDuplicateHeaders: true,
    headersTimeout: headersTimeoutMs,
    requestTimeout: headersTimeoutMs + sendTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    connectionsCheckingInterval: Math.min(headersTimeoutMs, timeoutCheckMs),
  };
}

/** Opens a listener and returns where it listens, such as `127.0.0.1:3000`. Port 0 takes a free port. */
export async function openListener(server: Server, host: string, port: number): Promise<string> {
  server.listen(port, host);
  await once(server, "listening");
  const { family, address, port: taken } = server.address() as AddressInfo;
  return `${family === "IPv6" ? `[${address}]` : address}:${taken}`;
}
