import type { ClientSettings, WebSocketConstructor, WebSocketLike } from "../shared/client-options.ts";
import { SvmGatewayError } from "../shared/svm-gateway-error.ts";
import { retryDelayMs, startTimer, type Timer } from "../shared/time.ts";

/** Events of a socket. */
export interface SocketEvents {
  /** A new connection is open, without any subscription. */
  opened(): void;
  received(text: string): void;
  /** The connection is lost; returns whether it is still needed. */
  lost(): boolean;
  /** The connection could not be opened; there are no further attempts. */
  failed(error: SvmGatewayError): void;
}

/**
 * Sent to a silent gateway: the one request besides subscriptions that nodes serve on a socket. Any answer will do.
 * Pages cannot send a WebSocket ping.
 */
const heartbeatRequest = '{"jsonrpc":"2.0","id":"alive","method":"getVersion","params":[]}';

/** Keeps one WebSocket open while it is needed: opens another, with growing waits, when it is lost or falls silent. */
export class ReconnectingSocket {
  readonly #url: string;
  readonly #settings: ClientSettings;
  readonly #events: SocketEvents;
  /** Replaced by each `open`, so that one that still loads its WebSocket class knows that it is obsolete; undefined when closed. */
  #opening: object | undefined;
  #socket: WebSocketLike | undefined;
  #isOpen = false;
  /** Limits the wait until it is open, then times the heartbeat, then the wait until the next attempt. */
  #timer: Timer;
  #hasHeard = true;
  #hasAsked = false;
  #failures = 0;
  #hasWorked = false;

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

  /** Sends a request; only while open. */
  send(text: string): void {
    this.#socket?.send(text);
  }

  /** The connection proved useful: failures are counted from 0 again. */
  worked(): void {
    this.#failures = 0;
    this.#hasWorked = true;
  }

  /** Closes; `open` starts over. */
  close(): void {
    this.#drop();
    this.#opening = undefined;
    this.#failures = 0;
    this.#hasWorked = false;
  }

  /** Drops the current connection and opens another, if it is still needed and has not failed too often. */
  restart(error: SvmGatewayError): void {
    this.#drop();
    const opening = this.#opening;
    if (opening === undefined || !this.#events.lost()) {
      this.close();
      return;
    }
    this.#failures += 1;
    const { retries, reconnects } = this.#settings;
    if (this.#failures > (this.#hasWorked ? reconnects : retries)) {
      this.#fail(error);
      return;
    }
    const delayMs = retryDelayMs(this.#failures, this.#settings.retryDelayMs);
    this.#timer = setTimeout(() => void this.#connect(opening), delayMs);
  }

  async #connect(opening: object): Promise<void> {
    try {
      const WebSocket = await webSocketConstructor(this.#settings.webSocket);
      if (this.#opening !== opening) return;
      const socket = new WebSocket(this.#url);
      this.#socket = socket;
      const on = (type: Parameters<WebSocketLike["addEventListener"]>[0], run: (event: object) => void) =>
        socket.addEventListener(type, (event) => {
          if (this.#socket === socket) run(event);
        });
      on("open", () => this.#opened());
      on("message", (event) => this.#received(event));
      on("error", (event) => this.#broken(event));
      on("close", (event) => this.#lost("network", closeReason(event)));
      const { timeoutMs } = this.#settings;
      this.#timer = startTimer(() => this.#lost("timeout", `not open within ${timeoutMs} ms`), timeoutMs);
    } catch (cause) {
      if (this.#opening !== opening) return;
      const isKnown = cause instanceof SvmGatewayError;
      this.#fail(isKnown ? cause : new SvmGatewayError("network", `WebSocket: ${String(cause)}`, { cause }));
    }
  }

  #opened(): void {
    this.#isOpen = true;
    this.#hasHeard = true;
    this.#hasAsked = false;
    this.#beatLater();
    this.#events.opened();
  }

  #beatLater(): void {
    const { heartbeatMs } = this.#settings;
    clearTimeout(this.#timer);
    this.#timer = startTimer(() => {
      if (!this.#hasHeard && this.#hasAsked) {
        this.#lost("network", `silent for more than ${heartbeatMs} ms`);
        return;
      }
      this.#hasAsked = !this.#hasHeard;
      this.#hasHeard = false;
      if (this.#hasAsked) this.send(heartbeatRequest);
      this.#beatLater();
    }, heartbeatMs);
  }

  #received(event: object): void {
    this.#hasHeard = true;
    if ("data" in event && typeof event.data === "string") this.#events.received(event.data);
    else this.#lost("protocol", "received a binary frame");
  }

  /** Node gives a reason; browsers do not. */
  #broken(event: object): void {
    const cause = "error" in event ? event.error : undefined;
    const reason = cause instanceof Error && cause.message !== "" ? ` (${cause.message})` : "";
    this.#lost("network", `connection failed${reason}`, cause);
  }

  #lost(kind: "network" | "timeout" | "protocol", reason: string, cause?: unknown): void {
    const message = `WebSocket ${new URL(this.#url).origin}: ${reason}.`;
    this.restart(new SvmGatewayError(kind, message, { cause }));
  }

  /** Closes the connection without an event. */
  #drop(): void {
    clearTimeout(this.#timer);
    this.#isOpen = false;
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close(1000);
  }

  #fail(error: SvmGatewayError): void {
    this.close();
    this.#events.failed(error);
  }
}

function closeReason(event: object): string {
  const code = "code" in event ? String(event.code) : "unknown";
  const reason = "reason" in event && event.reason !== "" ? `, ${String(event.reason)}` : "";
  return `closed by the gateway (${code}${reason})`;
}

/** The given constructor, else the global one, else that of the package ws. */
async function webSocketConstructor(given: WebSocketConstructor | undefined): Promise<WebSocketConstructor> {
  if (given !== undefined) return given;
  if (typeof globalThis.WebSocket === "function") return globalThis.WebSocket;
  try {
    // Only on Node 20; it is the only import of a package, and browsers never get here.
    const { WebSocket } = await import("ws");
    return WebSocket;
  } catch (cause) {
    const message = "There is no WebSocket here: install the package ws, or set the option webSocket.";
    throw new SvmGatewayError("network", message, { cause });
  }
}
