import type { ClientSettings, WebSocketConstructor } from "../shared/client-options.ts";
import { SvmGatewayError } from "../shared/svm-gateway-error.ts";
import { retryDelayMs, type Timer } from "../shared/time.ts";
import { SocketConnection } from "./socket-connection.ts";

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

/** Keeps one WebSocket open while it is needed: reopens it, with growing waits, when it is lost. */
export class ReconnectingSocket {
  readonly #url: string;
  readonly #settings: ClientSettings;
  readonly #events: SocketEvents;
  #connection: SocketConnection | undefined;
  #timer: Timer;
  /** The attempt to connect that is in progress; another one, or none, makes it obsolete. */
  #attempt: object | undefined;
  #failures = 0;
  #hasWorked = false;

  constructor(url: string, settings: ClientSettings, events: SocketEvents) {
    this.#url = url;
    this.#settings = settings;
    this.#events = events;
  }

  get isOpen(): boolean {
    return this.#connection?.isOpen === true;
  }

  /** Connects unless it is connected, connecting, or waiting to connect. */
  open(): void {
    if ((this.#connection ?? this.#timer ?? this.#attempt) === undefined) void this.#connect();
  }

  /** Sends a request; only while open. */
  send(text: string): void {
    this.#connection?.send(text);
  }

  /** The connection proved useful: failures are counted from 0 again. */
  worked(): void {
    this.#failures = 0;
    this.#hasWorked = true;
  }

  /** Drops the current connection, as if it had been lost. */
  restart(error: SvmGatewayError): void {
    this.#connection?.close();
    this.#lost(error);
  }

  /** Closes; `open` starts over. */
  close(): void {
    clearTimeout(this.#timer);
    this.#connection?.close();
    this.#timer = undefined;
    this.#connection = undefined;
    this.#attempt = undefined;
    this.#failures = 0;
    this.#hasWorked = false;
  }

  async #connect(): Promise<void> {
    const attempt = {};
    this.#attempt = attempt;
    try {
      const WebSocket = await webSocketConstructor(this.#settings.webSocket);
      if (this.#attempt !== attempt) return;
      this.#connection = new SocketConnection(WebSocket, this.#url, this.#settings, {
        opened: () => this.#events.opened(),
        received: (text) => this.#events.received(text),
        ended: (error) => this.#lost(error),
      });
      this.#attempt = undefined;
    } catch (cause) {
      if (this.#attempt !== attempt) return;
      const isKnown = cause instanceof SvmGatewayError;
      this.#fail(isKnown ? cause : new SvmGatewayError("network", `WebSocket: ${String(cause)}`, { cause }));
    }
  }

  #lost(error: SvmGatewayError): void {
    this.#connection = undefined;
    if (!this.#events.lost()) {
      this.close();
      return;
    }
    this.#failures += 1;
    const { retries, reconnects, retryDelayMs: firstMs } = this.#settings;
    if (this.#failures > (this.#hasWorked ? reconnects : retries)) {
      this.#fail(error);
      return;
    }
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        void this.#connect();
      },
      retryDelayMs(this.#failures, firstMs),
    );
  }

  #fail(error: SvmGatewayError): void {
    this.close();
    this.#events.failed(error);
  }
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
