import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import type { ServerConfig } from "../../../generated/config.ts";
import type { Authenticator } from "../../auth/authenticator.ts";
import type { RequestPlace } from "../../auth/caller-places.ts";
import type { KnownCaller } from "../../auth/known-caller.ts";
import { memoryShares } from "../../config/memory-shares.ts";
import type { Gateway } from "../../gateway/gateway-call.ts";
import type { Network } from "../../networks/network.ts";
import { unknownNetwork } from "../../networks/network-errors.ts";
import type { NetworkStore } from "../../networks/network-store.ts";
import { errorTable } from "../../rpc/error-table.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { writeError } from "../../rpc/write-response.ts";
import type { SubscriptionHub } from "../../subscriptions/hub/subscription-hub.ts";
import { challengeOf } from "../shared/challenge.ts";
import { createClientChecks } from "../shared/client-checks.ts";
import { takeCredential } from "../shared/credentials.ts";
import { listenerOptions } from "../shared/listener-options.ts";
import { networkInPath, selectedNetwork } from "../shared/selected-network.ts";
import type { UnreadBytes } from "../shared/unread-bytes.ts";
import { ClientConnection, type ConnectionContext } from "./client-connection.ts";
import { closeCodes } from "./close-codes.ts";
import { refuseUpgrade } from "./refuse-upgrade.ts";

/** What the WebSocket side needs. */
export interface WebSocketTransportOptions {
  readonly hub: SubscriptionHub;
  readonly gateway: Gateway;
  readonly store: Pick<NetworkStore, "get" | "defaultNetwork" | "nearest">;
  readonly server: ServerConfig;
  /** Bounds what clients of all listeners have not read. */
  readonly unread: UnreadBytes;
  /** Bytes that one client has not read at which it counts as slow. */
  readonly maxBufferedBytes?: number | undefined;
  /** Finds callers by keys and tokens; undefined if none are configured. */
  readonly authenticator?: Authenticator | undefined;
  readonly onInternalFault: (fault: RpcError) => void;
  /** A slow reader was closed, or a notification left out for a newer one: for counts. */
  readonly onSlowReader?: (outcome: "closed" | "overwritten") => void;
}

/** How much goes on, for metrics. */
export interface WebSocketStatus {
  readonly connections: number;
  readonly subscriptions: number;
}

/** The WebSocket side of the gateway. */
export interface WebSocketTransport {
  /** Takes an `upgrade` event of an HTTP server. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Listens on its own port; returns the address to connect to. Port 0 takes a free one. */
  listen(host: string, port: number): Promise<string>;
  status(): WebSocketStatus;
  /**
   * Stops listening and closes every socket with 1001, once the calls that came on it are answered; those that do not answer
   * their closing are cut off after `graceMs`.
   */
  close(graceMs?: number): Promise<void>;
  /** Cuts off every client. */
  cut(): void;
}

/**
 * A client that does not answer the closing of its socket, as slow readers do not, is cut off after this long. The
 * types of the package do not know the option yet.
 */
const closing = { closeTimeout: 5000 };
/** Subscriptions of one connection; a client that wants more opens another one. */
const maxSubscriptions = 1000;
/** Time between pings of a client; most proxies close a socket that is silent for a minute. */
const pingIntervalMs = 30_000;
/** Longest wait for clients to answer the closing of their sockets. */
const defaultGraceMs = 2000;

