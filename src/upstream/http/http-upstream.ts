import { errors, Pool } from "undici";
import { quote } from "../../json/join.ts";
import type { RawJson } from "../../json/raw-json.ts";
import { guardedLookup, type PrivateAddressError, privateHostError } from "../../net/public-address.ts";
import type { HttpAttempt } from "./http-attempt.ts";
import { type ExchangeOptions, HttpExchange } from "./http-exchange.ts";

export interface HttpUpstreamOptions extends ExchangeOptions {
  readonly url: string;
  /** The operator's headers, besides those that every request has. */
  readonly headers: Readonly<Record<string, string>>;
  /** Paths by method, used if the address has no path of its own. */
  readonly paths?: Readonly<Record<string, string>> | undefined;
  /** Whether it may lead to any address; if not, only to public ones, which is checked for each connection. */
  readonly trusted: boolean;
  readonly connectTimeoutMs: number;
  readonly connectionsPerOrigin: number;
  readonly keepAliveTimeoutMs: number;
}

/** Speaks JSON-RPC over HTTP to one address, over kept connections. */
export class HttpUpstream {
  readonly #options: ExchangeOptions;
  readonly #pool: Pool;
  readonly #path: string;
  readonly #paths: ReadonlyMap<string, string> | undefined;
  readonly #headers: string[];
  readonly #headersForLargeAnswers: string[];
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
    // Compression costs more CPU on both ends than it saves, unless an answer is large and its upstream is not on this machine.
    this.#headersForLargeAnswers = isLocalHost(url.hostname)
      ? this.#headers
      : [...this.#headers, "accept-encoding", "gzip"];
    this.#pool = new Pool(url.origin, {
      connections: options.connectionsPerOrigin,
      pipelining: 1,
      keepAliveTimeout: options.keepAliveTimeoutMs,
      // An upstream may ask for less, not for more.
      keepAliveMaxTimeout: options.keepAliveTimeoutMs,
      // Attempts have deadlines of their own, which bound every phase.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: {
        timeout: options.connectTimeoutMs,
        ...(options.trusted ? {} : { lookup: guardedLookup }),
      },
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
      // Once its last request has ended, the pool can't distinguish this from the end of the gateway.
      if (this.#isRetired) return exchange.onError(new errors.ClientClosedError());
      const { call, traceparent } = attempt;
      const headers = call.method?.isHeavy === true ? this.#headersForLargeAnswers : this.#headers;
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

  /** Lets running requests end, then ends every connection. */
  retire(): Promise<void> {
    this.#isRetired = true;
    return this.#pool.close();
  }

  /** Ends every connection, with the requests on them. */
  close(): Promise<void> {
    return this.#pool.destroy();
  }
}

/** The request on the wire. Ids rise, so that an answer to another request is noticed. */
function requestBody(id: number, { call, servedName, params }: HttpAttempt): string {
  // A name that is not in the document comes from a client and may hold anything.
  const name = call.method === undefined ? quote(servedName) : `"${servedName}"`;
  return params === ""
    ? `{"jsonrpc":"2.0","id":${id},"method":${name}}`
    : `{"jsonrpc":"2.0","id":${id},"method":${name},"params":${params}}`;
}

/** The headers of every request, names and values alternating; the operator's replace the gateway's. */
function listHeaders(url: URL, configured: Readonly<Record<string, string>>): string[] {
  const names = new Set(Object.keys(configured).map((name) => name.toLowerCase()));
  const agent = names.has("user-agent") ? [] : ["user-agent", "svm-gateway"];
  const user = names.has("authorization") ? [] : basicAuthorization(url);
  return ["content-type", "application/json", ...agent, ...user, ...Object.entries(configured).flat()];
}

function basicAuthorization(url: URL): string[] {
  if (url.username === "" && url.password === "") return [];
  const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  return ["authorization", `Basic ${Buffer.from(credentials).toString("base64")}`];
}

function isLocalHost(hostname: string): boolean {
  return hostname === "localhost" || hostname.startsWith("127.") || hostname === "[::1]";
}
