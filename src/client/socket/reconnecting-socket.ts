import { retryDelayMs } from "../shared/retry.ts";
import { SvmGatewayError } from "../shared/svm-gateway-error.ts";
import type { Timer } from "../shared/timer.ts";
import { type WebSocketConstructor, webSocketConstructor } from "../shared/web-socket.ts";
import { type ConnectionTimes, SocketConnection } from "./socket-connection.ts";

/** Where and how persistently to connect. */
export interface SocketRule extends ConnectionTimes {
  readonly url: string;
  readonly webSocket: WebSocketConstructor | undefined;
  /** Further attempts when the first one fails. */
  readonly retries: number;
  /** Attempts in a row to restore a connection that worked. */
  readonly reconnects: number;
  readonly retryDelayMs: number;
}

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
  readonly #rule: SocketRule;
  readonly #events: SocketEvents;
  #connection: SocketConnection | undefined;
  #timer: Timer;
  /** Incremented by each close, so that a connection attempt in progress knows that it is obsolete. */
  #generation = 0;
  #isConnecting = false;
  #failures = 0;
  #hasWorked = false;

  constructor(rule: SocketRule, events: SocketEvents) {
    this.#rule = rule;
    this.#events = events;
  }

  get isOpen(): boolean {
    return this.#connection?.isOpen === true;
  }

  /** Connects unless it is connected, connecting, or waiting to connect. */
  open(): void {
    if (this.#connection === undefined && this.#timer === undefined && !this.#isConnecting)
      void this.#connect();
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
    this.#generation += 1;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isConnecting = false;
    this.#connection?.close();
    this.#connection = undefined;
    this.#failures = 0;
    this.#hasWorked = false;
  }

  async #connect(): Promise<void> {
    const generation = this.#generation;
    this.#isConnecting = true;
    try {
      const WebSocket = await webSocketConstructor(this.#rule.webSocket);
      if (generation !== this.#generation) return;
      this.#isConnecting = false;
      this.#connection = new SocketConnection(WebSocket, this.#rule.url, this.#rule, {
        opened: () => this.#events.opened(),
        received: (text) => this.#events.received(text),
        ended: (error) => this.#lost(error),
      });
    } catch (error) {
      if (generation === this.#generation) this.#fail(asError(error));
    }
  }

  #lost(error: SvmGatewayError): void {
    this.#connection = undefined;
    if (!this.#events.lost()) {
      this.close();
      return;
    }
    this.#failures += 1;
    if (this.#failures > (this.#hasWorked ? this.#rule.reconnects : this.#rule.retries)) {
      this.#fail(error);
      return;
    }
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        void this.#connect();
      },
      retryDelayMs(this.#failures, this.#rule.retryDelayMs),
    );
  }

  #fail(error: SvmGatewayError): void {
    this.close();
    this.#events.failed(error);
  }
}

function asError(error: unknown): SvmGatewayError {
  if (error instanceof SvmGatewayError) return error;
  return new SvmGatewayError("network", `WebSocket: ${String(error)}`, { cause: error });
}