/** Builds the WebSocket side; it listens if it is asked to, or takes the upgrades of another server. */
export function createWebSocketTransport(options: WebSocketTransportOptions): WebSocketTransport {
  const { store, server } = options;
  const { authenticator } = options;
  const { hosts, origins, callerOf } = createClientChecks(server);
  const connections = new Set<ClientConnection>();
  /** From where those of known callers come. */
  const places = new Map<ClientConnection, RequestPlace>();
  const servers: Server[] = [];
  // The other half is for HTTP, which serves health checks too.
  const maxConnections = Math.ceil(server.maxConnections / 2);
  let isClosing = false;
  const upgrader = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: server.maxBodyBytes,
    ...closing,
    // Invalid UTF-8 is answered with an error, like any other text that is not JSON.
    skipUTF8Validation: true,
  });
  const context: ConnectionContext = {
    hub: options.hub,
    gateway: options.gateway,
    maxSubscriptions,
    maxBufferedBytes: options.maxBufferedBytes ?? memoryShares(server).socket,
    maxBatch: server.maxBatch,
    maxAnswerBytes: memoryShares(server).batch,
    onInternalFault: options.onInternalFault,
    onSlowReader: options.onSlowReader ?? (() => undefined),
  };

  const pinging = setInterval(() => {
    for (const connection of connections) {
      if (connection.isAlive) connection.ping();
      else connection.terminate();
    }
  }, pingIntervalMs).unref();
  const unwatch = authenticator?.onChange(() => renewCallers(authenticator));

  function handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const refusal = hosts.refusalOf(request);
    if (refusal !== undefined) {
      refuseUpgrade(socket, refusal.status, refusal.message);
    } else if (request.headers.origin !== undefined && !pageMayRead(request)) {
      refuseUpgrade(socket, 403, "Pages of this origin are not answered; see server_config.cors_origins.");
    } else if (isClosing || connections.size >= maxConnections) {
      refuseUpgrade(socket, 503, "There is no room for another connection; try again later.");
    } else if (authenticator === undefined) {
      upgrade(request, socket, head, undefined);
    } else {
      upgradeKnown(request, socket, head, authenticator).catch((caught: unknown) =>
        refuseCaller(request, socket, caught),
      );
    }
  }

  function upgrade(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    known: KnownCaller | undefined,
  ): void {
    const network = networkOf(upgradeTarget(request));
    if (typeof network === "string") refuseUpgrade(socket, 404, network);
    else
      upgrader.handleUpgrade(request, socket, head, (client) =>
        open(client, socket, request, network, known),
      );
  }

  /** Upgrades once the caller's key or token was looked up. */
  async function upgradeKnown(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    by: Authenticator,
  ): Promise<void> {
    const place = placeOf(request);
    const { address } = place;
    const known = await by.authenticate(takeCredential(request)?.text, place);
    const target = upgradeTarget(request);
    known?.rights.assertNetwork(target ?? store.defaultNetwork().id);
    if (known !== undefined) {
      if (!(await known.meter.begin("sockets", address))) throw tooManySockets(known);
      const end = () => known.meter.end("sockets", address);
      if (socket.destroyed) end();
      else socket.once("close", end);
    }
    if (!socket.destroyed) upgrade(request, socket, head, known);
  }

  function placeOf(request: IncomingMessage): RequestPlace {
    const { origin, referer: referrer } = request.headers;
    return { address: callerOf(request).address, origin, referrer };
  }

  function refuseCaller(request: IncomingMessage, socket: Duplex, caught: unknown): void {
    const fault = RpcError.from(caught);
    if (fault.kind === "internal") options.onInternalFault(fault);
    const { rpcStatus } = errorTable[fault.kind];
    refuseUpgrade(socket, rpcStatus, fault.message, {
      body: writeError("null", fault, { nodeCodes: true }),
      challenge: fault.kind === "unauthorized" ? challengeOf(request) : undefined,
    });
  }

  /** As over HTTP: if pages are restricted, those of other origins can read nothing. */
  function pageMayRead(request: IncomingMessage): boolean {
    return !origins.isForeign(request) || origins.headers(request).includes("access-control-allow-origin");
  }

  /** A function that returns the network's current record; a text says why there is none. */
  function networkOf(target: string | undefined | null): (() => Network) | string {
    if (target === null) return "Nothing here: connect to / or /networks/ID.";
    if (target === undefined) return () => store.defaultNetwork();
    if (target === "all") return "Subscriptions are of one network: connect to /networks/ID.";
    const network = store.get(target);
    if (network !== undefined) return () => store.get(target) ?? network;
    return unknownNetwork(target, store.nearest(target)).message;
  }

  /** Closes the sockets of callers who are not known any more; the others go on with the rights that they have now. */
  function renewCallers(by: Authenticator): void {
    for (const [connection, place] of places) connection.renewCaller((caller) => by.renew(caller, place));
  }

  function open(
    client: WebSocket,
    socket: Duplex,
    request: IncomingMessage,
    network: () => Network,
    known: KnownCaller | undefined,
  ): void {
    const caller = { ...callerOf(request), transport: "websocket" as const, known };
    const connection = new ClientConnection(context, client, socket, network, caller);
    connections.add(connection);
    if (known !== undefined) places.set(connection, placeOf(request));
    client.on("close", () => {
      connections.delete(connection);
      places.delete(connection);
    });
  }

  async function listen(host: string, port: number): Promise<string> {
    const listener = createServer(listenerOptions(server), (request, response) => {
      const refusal = hosts.refusalOf(request);
      if (refusal !== undefined) {
        response.writeHead(refusal.status, { connection: "close", "content-type": "text/plain" });
        response.end(`${refusal.message}\n`);
        return;
      }
      response.writeHead(426, { connection: "close", upgrade: "websocket", "content-type": "text/plain" });
      response.end("This port speaks WebSocket: connect with ws://.\n");
    });
    options.unread.follow(listener);
    listener.on("upgrade", handleUpgrade);
    listener.listen(port, host);
    await once(listener, "listening");
    servers.push(listener);
    const { family, address, port: taken } = listener.address() as AddressInfo;
    return `ws://${family === "IPv6" ? `[${address}]` : address}:${taken}`;
  }

  async function close(graceMs = defaultGraceMs): Promise<void> {
    isClosing = true;
    clearInterval(pinging);
    unwatch?.();
    const closed = servers.map((listener) => once(listener, "close"));
    for (const listener of servers) listener.close();
    const left = new Promise<void>((resolve) => {
      const check = () => {
        if (connections.size === 0) resolve();
      };
      for (const connection of connections) connection.onGone(check);
      check();
    });
    for (const connection of connections)
      connection.finish(closeCodes.goingAway, "the gateway stops", graceMs);
    await left;
    for (const listener of servers) listener.closeAllConnections();
    await Promise.all(closed);
  }

  function cut(): void {
    for (const connection of connections) connection.terminate();
    for (const listener of servers) listener.closeAllConnections();
  }

  return {
    handleUpgrade,
    listen,
    cut,
    status() {
      let subscriptions = 0;
      for (const connection of connections) subscriptions += connection.subscriptions;
      return { connections: connections.size, subscriptions };
    },
    close,
  };
}

function tooManySockets({ meter }: KnownCaller): RpcError {
  const message =
    `This key or token has as many sockets open as it may (${meter.limitOf("sockets")}, max_sockets; ` +
    "fewer for each client of a web page): close one.";
  return RpcError.of("rateLimited", message, { data: { limit: "max_sockets" }, retryAfterSeconds: 1 });
}

const networkPath = "/networks/";

/** The network that an upgrade asks for: its id, undefined for the default one, or null if nothing is served at the path. */
function upgradeTarget(request: IncomingMessage): string | undefined | null {
  const [path = ""] = (request.url ?? "").split("?", 1);
  if (path === "/" || path === "") return selectedNetwork(request);
  return path.startsWith(networkPath) ? (networkInPath(path.slice(networkPath.length)) ?? null) : null;
}
