import type { ClientSettings, WebSocketConstructor, WebSocketLike } from "../shared/client-options.ts";
import { SvmGatewayError } from "../shared/svm-gateway-error.ts";
import { startTimer, type Timer } from "../shared/time.ts";

/** Events of a connection; `ended` comes exactly once, and last. */
export interface ConnectionEvents {
  opened(): void;
  received(text: string): void;
  ended(error: SvmGatewayError): void;
}

/**
 * Sent to a silent peer: the one request besides subscriptions that nodes serve on a socket. Any answer will do.
 * Pages cannot send a WebSocket ping.
 */
const heartbeatRequest = '{"jsonrpc":"2.0","id":"alive","method":"getVersion","params":[]}';

/** One WebSocket from its opening to its end; it also ends when the peer falls silent. */
export class SocketConnection {
  readonly #socket: WebSocketLike;
  readonly #url: string;
  readonly #events: ConnectionEvents;
  #isOpen = false;
  #isEnded = false;
  #hasHeard = true;
  #hasAsked = false;
  /** Limits the wait until it is open, then times the heartbeat. */
  #timer: Timer;

  constructor(
    WebSocket: WebSocketConstructor,
    url: string,
    { timeoutMs, heartbeatMs }: ClientSettings,
    events: ConnectionEvents,
  ) {
    this.#url = url;
    this.#events = events;
    this.#socket = new WebSocket(url);
    const onTimeout = () => this.#end("timeout", `not open within ${timeoutMs} ms`);
    this.#timer = startTimer(onTimeout, timeoutMs);
    this.#socket.addEventListener("open", () => this.#opened(heartbeatMs));
    this.#socket.addEventListener("message", (event) => this.#received(event));
    this.#socket.addEventListener("error", (event) => this.#failed(event));
    this.#socket.addEventListener("close", (event) => this.#end("network", closeReason(event)));
  }

  get isOpen(): boolean {
    return this.#isOpen && !this.#isEnded;
  }

  /** Sends a request; only while open. */
  send(text: string): void {
    this.#socket.send(text);
  }

  /** Closes without an event. */
  close(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    clearTimeout(this.#timer);
    this.#socket.close(1000);
  }

  #opened(heartbeatMs: number): void {
    if (this.#isEnded) return;
    this.#isOpen = true;
    clearTimeout(this.#timer);
    this.#timer = startTimer(() => this.#beat(heartbeatMs), heartbeatMs);
    this.#events.opened();
  }

  #received(event: object): void {
    if (this.#isEnded) return;
    this.#hasHeard = true;
    if ("data" in event && typeof event.data === "string") this.#events.received(event.data);
    else this.#end("protocol", "received a binary frame");
  }

  /** Node gives a reason; browsers do not. */
  #failed(event: object): void {
    const cause = "error" in event ? event.error : undefined;
    const reason = cause instanceof Error && cause.message !== "" ? ` (${cause.message})` : "";
    this.#end("network", `connection failed${reason}`, cause);
  }

  #beat(heartbeatMs: number): void {
    if (!this.#hasHeard && this.#hasAsked) {
      this.#end("network", `silent for more than ${heartbeatMs} ms`);
      return;
    }
    this.#hasAsked = !this.#hasHeard;
    this.#hasHeard = false;
    if (this.#hasAsked) this.send(heartbeatRequest);
    this.#timer = startTimer(() => this.#beat(heartbeatMs), heartbeatMs);
  }

  #end(kind: "network" | "timeout" | "protocol", reason: string, cause?: unknown): void {
    if (this.#isEnded) return;
    this.close();
    this.#events.ended(
      new SvmGatewayError(kind, `WebSocket ${new URL(this.#url).origin}: ${reason}.`, { cause }),
    );
  }
}

function closeReason(event: object): string {
  const code = "code" in event ? String(event.code) : "unknown";
  const reason = "reason" in event && event.reason !== "" ? `, ${String(event.reason)}` : "";
  return `closed by the gateway (${code}${reason})`;
}
