/** The subset of `fetch` that the client uses. */
export type FetchFunction = (
  url: string,
  request: { method: "POST"; headers: Record<string, string>; body: string; signal: AbortSignal },
) => Promise<FetchResponse>;

/** The subset of `Response` that the client reads. */
export interface FetchResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
}

/** The subset of `WebSocket` that the client uses. Browsers and the `ws` package provide it. */
export interface WebSocketLike {
  send(data: string): void;
  close(code?: number, reason?: string): void;
  addEventListener(type: "open" | "message" | "close" | "error", listener: (event: object) => void): void;
}

/** A WebSocket class. To send headers, pass a subclass that adds them (not in browsers). */
export type WebSocketConstructor = new (url: string) => WebSocketLike;

/** Options of `createClient`. Only `url` is required. */
export interface ClientOptions {
  /** URL of the gateway, such as `http://127.0.0.1:3000`. */
  readonly url: string;
  /** WebSocket URL of the gateway, such as `ws://127.0.0.1:8900`. Default: `url` with `ws:` or `wss:`. */
  readonly wsUrl?: string;
  /** Network for calls without `on(...)`. Default: the gateway's default network. */
  readonly network?: string;
  /** Headers sent with every HTTP request, but not with WebSockets: browsers do not allow it. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * `session` (default): no call sees older ledger state than an earlier call of this client did. `none`: calls are independent.
   * Clients that send the same `x-session` header share a session.
   */
  readonly consistency?: "session" | "none";
  /** Default: the global `fetch`. */
  readonly fetch?: FetchFunction;
  /** Default: the global `WebSocket`, or that of the `ws` package if there is none. */
  readonly webSocket?: WebSocketConstructor;
  /**
   * Timeout of a call and its retries, in milliseconds; Infinity for none. Default: 35,000. The gateway times out first, after
   * 30 s by default, and its error says more.
   */
  readonly timeoutMs?: number;
  /** Retries of a read after a network failure or HTTP status 429, 502, 503 or 504. Default: 2. Nothing else is retried. */
  readonly retries?: number;
  /** Backoff before the first retry, in milliseconds. Doubles with each retry; half of it is random. Default: 250. */
  readonly retryDelayMs?: number;
  /** Attempts to reopen a lost WebSocket before its subscriptions fail. Default: 10, about a minute. */
  readonly reconnects?: number;
  /**
   * Milliseconds of silence on a WebSocket before the client sends a heartbeat; after as many again it reconnects.
   * Default: 30,000; Infinity for never.
   */
  readonly heartbeatMs?: number;
  /** Milliseconds that a WebSocket stays open after its last subscription. Default: 1,000; Infinity until `close()`. */
  readonly socketIdleMs?: number;
  /** Most unread notifications buffered per subscription. Default: 1,000. */
  readonly bufferSize?: number;
  /** Most characters of unread notifications buffered per subscription. Default: 64 Mi. */
  readonly bufferCharacters?: number;
}

/** Options with all defaults filled in. */
export interface ClientSettings
  extends Required<Omit<ClientOptions, "url" | "wsUrl" | "network" | "webSocket" | "consistency">> {
  readonly url: URL;
  readonly wsUrl: URL;
  readonly network: string | undefined;
  readonly webSocket: WebSocketConstructor | undefined;
}

/** Validates the options and fills in defaults. Throws a TypeError that names the invalid option. */
export function settingsFrom(options: ClientOptions): ClientSettings {
  // JavaScript callers may pass nothing, or just the URL.
  if (typeof options !== "object" || options === null)
    throw new TypeError(
      'createClient: takes the gateway\'s address, as createClient({ url: "http://127.0.0.1:3000" })',
    );
  const url = parseUrl("url", options.url, ["http:", "https:"]);
  if (options.network === "all") throw new TypeError('network: select all networks with client.on("all")');
  return {
    url,
    wsUrl:
      options.wsUrl === undefined ? webSocketUrl(url) : parseUrl("wsUrl", options.wsUrl, ["ws:", "wss:"]),
    network: options.network,
    headers: requestHeaders(options),
    // Looked up at each call, so that programs can replace the global fetch.
    fetch: options.fetch ?? ((input, request) => globalThis.fetch(input, request)),
    webSocket: options.webSocket,
    timeoutMs: atLeast("timeoutMs", options.timeoutMs ?? 35_000, 1),
    retries: atLeast("retries", options.retries ?? 2, 0, true),
    retryDelayMs: atLeast("retryDelayMs", options.retryDelayMs ?? 250, 0),
    reconnects: atLeast("reconnects", options.reconnects ?? 10, 0, true),
    heartbeatMs: atLeast("heartbeatMs", options.heartbeatMs ?? 30_000, 1),
    socketIdleMs: atLeast("socketIdleMs", options.socketIdleMs ?? 1_000, 0),
    bufferSize: atLeast("bufferSize", options.bufferSize ?? 1_000, 1, true),
    bufferCharacters: atLeast("bufferCharacters", options.bufferCharacters ?? 64 * 1024 * 1024, 1, true),
  };
}

function requestHeaders({ headers = {}, consistency = "session" }: ClientOptions): Record<string, string> {
  if (consistency !== "session" && consistency !== "none")
    throw new TypeError(`consistency: must be session or none, got ${String(consistency)}`);
  const hasSession = Object.keys(headers).some((name) => name.toLowerCase() === "x-session");
  return consistency === "none" || hasSession ? { ...headers } : { ...headers, "x-session": sessionId() };
}

/** This client's session id. Not a secret: a client with the same id merely shares the session. */
function sessionId(): string {
  const digits = () => Math.random().toString(36).slice(2);
  return `${digits()}${digits()}`;
}

function parseUrl(name: string, text: string, protocols: readonly string[]): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !protocols.includes(url.protocol)) {
    throw new TypeError(`${name}: must be an absolute URL that starts with ${protocols.join("// or ")}//`);
  }
  if (url.username !== "" || url.password !== "") {
    throw new TypeError(`${name}: must not contain a user or password; send them as headers`);
  }
  return url;
}

function webSocketUrl(url: URL): URL {
  const wsUrl = new URL(url);
  wsUrl.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  // Calls may go to /rpc, but WebSockets only open at the root.
  wsUrl.pathname = url.pathname.replace(/\/rpc\/?$/, "/");
  wsUrl.hash = "";
  return wsUrl;
}

function atLeast(name: string, value: number, minimum: number, isWhole = false): number {
  if (typeof value === "number" && value >= minimum && (!isWhole || Number.isSafeInteger(value)))
    return value;
  const kind = isWhole ? "whole number" : "number";
  throw new TypeError(`${name}: must be a ${kind} of at least ${minimum}, got ${String(value)}`);
}
