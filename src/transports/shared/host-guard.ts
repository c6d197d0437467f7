import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { redactUrl } from "../../log/redact.ts";
import { canonicalAddress } from "../../net/client-address.ts";
import { parsedUrl } from "../../net/urls.ts";
import { visibleAscii } from "../../text/printable.ts";
import { truncate } from "../../text/wording.ts";

/** Why a request is refused. Its connection is closed after the answer. */
interface HostRefusal {
  readonly status: 400 | 403;
  readonly message: string;
}

/** Checks the Host headers and targets of a listener's requests. */
export type HostGuard = ReturnType<typeof createHostGuard>;

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
export function createHostGuard(listenHost: string, allowedHosts: readonly string[]) {
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
