import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { redactUrl } from "../../log/redact.ts";
import { canonicalAddress } from "../../net/client-address.ts";
import { parsedUrl } from "../../net/parsed-url.ts";
import { visibleAscii } from "../../text/printable.ts";
import { truncate } from "../../text/truncate.ts";

/** Why a request is not answered, with its HTTP status; the connection ends after it. */
export interface HostRefusal {
  readonly status: 400 | 403;
  readonly message: string;
}

/** Which Host names a listener answers to. */
export type HostGuard = ReturnType<typeof createHostGuard>;

/** A host with or without a port; Node joins several Host headers with a comma. */
const oneHost = /^[^\s,/@?#\\]+$/;

/** A path that proxies and the gateway read alike: some cut paths at a `#`, or drop spaces that are not ASCII. */
const onePath = /^\/[!"$-~]*$/;

/** Names of this machine that need no resolver. */
const localNames = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Checks Host headers: a web page can point its own name at the address of a listener (DNS rebinding) and then call the
 * gateway as if it were the page's own server. So only names are answered that the listener has, or that the operator wrote out.
 */
export function createHostGuard(listenHost: string, allowedHosts: readonly string[]) {
  const names = [...localNames, isIP(listenHost) === 6 ? `[${listenHost}]` : listenHost, ...allowedHosts];
  const known = new Set(names.flatMap((name) => hostName(name) ?? []));
  const anyIsAnswered = allowedHosts.includes("*");
  // The few headers of real clients repeat: remembering the last good one skips the parsing.
  let lastOwn: string | undefined;

  /** Whether the Host is an address of the listener or is written out in `allowed_hosts`; `*` writes out none. */
  function isOwn({ headers: { host }, socket }: IncomingMessage): boolean {
    if (host === undefined) return false;
    if (host === lastOwn) return true;
    const name = hostName(host);
    if (name === undefined) return false;
    const isGood = known.has(name) || name === canonicalAddress(socket.localAddress ?? "");
    if (isGood) lastOwn = host;
    return isGood;
  }

  /**
   * Why a request is not answered: it names no host, several, or one that is neither the listener's own nor allowed by
   * `allowed_hosts`. A target that is a whole URL of this listener becomes a path.
   */
  function refusalOf(request: IncomingMessage): HostRefusal | undefined {
    const { host = "" } = request.headers;
    if (host !== lastOwn && !isOwn(request)) {
      if (!oneHost.test(host)) return ambiguous(`the Host header must name one host, got ${quoted(host)}`);
      if (!anyIsAnswered) return notAnswered(host);
    }
    const { url = "" } = request;
    return onePath.test(url) ? undefined : takePath(request, url, host);
  }

  return { isOwn, refusalOf };
}

/** A whole URL is the form for proxies; a server must take it too, but only for itself. */
function takePath(request: IncomingMessage, url: string, host: string): HostRefusal | undefined {
  const target = url.startsWith("/") ? undefined : parsedUrl(url);
  if (target?.protocol !== "http:" || hostName(target.host) !== hostName(host))
    return ambiguous(
      `the request target must be a path without # and spaces, or a URL of ${quoted(host)}, got ${quoted(redactUrl(url))}`,
    );
  request.url = target.pathname + target.search;
  return undefined;
}

/** Two readers of such a request, a proxy and the gateway, could take it for two different ones. */
function ambiguous(message: string): HostRefusal {
  return { status: 400, message: `Bad request: ${message}.` };
}

function notAnswered(host: string): HostRefusal {
  const message =
    `Host ${quoted(host)} is not answered here: call the address that the gateway listens on, ` +
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
