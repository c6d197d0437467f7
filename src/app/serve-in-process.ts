import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { RequestHandler } from "express";
import type { ServerConfig } from "../../generated/config.ts";
import { createHttpTransport } from "../transports/http/http-transport.ts";
import type { HttpMode } from "../transports/http/routes.ts";
import type { ToolProtocolHandlerOptions } from "../transports/mcp/tool-protocol-handler.ts";
import { createCallHeaderReader } from "../transports/shared/call-headers.ts";
import { type Listener, openListener } from "../transports/shared/listener.ts";
import { RequestBodies } from "../transports/shared/request-bodies.ts";
import { UnreadBytes } from "../transports/shared/unread-bytes.ts";
import { WebSocketTransport } from "../transports/websocket/websocket-transport.ts";
import type { Service } from "./assemble.ts";
import { createHub } from "./create-hub.ts";
import { createPages } from "./pages.ts";

/** An HTTP mode, or WebSocket only. */
export type ServeMode = HttpMode | "ws";

/** Interval for closing idle connections during shutdown. */
const sweepMs = 20;

/**
 * Opens the listeners of a mode. Closing them closes the service too; if one can't be opened, both are closed at once. With
 * `mayMoveWsPort`, falls back to a free WebSocket port if the configured one is taken.
 */
export async function serveInProcess(
  mode: ServeMode,
  service: Service,
  { mayMoveWsPort = false }: { readonly mayMoveWsPort?: boolean } = {},
) {
  const transports = createTransports(mode, service);
  const { httpServer, sockets, hub } = transports;
  const { serverConfig } = service.config;
  const close = async () => {
    await transports.close();
    await service.close();
  };
  const opened = await openListeners(transports, serverConfig, mayMoveWsPort).catch(async (caught) => {
    // Open listeners would keep the process running.
    await close();
    throw caught;
  });
  service.metrics.addSources({
    ...(sockets && { connections: () => sockets.connectionCount }),
    subscriptions: () => hub.countByMethod(),
    sharedSubscriptions: () => hub.countByNetwork("subscriptions"),
    polledSubscriptions: () => hub.countByNetwork("polled"),
  });
  const disconnectAll = () => {
    httpServer?.closeAllConnections();
    sockets?.disconnectAll();
  };
  return { ...opened, close, disconnectAll };
}

/** Creates the servers of a mode, not yet listening. */
function createTransports(mode: ServeMode, service: Service) {
  const hub = createHub(service);
  const unread = new UnreadBytes({
    sendTimeoutMs: service.config.serverConfig.sendTimeoutMs,
    maxUnreadBytes: service.shares.unread,
  });
  const sockets =
    mode === "serve" || mode === "ws" ? new WebSocketTransport({ ...service, hub, unread }) : undefined;
  const { httpServer, closeTools } = mode === "ws" ? {} : createHttp(mode, service);
  if (httpServer !== undefined) unread.follow(httpServer);
  if (sockets !== undefined) httpServer?.on("upgrade", (...upgrade) => sockets.handleUpgrade(...upgrade));
  /** Closes the listeners first, then what they depend on. */
  const close = async () => {
    await Promise.all([httpServer && closeServer(httpServer), sockets?.close()]);
    await closeTools?.();
    hub.close();
  };
  return { httpServer, sockets, hub, close };
}

function createHttp(mode: HttpMode, service: Service) {
  const { shares, config, sessions } = service;
  const { maxBodyBytes } = config.serverConfig;
  const answering = {
    ...service,
    bodies: new RequestBodies({ maxBodyBytes, maxBodyBytesInFlight: shares.bodies }),
    readCallHeaders: createCallHeaderReader(sessions, config.consistency),
  };
  let tools: ReturnType<typeof loadTools> | undefined;
  const toolProtocol: RequestHandler = async (request, response, next) => {
    tools ??= loadTools(service, answering);
    await (await tools).handler(request, response, next);
  };
  const httpServer = createHttpTransport({
    ...answering,
    mode,
    handlers: { ...createPages(service), toolProtocol },
  });
  return { httpServer, closeTools: async () => (await tools)?.server.close() };
}

/** Creates the tool protocol on its first request, since its libraries are slow to load. */
async function loadTools(
  { gateway, store, document, config, auth, gatewayAnswers }: Service,
  answering: Omit<ToolProtocolHandlerOptions, "tools">,
) {
  const { createToolServer } = await import("../transports/mcp/tool-server.ts");
  const { createToolProtocolHandler } = await import("../transports/mcp/tool-protocol-handler.ts");
  const hasAuth = auth !== undefined;
  const server = await createToolServer({ gateway, store, document, config, hasAuth, gatewayAnswers });
  return { server, handler: createToolProtocolHandler({ ...answering, tools: server }) };
}

/** Listens on the ports of a mode, and on the one above the HTTP port. */
async function openListeners(
  { httpServer, sockets }: ReturnType<typeof createTransports>,
  config: ServerConfig,
  mayMoveWsPort: boolean,
) {
  const listeners: Listener[] = [];
  /** Ports that clients expect but that could not be opened, with advice. */
  const warnings: string[] = [];
  if (httpServer !== undefined) {
    const address = await openListener(httpServer, config.host, config.port);
    listeners.push({ kind: "http", url: `http://${address}` });
  }
  if (sockets !== undefined) {
    const url = await listenForSockets(sockets, config, mayMoveWsPort, warnings);
    listeners.push({ kind: "ws", url });
    if (httpServer !== undefined) await listenAboveHttpPort(sockets, httpServer, listeners, warnings);
  }
  return { listeners, warnings };
}

/** Listens on the WebSocket port. If a test validator holds the default one, uses a free port. */
async function listenForSockets(
  sockets: WebSocketTransport,
  { host, wsPort }: ServerConfig,
  mayMoveWsPort: boolean,
  warnings: string[],
): Promise<string> {
  try {
    return await sockets.listen(host, wsPort);
  } catch (caught) {
    if (!mayMoveWsPort || (caught as NodeJS.ErrnoException).code !== "EADDRINUSE") throw caught;
    const url = await sockets.listen(host, 0);
    warnings.push(
      `Port ${wsPort} is taken, so WebSocket listens at ${url} instead: point clients there, or choose a port with --ws-port.`,
    );
    return url;
  }
}

/** Listens on the port above the HTTP port, where @solana/web3.js 1.x expects the WebSocket. */
async function listenAboveHttpPort(
  sockets: WebSocketTransport,
  server: Server,
  listeners: Listener[],
  warnings: string[],
): Promise<void> {
  const { address, port: httpPort } = server.address() as AddressInfo;
  const port = httpPort + 1;
  if (listeners.some(({ kind, url }) => kind === "ws" && url.endsWith(`:${port}`))) return;
  try {
    listeners.push({ kind: "ws", url: await sockets.listen(address, port) });
  } catch (caught) {
    const reason = (caught as NodeJS.ErrnoException).code ?? String(caught);
    warnings.push(
      `No WebSocket at port ${port}, one above the HTTP port, where @solana/web3.js 1.x looks for it (${reason}): ` +
        "take an HTTP port with a free one above it, or give that client a wsEndpoint.",
    );
  }
}

/** Stops accepting connections, and closes each one when its requests are answered. */
async function closeServer(server: Server): Promise<void> {
  const closed = once(server, "close");
  server.close();
  // close() ends only connections that are idle now; one that becomes idle later would wait for its timeout.
  const sweep = setInterval(() => server.closeIdleConnections(), sweepMs);
  await closed;
  clearInterval(sweep);
}
