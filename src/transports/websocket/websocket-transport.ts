import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import type { AuthenticatedCaller, RequestSource } from "../../auth/authenticated-caller.ts";
import type { Authenticator } from "../../auth/authenticator.ts";
import type { Network } from "../../networks/network.ts";
import { unknownNetworkError } from "../../networks/network-errors.ts";
import type { NetworkStore } from "../../networks/network-store.ts";
import { errorTable } from "../../rpc/error-table.ts";
import { RpcError, stoppingError } from "../../rpc/rpc-error.ts";
import { writeError } from "../../rpc/write-response.ts";
import { truncate } from "../../text/wording.ts";
import { takeCredential, writeChallenge } from "../shared/credentials.ts";
import { listenerOptions, openListener } from "../shared/listener.ts";
import { queryError } from "../shared/query-parameters.ts";
import type { RequestGuards } from "../shared/request-guards.ts";
import { networkInPath, requestPath, selectedNetwork } from "../shared/request-url.ts";
import type { UnreadBytes } from "../shared/unread-bytes.ts";
import { ClientConnection, type ConnectionContext } from "./client-connection.ts";

interface WebSocketTransportOptions extends ConnectionContext {
  readonly store: Pick<NetworkStore, "get" | "defaultNetwork" | "list">;
  readonly guards: RequestGuards;
  /** Bounds the unread bytes of all listeners' clients. */
  readonly unread: UnreadBytes;
  /** Identifies callers by keys and tokens; undefined if none are configured. */
  readonly auth: { readonly authenticator: Authenticator } | undefined;
}

/**
 * Disconnects a client that does not answer a close frame in time, such as a slow reader. The option is missing from the types of `ws`.
 */
const closeOptions = { closeTimeout: 5000 };
/** The answer to plain HTTP requests. */
const upgradeRequired = { status: 426, message: "This port speaks WebSocket: connect with ws://." };
/** Ping interval. Most proxies close a socket that is idle for a minute. */
const pingIntervalMs = 30_000;

/** Serves calls and subscriptions over WebSocket, on ports of its own (`listen`) or on upgrades of an HTTP server (`handleUpgrade`). */
export class WebSocketTransport {
  readonly #options: WebSocketTransportOptions;
  readonly #connections = new Map<ClientConnection, RequestSource>();
  readonly #listeners: Server[] = [];
  readonly #maxConnections: number;
  readonly #upgrader: WebSocketServer;
  readonly #pinging = setInterval(() => this.#pingAll(), pingIntervalMs).unref();
  readonly #unwatch: (() => void) | undefined;
  #isClosing = false;
  #onAllClosed: (() => void) | undefined;

