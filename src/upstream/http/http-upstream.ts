import { errors, Pool } from "undici";
import { quote } from "../../json/join.ts";
import type { RawJson } from "../../json/raw-json.ts";
import { guardedLookup, type PrivateAddressError, privateHostError } from "../../net/public-address.ts";
import type { HttpAttempt } from "./http-attempt.ts";
import { type ExchangeOptions, HttpExchange } from "./http-exchange.ts";
import { createConnector } from "./joined-writes.ts";

/** Where an HTTP upstream is, and how it may be reached. */
export interface HttpUpstreamOptions extends ExchangeOptions {
  readonly url: string;
  /** The operator's additional headers. */
  readonly headers: Readonly<Record<string, string>>;
  /** Paths by method, for an address without a path. */
  readonly paths?: Readonly<Record<string, string>> | undefined;
  /** True if private addresses are allowed; if not, each connection is checked. */
  readonly trusted: boolean;
  readonly connectTimeoutMs: number;
  readonly connectionsPerOrigin: number;
  readonly keepAliveTimeoutMs: number;
}

/** JSON-RPC client for one address, with a pool of keep-alive connections. */
export class HttpUpstream {
  readonly #options: ExchangeOptions;
  readonly #pool: Pool;
  readonly #path: string;
  readonly #paths: ReadonlyMap<string, string> | undefined;
  readonly #headers: string[];
  readonly #headersForLargeResponses: string[];
  readonly #refusal: PrivateAddressError | undefined;
  #lastId = 0;
  #isRetired = false;

  constructor(options: HttpUpstreamOptions) {
    const url = new URL(options.url);
    this.#options = options;
    this.#path = `${url.pathname}${url.search}`;
    const paths = url.pathname === "/" ? Object.entries(options.paths ?? {}) : [];
    const ownPaths = paths.filter(([, path]) => path !== "");
    this.#paths =
      ownPaths.length === 0
        ? undefined
        : new Map(ownPaths.map(([method, path]) => [method, `${path}${url.search}`]));
    this.#headers = listHeaders(url, options.headers);
    // Compression pays off only for large responses from other machines.
    this.#headersForLargeResponses = isLocalHost(url.hostname)
      ? this.#headers
      : [...this.#headers, "accept-encoding", "gzip"];
    this.#pool = new Pool(url.origin, {
      connections: options.connectionsPerOrigin,
      pipelining: 1,
      keepAliveTimeout: options.keepAliveTimeoutMs,
      // An upstream may shorten the timeout, not extend it.
      keepAliveMaxTimeout: options.keepAliveTimeoutMs,
      // The attempt's deadline bounds every phase.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: createConnector({
        timeout: options.connectTimeoutMs,
        ...(options.trusted ? {} : { lookup: guardedLookup }),
      }),
    });
    this.#refusal = options.trusted ? undefined : privateHostError(url.hostname);
  }

  send(attempt: HttpAttempt): Promise<RawJson> {
    return new Promise((resolve, reject) => {
      this.#lastId += 1;
      const id = this.#lastId;
      const exchange = new HttpExchange(this.#options, attempt, id, resolve, reject);
      if (!exchange.start()) return;
      if (this.#refusal !== undefined) return exchange.onError(this.#refusal);
      // A closed pool reports the same error as a destroyed one, which means shutdown.
      if (this.#isRetired) return exchange.onError(new errors.ClientClosedError());
      const { call, traceparent } = attempt;
      const headers = call.method?.isHeavy === true ? this.#headersForLargeResponses : this.#headers;
      this.#pool.dispatch(
        {
          path: this.#paths?.get(attempt.servedName) ?? this.#path,
          method: "POST",
          headers: traceparent === undefined ? headers : [...headers, "traceparent", traceparent],
          body: requestBody(id, attempt),
        },
        exchange,
      );
    });
  }

  /** Closes the connections once requests in flight have ended. */
  retire(): Promise<void> {
    this.#isRetired = true;
    return this.#pool.close();
  }

  /** Closes the connections and aborts requests in flight. */
  close(): Promise<void> {
    return this.#pool.destroy();
  }
}

/** The JSON-RPC request. Its unique id exposes a response to another request. */
function requestBody(id: number, { call, servedName, params }: HttpAttempt): string {
  // An undocumented name comes from a client and may need escaping.
  const name = call.method === undefined ? quote(servedName) : `"${servedName}"`;
  return params === ""
    ? `{"jsonrpc":"2.0","id":${id},"method":${name}}`
    : `{"jsonrpc":"2.0","id":${id},"method":${name},"params":${params}}`;
}

/** The headers of every request, as alternating names and values; the operator's override the gateway's. */
function listHeaders(url: URL, configured: Readonly<Record<string, string>>): string[] {
  const names = new Set(Object.keys(configured).map((name) => name.toLowerCase()));
  const agent = names.has("user-agent") ? [] : ["user-agent", "svm-gateway"];
  const authorization = names.has("authorization") ? [] : basicAuthorization(url);
  return [
    "content-type",
    "application/json",
    ...agent,
    ...authorization,
    ...Object.entries(configured).flat(),
  ];
}

function basicAuthorization(url: URL): string[] {
  if (url.username === "" && url.password === "") return [];
  const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  return ["authorization", `Basic ${Buffer.from(credentials).toString("base64")}`];
}

function isLocalHost(hostname: string): boolean {
  return hostname === "localhost" || hostname.startsWith("127.") || hostname === "[::1]";
}
