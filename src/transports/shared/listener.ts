import { once } from "node:events";
import type { Server, ServerOptions } from "node:http";
import type { AddressInfo } from "node:net";
import type { ServerConfig } from "../../../generated/config.ts";

/** An open listener and the URL at which clients connect. */
export interface Listener {
  readonly kind: "http" | "ws";
  readonly url: string;
}

/** The URL of the first listener of a kind. */
export function listenerUrl(listeners: readonly Listener[], kind: Listener["kind"]): string | undefined {
  return listeners.find((listener) => listener.kind === kind)?.url;
}

/** Interval between checks for slow clients. Node's default of 30 s would detect them too late. */
const timeoutCheckMs = 1000;

/** Exceeds the usual 60 s of a reverse proxy, which could otherwise reuse a connection that the gateway is closing. */
const keepAliveTimeoutMs = 75_000;

/** Node server options: timeouts and header rules. */
export function listenerOptions({ sendTimeoutMs }: Pick<ServerConfig, "sendTimeoutMs">): ServerOptions {
  // Headers are short; only a malicious client sends them slowly.
  const headersTimeoutMs = Math.ceil(sendTimeoutMs / 3);
  return {
    // Node would silently keep the first of two equal headers. Joined, they fail validation, since few headers allow a list.
    joinDuplicateHeaders: true,
    headersTimeout: headersTimeoutMs,
    requestTimeout: headersTimeoutMs + sendTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    connectionsCheckingInterval: Math.min(headersTimeoutMs, timeoutCheckMs),
  };
}

/** Starts listening and returns the address, such as `127.0.0.1:3000`. Port 0 picks a free port. */
export async function openListener(server: Server, host: string, port: number): Promise<string> {
  server.listen(port, host);
  await once(server, "listening");
  const { family, address, port: boundPort } = server.address() as AddressInfo;
  return `${family === "IPv6" ? `[${address}]` : address}:${boundPort}`;
}
