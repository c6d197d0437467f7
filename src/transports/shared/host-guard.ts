import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { redactUrl } from "../../log/redact.ts";
import { canonicalAddress } from "../../net/client-address.ts";
import { parsedUrl } from "../../net/urls.ts";
import { visibleAscii } from "../../text/printable.ts";
import { truncate } from "../../text/wording.ts";

/** The answer to a refused request, after which its connection is closed. */
interface HostRefusal {
  readonly status: 400 | 403;
  readonly message: string;
}

/** A single host with an optional port. Node joins repeated Host headers with a comma. */
const hostPattern = /^[^\s,/@?#\\]+$/;

/** A path that proxies and the gateway read alike. Some proxies cut it at a `#` or drop spaces that are not ASCII. */
const pathPattern = /^\/[!"$-~]*$/;

/** Names of this machine that need no DNS lookup. */
const localNames = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Validates the Host header and target of each request to a listener. Accepts only the listener's own names and those in `allowed_hosts`.
 * Otherwise a web page could point its own name at the listener (DNS rebinding) and call the gateway as same-origin.
 */
export class HostGuard {
  readonly #ownNames: ReadonlySet<string>;
  readonly #allowsAnyHost: boolean;
  // Clients repeat the same header and path, so the last accepted ones are not parsed again.
  #lastOwnHost: string | undefined;
  #lastPath: string | undefined;

  constructor(listenHost: string, allowedHosts: readonly string[]) {
    const names = [...localNames, isIP(listenHost) === 6 ? `[${listenHost}]` : listenHost, ...allowedHosts];
    this.#ownNames = new Set(names.flatMap((name) => hostName(name) ?? []));
    this.#allowsAnyHost = allowedHosts.includes("*");
  }

  /** True if the Host is an address of the listener or listed in `allowed_hosts`. `*` does not count. */
  isOwn({ headers: { host }, socket }: IncomingMessage): boolean {
    if (host === undefined) return false;
    if (host === this.#lastOwnHost) return true;
    const name = hostName(host);
    if (name === undefined) return false;
    const isOwnHost = this.#ownNames.has(name) || name === canonicalAddress(socket.localAddress ?? "");
    if (isOwnHost) this.#lastOwnHost = host;
    return isOwnHost;
  }

  /**
   * Reduces a target that is a full URL of this listener to its path. Returns a refusal for an unsupported target, or for a Host that
   * is missing, ambiguous or not allowed.
   */
  normalizeTarget(request: IncomingMessage): HostRefusal | undefined {
    const { host = "" } = request.headers;
    if (host !== this.#lastOwnHost && !this.isOwn(request)) {
      if (!hostPattern.test(host))
        return ambiguousRequest(`the Host header must name one host, got ${quoted(host)}`);
      if (!this.#allowsAnyHost) return hostNotAllowed(host);
    }
    const { url = "" } = request;
    if (url === this.#lastPath) return undefined;
    if (!pathPattern.test(url)) return replaceWithPath(request, url, host);
    this.#lastPath = url;
    return undefined;
  }
}

/** Clients send full URLs to proxies. A server must accept them too, but only for itself. */
function replaceWithPath(request: IncomingMessage, url: string, host: string): HostRefusal | undefined {
  const target = url.startsWith("/") ? undefined : parsedUrl(url);
  if (target?.protocol !== "http:" || hostName(target.host) !== hostName(host))
    return ambiguousRequest(
      `the request target must be a path without # and spaces, or a URL of ${quoted(host)}, got ${quoted(redactUrl(url))}`,
    );
  request.url = target.pathname + target.search;
  return undefined;
}

/** Refuses a request that a proxy and the gateway could interpret differently. */
function ambiguousRequest(message: string): HostRefusal {
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

/** The host without its port, with addresses in canonical form. Undefined if the header is malformed. */
function hostName(header: string): string | undefined {
  const name = /^(\[[^\]]+\]|[^:[\]]+)(?::\d{0,5})?$/.exec(header)?.[1]?.toLowerCase();
  return name === undefined ? undefined : (canonicalAddress(name) ?? name);
}
