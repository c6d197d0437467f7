import type { ClientSettings, WebSocketConstructor, WebSocketLike } from "../shared/client-options.ts";
import { SvmGatewayError } from "../shared/svm-gateway-error.ts";
import { msBeforeRetry, startTimer, type Timer } from "../shared/time.ts";

interface SocketEvents {
  /** A connection opened; no subscription has been sent on it yet. */
  onOpened(): void;
  onReceived(text: string): void;
  /** The connection was lost. Returns true if another one is needed. */
  onLost(): boolean;
  /** Connecting failed, and there is no further attempt. */
  onFailed(error: SvmGatewayError): void;
}

/**
 * Heartbeat, because browsers cannot send WebSocket pings. Any answer counts, even an error: nodes serve only subscriptions over
 * WebSocket.
 */
const heartbeatRequest = '{"jsonrpc":"2.0","id":"alive","method":"getVersion","params":[]}';

/** Keeps one WebSocket open while it is needed. Reconnects with backoff if it is lost or silent. */
export class ReconnectingSocket {
  readonly #url: string;
  readonly #settings: ClientSettings;
  readonly #events: SocketEvents;
  /** Identifies the latest `open`, so that an earlier one still loading its WebSocket class stops; undefined when closed. */
  #opening: object | undefined;
  #socket: WebSocketLike | undefined;
  #isOpen = false;
  /** Connect timeout, heartbeat, or backoff, by state. */
  #timer: Timer;
  /** A message has arrived since the last heartbeat. */
  #hasReceived = true;
  #hasSentHeartbeat = false;
  #failures = 0;
  #hasServed = false;

  constructor(url: string, settings: ClientSettings, events: SocketEvents) {
    this.#url = url;
    this.#settings = settings;
    this.#events = events;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Connects unless it is connected, connecting, or waiting to connect. */
  open(): void {
    if (this.#opening !== undefined) return;
    this.#opening = {};
    void this.#connect(this.#opening);
  }

  /** Sends a request. Call it only while the socket is open. */
  send(text: string): void {
    this.#socket?.send(text);
  }

  /** Resets the failure count, because the gateway has confirmed a subscription. */
  resetFailures(): void {
    this.#failures = 0;
    this.#hasServed = true;
  }

  /** Closes the socket; `open` can open it again. */
  close(): void {
    this.#drop();
    this.#opening = undefined;
    this.#failures = 0;
    this.#hasServed = false;
  }

  /** Drops the connection; reconnects if one is needed and attempts are left. */
  restart(error: SvmGatewayError): void {
    this.#drop();
    const opening = this.#opening;
    if (opening === undefined || !this.#events.onLost()) {
      this.close();
      return;
    }
    this.#failures += 1;
    const { retries, reconnects } = this.#settings;
    if (this.#failures > (this.#hasServed ? reconnects : retries)) {
      this.#fail(error);
      return;
    }
    const delayMs = msBeforeRetry(this.#failures, this.#settings.retryDelayMs);
    this.#timer = setTimeout(() => void this.#connect(opening), delayMs);
  }

  async #connect(opening: object): Promise<void> {
    try {
      const WebSocket = await findWebSocketClass(this.#settings.webSocket);
      if (this.#opening !== opening) return;
      const socket = new WebSocket(this.#url);
      this.#socket = socket;
      const on = (type: Parameters<WebSocketLike["addEventListener"]>[0], run: (event: object) => void) =>
        socket.addEventListener(type, (event) => {
          if (this.#socket === socket) run(event);
        });
      on("open", () => this.#opened());
      on("message", (event) => this.#received(event));
      on("error", (event) => this.#errored(event));
      on("close", (event) => this.#lost("network", closeReason(event)));
      const { timeoutMs } = this.#settings;
      this.#timer = startTimer(() => this.#lost("timeout", `not open within ${timeoutMs} ms`), timeoutMs);
    } catch (cause) {
      if (this.#opening !== opening) return;
      const isClientError = cause instanceof SvmGatewayError;
      this.#fail(
        isClientError ? cause : new SvmGatewayError("network", `WebSocket: ${String(cause)}`, { cause }),
      );
    }
  }

  #opened(): void {
    this.#isOpen = true;
    this.#hasReceived = true;
    this.#hasSentHeartbeat = false;
    this.#scheduleHeartbeat();
    this.#events.onOpened();
  }

  #scheduleHeartbeat(): void {
    const { heartbeatMs } = this.#settings;
    clearTimeout(this.#timer);
    this.#timer = startTimer(() => {
      if (!this.#hasReceived && this.#hasSentHeartbeat) {
        this.#lost("network", `silent for more than ${heartbeatMs} ms`);
        return;
      }
      this.#hasSentHeartbeat = !this.#hasReceived;
      this.#hasReceived = false;
      if (this.#hasSentHeartbeat) this.send(heartbeatRequest);
      this.#scheduleHeartbeat();
    }, heartbeatMs);
  }

  #received(event: object): void {
    this.#hasReceived = true;
    if ("data" in event && typeof event.data === "string") this.#events.onReceived(event.data);
    else this.#lost("protocol", "received a binary frame");
  }

  /** Error events have a reason in Node, but not in browsers. */
  #errored(event: object): void {
    const cause = "error" in event ? event.error : undefined;
    const reason = cause instanceof Error && cause.message !== "" ? ` (${cause.message})` : "";
    this.#lost("network", `connection failed${reason}`, cause);
  }

  #lost(kind: "network" | "timeout" | "protocol", reason: string, cause?: unknown): void {
    const message = `WebSocket ${new URL(this.#url).origin}: ${reason}.`;
    this.restart(new SvmGatewayError(kind, message, { cause }));
  }

  /** Closes the connection without reporting it. */
  #drop(): void {
    clearTimeout(this.#timer);
    this.#isOpen = false;
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close(1000);
  }

  #fail(error: SvmGatewayError): void {
    this.close();
    this.#events.onFailed(error);
  }
}

function closeReason(event: object): string {
  const code = "code" in event ? String(event.code) : "unknown";
  const reason = "reason" in event && event.reason !== "" ? `, ${String(event.reason)}` : "";
  return `closed by the gateway (${code}${reason})`;
}

/** The WebSocket class from the options, the global one, or that of the `ws` package. */
async function findWebSocketClass(option: WebSocketConstructor | undefined): Promise<WebSocketConstructor> {
  if (option !== undefined) return option;
  if (typeof globalThis.WebSocket === "function") return globalThis.WebSocket;
  try {
    // Node 20 has no global WebSocket. This is the client's only package import; browsers never get here.
    const { WebSocket } = await import("ws");
    return WebSocket;
  } catch (cause) {
    const message = "No WebSocket is available: install the package ws, or set the option webSocket.";
    throw new SvmGatewayError("network", message, { cause });
  }
}
