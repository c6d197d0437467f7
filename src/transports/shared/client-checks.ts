import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import type { ServerConfig } from "../../../generated/config.ts";
import type { KnownCaller } from "../../auth/known-caller.ts";
import type { Caller } from "../../gateway/gateway-call.ts";
import { redactUrl } from "../../log/redact.ts";
import { canonicalAddress, isLoopbackAddress } from "../../net/client-address.ts";
import { parsedUrl } from "../../net/urls.ts";
import { visibleAscii } from "../../text/printable.ts";
import { truncate } from "../../text/wording.ts";

/** Why a request is refused. Its connection is closed after the answer. */
interface HostRefusal {
  readonly status: 400 | 403;
  readonly message: string;
}

/** Checks the Host headers and targets of a listener's requests. */
type HostGuard = ReturnType<typeof createHostGuard>;

/** One host, with or without a port. Node joins several Host headers with a comma. */
const oneHost = /^[^\s,/@?#\\]+$/;

/** A path that proxies and the gateway read alike: some proxies cut it at a `#` or drop spaces that are not ASCII. */
const onePath = /^\/[!"$-~]*$/;

/** Names of this machine that need no resolver. */
const localNames = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Builds the check of Host headers. A web page can point its own name at the listener's address (DNS rebinding) and then call the
 * gateway as if it were the page's own server, so only the listener's names and those in `allowed_hosts` are accepted.
 */
function createHostGuard(listenHost: string, allowedHosts: readonly string[]) {
  const names = [...localNames, isIP(listenHost) === 6 ? `[${listenHost}]` : listenHost, ...allowedHosts];
  const known = new Set(names.flatMap((name) => hostName(name) ?? []));
  const anyIsAllowed = allowedHosts.includes("*");
  // Clients repeat the same header and path: remembering the last accepted ones saves parsing them again.
  let lastOwn: string | undefined;
  let lastPath: string | undefined;

  /** Whether the Host is an address of the listener or is named in `allowed_hosts`; `*` names none. */
  function isOwn({ headers: { host }, socket }: IncomingMessage): boolean {
    if (host === undefined) return false;
    if (host === lastOwn) return true;
    const name = hostName(host);
    if (name === undefined) return false;
    const isAccepted = known.has(name) || name === canonicalAddress(socket.localAddress ?? "");
    if (isAccepted) lastOwn = host;
    return isAccepted;
  }

  /**
   * Replaces a target that is a full URL of this listener with its path. Returns why the request is refused instead: its Host is
   * missing, ambiguous, or neither the listener's own nor in `allowed_hosts`, or its target is of another form.
   */
  function normalizeTarget(request: IncomingMessage): HostRefusal | undefined {
    const { host = "" } = request.headers;
    if (host !== lastOwn && !isOwn(request)) {
      if (!oneHost.test(host)) return ambiguous(`the Host header must name one host, got ${quoted(host)}`);
      if (!anyIsAllowed) return hostNotAllowed(host);
    }
    const { url = "" } = request;
    if (url === lastPath) return undefined;
    if (!onePath.test(url)) return replaceWithPath(request, url, host);
    lastPath = url;
    return undefined;
  }

  return { isOwn, normalizeTarget };
}

/** A full URL is how clients write to proxies. A server must accept it too, but only for itself. */
function replaceWithPath(request: IncomingMessage, url: string, host: string): HostRefusal | undefined {
  const target = url.startsWith("/") ? undefined : parsedUrl(url);
  if (target?.protocol !== "http:" || hostName(target.host) !== hostName(host))
    return ambiguous(
      `the request target must be a path without # and spaces, or a URL of ${quoted(host)}, got ${quoted(redactUrl(url))}`,
    );
  request.url = target.pathname + target.search;
  return undefined;
}

/** Refuses a request that a proxy and the gateway could understand differently. */
function ambiguous(message: string): HostRefusal {
  return { status: 400, message: `Bad request: ${message}.` };
}

function hostNotAllowed(host: string): HostRefusal {
  const message =
    `Host ${quoted(host)} is not allowed: call the address that the gateway listens on, ` +
    "or add the name to server_config.allowed_hosts.";
  return { status: 403, message };
}

function quoted(text: string): string {
  return visibleAscii(JSON.stringify(truncate(text, 80)));
}

/** The name in a Host header without its port, addresses in canonical form; undefined if it is not a host. */
function hostName(header: string): string | undefined {
  const name = /^(\[[^\]]+\]|[^:[\]]+)(?::\d{0,5})?$/.exec(header)?.[1]?.toLowerCase();
  return name === undefined ? undefined : (canonicalAddress(name) ?? name);
}

/** Which browser pages may read answers, and which count as foreign. */
export type OriginPolicy = ReturnType<typeof createOriginPolicy>;

/** Headers of an answer that a page may read, besides those that browsers always show it. */
const exposedFields = "retry-after, ratelimit, ratelimit-policy, x-cache, x-slot, x-send, www-authenticate";

/** Builds the policy. Pages of the listed origins may read answers; `*` lists every origin. */
function createOriginPolicy(
  enableCors: boolean,
  origins: readonly string[],
  hosts: Pick<HostGuard, "isOwn">,
) {
  const listed = new Set(origins.filter((origin) => origin !== "*").map((origin) => origin.toLowerCase()));
  const anyMayRead = origins.includes("*");

  /**
   * Whether the request comes from a page of another origin, listed or not. A Host that is not certainly the gateway's own does not
   * count as the same origin: a page could have pointed its own name here.
   */
  function isCrossOrigin(request: IncomingMessage): boolean {
    const { origin, host = "" } = request.headers;
    if (origin === undefined) return false;
    const lower = origin.toLowerCase();
    const isSame = lower === `http://${host.toLowerCase()}` || lower === `https://${host.toLowerCase()}`;
    return !isSame || !hosts.isOwn(request);
  }

  /** Whether it comes from a page of another origin that is not listed: such a page may read, but not change networks. */
  function isForeign(request: IncomingMessage): boolean {
    const { origin } = request.headers;
    return origin !== undefined && !listed.has(origin.toLowerCase()) && isCrossOrigin(request);
  }

  /** Headers that let the page read the answer, as alternating names and values; none when CORS is off. */
  function headers(request: IncomingMessage): string[] {
    const { origin } = request.headers;
    if (!enableCors || origin === undefined) return [];
    const mayRead = (allowed: string) => [
      ...["access-control-allow-origin", allowed, "access-control-expose-headers", exposedFields],
    ];
    if (anyMayRead) return mayRead("*");
    return [...(listed.has(origin.toLowerCase()) ? mayRead(origin) : []), "vary", "origin"];
  }

  /** Headers that answer a preflight, as alternating names and values. */
  function preflightHeaders(request: IncomingMessage): string[] {
    const allowed = headers(request);
    if (!allowed.includes("access-control-allow-origin")) return allowed;
    return [
      ...allowed,
      "access-control-allow-methods",
      "GET, POST, OPTIONS",
      "access-control-allow-headers",
      "content-type, authorization, x-api-key, cache-control, x-network, x-session, x-min-slot, x-agree, x-send, mcp-protocol-version, solana-client",
      "access-control-max-age",
      "86400",
    ];
  }

  return { isCrossOrigin, isForeign, headers, preflightHeaders };
}

/** A global symbol: all copies of this module that a process loads share it. */
const knownCaller = Symbol.for("svm-gateway.known-caller");

/** A request whose key or token has been looked up. */
interface KnownRequest extends IncomingMessage {
  [knownCaller]?: KnownCaller;
}

/** Records whose key or token a request holds. */
export function setKnownCaller(request: IncomingMessage, caller: KnownCaller): void {
  (request as KnownRequest)[knownCaller] = caller;
}

/**
 * Builds the function that identifies who sent a request. Behind `trustProxy` reverse proxies, the address is the one that the
 * outermost of them saw. A forwarded request never counts as from this machine, whatever address its headers name.
 */
function createCallerReader(policy: OriginPolicy, trustProxy: number): (request: IncomingMessage) => Caller {
  // Clients keep their connections, so a request mostly has the same peer as the last one.
  let lastPeer: string | undefined;
  let peerAddress = "";
  let peerIsLoopback = false;

  return (request) => {
    const peer = request.socket.remoteAddress ?? "unknown";
    if (peer !== lastPeer) {
      lastPeer = peer;
      peerAddress = canonicalAddress(peer) ?? peer;
      peerIsLoopback = isLoopbackAddress(peer);
    }
    const forwarded = trustProxy > 0 ? forwardedFor(request, trustProxy) : undefined;
    const isCrossOrigin = policy.isCrossOrigin(request);
    return {
      transport: "http",
      address: forwarded ?? peerAddress,
      known: (request as KnownRequest)[knownCaller],
      isLoopback: peerIsLoopback && !isForwarded(request),
      isForeignOrigin: isCrossOrigin && policy.isForeign(request),
      isCrossOrigin,
    };
  };
}

/**
 * The entry of the outermost trusted proxy: each proxy appends the address that it saw, and the client itself may have written the
 * entries before. Undefined if that entry is not an address.
 */
function forwardedFor(request: IncomingMessage, proxies: number): string | undefined {
  const header = request.headers["x-forwarded-for"];
  const seen = (Array.isArray(header) ? header.join(",") : header)?.split(",").at(-proxies);
  return seen === undefined ? undefined : canonicalAddress(seen);
}

/** Whether it has a header that proxies add. Each is named where it is read: a loop over names takes ten times as long. */
function isForwarded({ headers }: IncomingMessage): boolean {
  return (
    headers["x-forwarded-for"] !== undefined ||
    headers.forwarded !== undefined ||
    headers["x-real-ip"] !== undefined ||
    headers["x-forwarded-host"] !== undefined ||
    headers["x-forwarded-proto"] !== undefined ||
    headers.via !== undefined
  );
}

/** The caller on standard input, or of a command: on this machine, without an address. */
export const stdioCaller: Caller = {
  transport: "stdio",
  address: undefined,
  isLoopback: true,
  isCrossOrigin: false,
  isForeignOrigin: false,
};

/** The checks that a listener makes on each request before anything else. */
export interface ClientChecks {
  readonly hosts: HostGuard;
  readonly origins: OriginPolicy;
  readonly callerOf: (request: IncomingMessage) => Caller;
}

/** Settings that the checks depend on. */
export type ClientCheckConfig = Pick<
  ServerConfig,
  "host" | "allowedHosts" | "enableCors" | "corsOrigins" | "trustProxy"
>;

/** Builds the checks of a listener. */
export function createClientChecks(serverConfig: ClientCheckConfig): ClientChecks {
  const hosts = createHostGuard(serverConfig.host, serverConfig.allowedHosts);
  const origins = createOriginPolicy(serverConfig.enableCors, serverConfig.corsOrigins, hosts);
  return { hosts, origins, callerOf: createCallerReader(origins, serverConfig.trustProxy) };
}
