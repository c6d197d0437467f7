import type { WebSocketConstructor } from "./web-socket.ts";

/** The part of `fetch` that the client uses; the global one fits, and so do its replacements. */
export type FetchFunction = (
  url: string,
  request: { method: "POST"; headers: Record<string, string>; body: string; signal: AbortSignal },
) => Promise<FetchAnswer>;

/** The part of a Response that the client reads. */
export interface FetchAnswer {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
}

/** Settings of a client; only `url` is needed. */
export interface ClientOptions {
  /** The gateway, as `http://127.0.0.1:3000`. */
  readonly url: string;
  /** Its WebSocket, as `ws://127.0.0.1:8900`; by default `url` with the scheme swapped. */
  readonly wsUrl?: string;
  /** Network for calls that select none with `on(...)`; by default the gateway's own default. */
  readonly network?: string;
  /** Sent with every HTTP request. A WebSocket carries none: browsers allow it to no page. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * `session`, the default: no call is answered from an older state of a ledger than another call of this client before. `none`: calls
   * know nothing of each other. A header `x-session` of your own makes one session of several clients.
   */
  readonly consistency?: "session" | "none";
  /** By default the global one. */
  readonly fetch?: FetchFunction;
  /** By default the global one, and in Node without one, that of the package ws. */
  readonly webSocket?: WebSocketConstructor;
  /**
   * Longest time of a whole call, repetitions included; Infinity for no limit. By default 35,000:
   * a gateway answers within 30 s by default, and its own answer says more than a timeout here.
   */
  readonly timeoutMs?: number;
  /** How often a read is repeated after a network failure, 429, 502, 503 or 504; 2 by default. Nothing else is ever repeated. */
  readonly retries?: number;
  /** Wait before the first repetition, doubled for each further one, half of it random; 250 by default. */
  readonly retryDelayMs?: number;
  /** How often a lost WebSocket is opened again before its subscriptions fail; 10 by default, about a minute. */
  readonly reconnects?: number;
  /** Silence after which a WebSocket is asked for a sign of life, and as long again after which it is given up; 30,000 by default, Infinity for never. */
  readonly heartbeatMs?: number;
  /** How long a WebSocket stays open after its last subscription left; 1,000 by default, Infinity until `close()`. */
  readonly socketIdleMs?: number;
  /** Most unread notifications kept for one subscription; 1,000 by default. */
  readonly bufferSize?: number;
  /** Most characters of unread notifications kept for one subscription; 64 Mi by default. */
  readonly bufferCharacters?: number;
}

/** Settings with every default filled in. */
export interface ClientSettings {
  readonly url: URL;
  readonly wsUrl: URL;
  readonly network: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: FetchFunction;
  readonly webSocket: WebSocketConstructor | undefined;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly retryDelayMs: number;
  readonly reconnects: number;
  readonly heartbeatMs: number;
  readonly socketIdleMs: number;
  readonly bufferSize: number;
  readonly bufferCharacters: number;
}

/** Checks the options and fills in the defaults; a bad one is a TypeError that names it. */
export function clientSettings(options: ClientOptions): ClientSettings {
  const url = parseUrl("url", options.url, ["http:", "https:"]);
  if (options.network === "all") throw new TypeError('network: select all networks with client.on("all")');
  return {
    url,
    wsUrl:
      options.wsUrl === undefined ? webSocketUrl(url) : parseUrl("wsUrl", options.wsUrl, ["ws:", "wss:"]),
    network: options.network,
    headers: headersOf(options),
    // Looked up at each call, so that a page or a test may replace the global one.
    fetch: options.fetch ?? ((input, request) => globalThis.fetch(input, request)),
    webSocket: options.webSocket,
    timeoutMs: atLeast("timeoutMs", options.timeoutMs ?? 35_000, 1),
    retries: wholeAtLeast("retries", options.retries ?? 2, 0),
    retryDelayMs: atLeast("retryDelayMs", options.retryDelayMs ?? 250, 0),
    reconnects: wholeAtLeast("reconnects", options.reconnects ?? 10, 0),
    heartbeatMs: atLeast("heartbeatMs", options.heartbeatMs ?? 30_000, 1),
    socketIdleMs: atLeast("socketIdleMs", options.socketIdleMs ?? 1_000, 0),
    bufferSize: wholeAtLeast("bufferSize", options.bufferSize ?? 1_000, 1),
    bufferCharacters: wholeAtLeast("bufferCharacters", options.bufferCharacters ?? 64 * 1024 * 1024, 1),
  };
}

function headersOf({ headers = {}, consistency = "session" }: ClientOptions): Record<string, string> {
  if (consistency !== "session" && consistency !== "none")
    throw new TypeError(`consistency: must be session or none, got ${String(consistency)}`);
  const hasOwn = Object.keys(headers).some((name) => name.toLowerCase() === "x-session");
  return consistency === "none" || hasOwn ? { ...headers } : { ...headers, "x-session": sessionText() };
}

/** A text that no other client has. It is no secret: who knows it can only share the session. */
function sessionText(): string {
  const part = () => Math.random().toString(36).slice(2);
  return `${part()}${part()}`;
}

function parseUrl(name: string, text: string, protocols: readonly string[]): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !protocols.includes(url.protocol)) {
    throw new TypeError(`${name}: must be a whole URL that starts with ${protocols.join("// or ")}//`);
  }
  if (url.username !== "" || url.password !== "") {
    throw new TypeError(`${name}: must hold no user or password; give them as headers`);
  }
  return url;
}

function webSocketUrl(url: URL): URL {
  const wsUrl = new URL(url);
  wsUrl.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  // POST /rpc is the same door as POST /, but the socket opens at the root.
  wsUrl.pathname = url.pathname.replace(/\/rpc\/?$/, "/");
  wsUrl.hash = "";
  return wsUrl;
}

function atLeast(name: string, value: number, minimum: number): number {
  if (typeof value === "number" && value >= minimum) return value;
  throw new TypeError(`${name}: must be a number of at least ${minimum}, got ${String(value)}`);
}

function wholeAtLeast(name: string, value: number, minimum: number): number {
  if (Number.isSafeInteger(value) && value >= minimum) return value;
  throw new TypeError(`${name}: must be a whole number of at least ${minimum}, got ${String(value)}`);
}
