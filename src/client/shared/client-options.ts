/** The part of `fetch` that the client uses. */
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

/** The part of a WebSocket that the client uses. Browsers and the package ws have it. */
export interface WebSocketLike {
  send(data: string): void;
  close(code?: number, reason?: string): void;
  addEventListener(type: "open" | "message" | "close" | "error", listener: (event: object) => void): void;
}

/** A WebSocket class. Pass a subclass to add headers, if the platform allows them. */
export type WebSocketConstructor = new (url: string) => WebSocketLike;

/** Options of a client; only `url` is required. */
export interface ClientOptions {
  /** Address of the gateway, such as `http://127.0.0.1:3000`. */
  readonly url: string;
  /** WebSocket address of the gateway, such as `ws://127.0.0.1:8900`; by default `url` with `ws:` or `wss:`. */
  readonly wsUrl?: string;
  /** Network for calls without `on(...)`; by default the gateway's default network. */
  readonly network?: string;
  /** Headers of every HTTP request. WebSockets do not send them, since browsers do not allow it. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * `session`, the default: no call sees an older state of a ledger than an earlier call of this client did. `none`: calls are
   * independent. Clients that send the same `x-session` header share a session.
   */
  readonly consistency?: "session" | "none";
  /** By default the global `fetch`. */
  readonly fetch?: FetchFunction;
  /** By default the global `WebSocket`, or that of the package ws if there is none. */
  readonly webSocket?: WebSocketConstructor;
  /**
   * Longest time for a call and its retries, in milliseconds; Infinity for no limit. 35,000 by default: a gateway answers
   * within 30 s by default, and its error says more than a timeout of the client.
   */
  readonly timeoutMs?: number;
  /** How often a read is retried after a network failure or HTTP status 429, 502, 503 or 504; 2 by default. Nothing else is retried. */
  readonly retries?: number;
  /** Wait before the first retry in milliseconds, doubled for each further one, half of it random; 250 by default. */
  readonly retryDelayMs?: number;
  /** How often a lost WebSocket is reopened before its subscriptions fail; 10 by default, about a minute. */
  readonly reconnects?: number;
  /**
   * Silence on a WebSocket, in milliseconds, after which the client sends a request; after as much again it opens another WebSocket.
   * 30,000 by default, Infinity for never.
   */
  readonly heartbeatMs?: number;
  /** How long a WebSocket stays open after its last subscription, in milliseconds; 1,000 by default, Infinity until `close()`. */
  readonly socketIdleMs?: number;
  /** Most unread notifications kept for one subscription; 1,000 by default. */
  readonly bufferSize?: number;
  /** Most characters of unread notifications kept for one subscription; 64 Mi by default. */
  readonly bufferCharacters?: number;
}

/** Settings with every default filled in. */
export interface ClientSettings
  extends Required<Omit<ClientOptions, "url" | "wsUrl" | "network" | "webSocket" | "consistency">> {
  readonly url: URL;
  readonly wsUrl: URL;
  readonly network: string | undefined;
  readonly webSocket: WebSocketConstructor | undefined;
}

/** Checks the options and fills in the defaults; throws a TypeError that names an invalid option. */
export function settingsFrom(options: ClientOptions): ClientSettings {
  // JavaScript callers may pass nothing, or the address alone.
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
    // Looked up at each call, so that a program can replace the global fetch.
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

/** An id for this client's session. It need not be secret: another client with the same id only shares the session. */
function sessionId(): string {
  const part = () => Math.random().toString(36).slice(2);
  return `${part()}${part()}`;
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