  constructor(options: WebSocketTransportOptions) {
    this.#options = options;
    const { maxConnections, maxBodyBytes } = options.config.serverConfig;
    // Half is reserved for HTTP, which also serves health checks.
    this.#maxConnections = Math.ceil(maxConnections / 2);
    this.#upgrader = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload: maxBodyBytes,
      ...closeOptions,
      // The JSON parser rejects invalid UTF-8 with an error answer.
      skipUTF8Validation: true,
    });
    const authenticator = options.auth?.authenticator;
    // Closes sockets whose key or token is no longer valid, and updates the rights of the others.
    this.#unwatch = authenticator?.onChange(() => {
      for (const [connection, source] of this.#connections)
        connection.renewCaller((caller) => authenticator.renew(caller, source));
    });
  }

  get connectionCount(): number {
    return this.#connections.size;
  }

  /** Handles an `upgrade` event of an HTTP server. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // Node removes its own listener before an upgrade: without one, a client that resets the connection would end the process.
    socket.on("error", () => undefined);
    const refusal = this.#options.guards.hosts.normalizeTarget(request);
    if (refusal !== undefined) {
      refuseUpgrade(socket, refusal.status, refusal.message);
    } else if (request.headers.origin !== undefined && !this.#pageMayConnect(request)) {
      refuseUpgrade(
        socket,
        403,
        `Pages of ${JSON.stringify(truncate(request.headers.origin))} may not connect: name the origin in server_config.cors_origins to allow it.`,
      );
    } else {
      this.#upgrade(request, socket, head).catch((caught: unknown) =>
        this.#refuseWithError(request, socket, caught),
      );
    }
  }

  /** Listens on its own port and returns its URL. Port 0 picks a free port. */
  async listen(host: string, port: number): Promise<string> {
    const { config, guards, unread } = this.#options;
    const listener = createServer(listenerOptions(config.serverConfig), (request, response) => {
      const { status, message } = guards.hosts.normalizeTarget(request) ?? upgradeRequired;
      response.writeHead(status, { connection: "close", upgrade: "websocket", "content-type": "text/plain" });
      response.end(`${message}\n`);
    });
    unread.follow(listener);
    listener.on("upgrade", (request, socket, head) => this.handleUpgrade(request, socket, head));
    const address = await openListener(listener, host, port);
    this.#listeners.push(listener);
    return `ws://${address}`;
  }

  /** Stops listening and closes each socket with 1001 once its calls are answered. Disconnects clients that do not answer the close. */
  async close(): Promise<void> {
    this.#isClosing = true;
    clearInterval(this.#pinging);
    this.#unwatch?.();
    const closed = this.#listeners.map((listener) => once(listener, "close"));
    for (const listener of this.#listeners) listener.close();
    const allClosed = new Promise<void>((resolve) => {
      this.#onAllClosed = resolve;
    });
    for (const connection of this.#connections.keys()) connection.finish();
    if (this.#connections.size > 0) await allClosed;
    for (const listener of this.#listeners) listener.closeAllConnections();
    await Promise.all(closed);
  }

  /** Disconnects every client without a close frame. */
  disconnectAll(): void {
    for (const connection of this.#connections.keys()) connection.terminate();
    for (const listener of this.#listeners) listener.closeAllConnections();
  }

  #pingAll(): void {
    for (const connection of this.#connections.keys()) {
      if (connection.isAlive) connection.ping();
      else connection.terminate();
    }
  }

  #assertNotFull(): void {
    if (this.#isClosing) throw stoppingError();
    if (this.#connections.size >= this.#maxConnections)
      throw RpcError.of("atCapacity", "Too many open connections; try again in 1 s.", {
        retryAfterSeconds: 1,
      });
  }

  async #upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
    this.#assertNotFull();
    const { auth, guards, store } = this.#options;
    const { origin, referer: referrer } = request.headers;
    const source = { address: guards.callerOf(request).address, origin, referrer };
    const authenticated = await auth?.authenticator.authenticate(takeCredential(request)?.text, source);
    const target = selectedTarget(request);
    const invalidQuery = queryError(request, requestPath(request) === "/" ? ["network"] : []);
    if (invalidQuery !== undefined) {
      refuseUpgrade(stream, 400, invalidQuery.message);
      return;
    }
    if (authenticated !== undefined) {
      authenticated.rights.assertNetwork(target ?? store.defaultNetwork().id);
      await meterSocket(authenticated, stream, source.address);
    }
    // Other clients may have connected, or this one disconnected, during authentication.
    if (stream.destroyed) return;
    this.#assertNotFull();
    const network = this.#findNetwork(target);
    if (typeof network === "string") {
      refuseUpgrade(stream, 404, network);
      return;
    }
    this.#upgrader.handleUpgrade(request, stream, head, (socket) => {
      const caller = { ...guards.callerOf(request), transport: "websocket" as const, authenticated };
      const connection = new ClientConnection(this.#options, { socket, stream, network, caller });
      this.#connections.set(connection, source);
      socket.on("close", () => {
        this.#connections.delete(connection);
        if (this.#connections.size === 0) this.#onAllClosed?.();
      });
    });
  }

  #refuseWithError(request: IncomingMessage, socket: Duplex, caught: unknown): void {
    const error = RpcError.from(caught);
    this.#options.reportError(error);
    const { kind, retryAfterSeconds } = error;
    const { rpcStatus } = errorTable[kind];
    const challenge = kind === "unauthorized" ? `WWW-Authenticate: ${writeChallenge(request)}\r\n` : "";
    const retry = retryAfterSeconds === undefined ? "" : `Retry-After: ${retryAfterSeconds}\r\n`;
    const body = writeError("null", error, { dialect: "ledger" }).toString();
    sendUpgradeError(socket, rpcStatus, `${challenge}${retry}Content-Type: application/json`, body);
  }

  /** True if a page may open a socket: its origin is not foreign, or CORS lets it read answers over HTTP. */
  #pageMayConnect(request: IncomingMessage): boolean {
    const { origins } = this.#options.guards;
    return !origins.isForeign(request) || origins.headers(request).includes("access-control-allow-origin");
  }

  /** Returns a getter of the network's current record, or an error message. */
  #findNetwork(target: string | undefined | null): (() => Network) | string {
    const { store } = this.#options;
    if (target === null) return "No sockets are served at this path: connect to / or /networks/ID.";
    if (target === undefined) return () => store.defaultNetwork();
    if (target === "all") return "A socket serves one network: connect to /networks/ID.";
    const network = store.get(target);
    if (network !== undefined) return () => store.get(target) ?? network;
    return unknownNetworkError(target, store.list()).message;
  }
}

/** Counts a socket against the limit of its key or token until it closes. Throws `rateLimited` at the limit. */
async function meterSocket(
  { meter }: AuthenticatedCaller,
  socket: Duplex,
  address: string | undefined,
): Promise<void> {
  if (await meter.acquire("sockets", address)) {
    const release = () => meter.release("sockets", address);
    if (socket.destroyed) release();
    else socket.once("close", release);
    return;
  }
  throw meter.limitError("sockets");
}

/** Answers an upgrade with an HTTP error and its reason. */
function refuseUpgrade(socket: Duplex, status: number, reason: string): void {
  sendUpgradeError(socket, status, "Content-Type: text/plain; charset=utf-8", `${reason}\n`);
}

function sendUpgradeError(socket: Duplex, status: number, headers: string, body: string): void {
  // No timeout of the HTTP server applies any more to a client that doesn't close its side.
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\nConnection: close\r\n${headers}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    () => socket.destroy(),
  );
}

const networkPath = "/networks/";

/** The network id that an upgrade selects; undefined for the default network, null if the path serves no sockets. */
function selectedTarget(request: IncomingMessage): string | undefined | null {
  const path = requestPath(request);
  if (path === "/" || path === "") return selectedNetwork(request);
  return path.startsWith(networkPath) ? (networkInPath(path.slice(networkPath.length)) ?? null) : null;
}
