import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { canonicalAddress } from "../../net/client-address.ts";

/** Which Host names a listener answers to. */
export interface HostGuard {
  /** Whether a request is answered: its Host is the listener's own, or `allowed_hosts` allows it. */
  answers(request: IncomingMessage): boolean;
  /** Whether the Host is an address of the listener or is written out in `allowed_hosts`; `*` writes out none. */
  isOwn(request: IncomingMessage): boolean;
}

/** Names of this machine that need no resolver. */
const localNames = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Checks Host headers: a web page can point its own name at the address of a listener (DNS rebinding) and then call the
 * gateway as if it were the page's own server. So only names are answered that the listener has, or that the operator wrote out.
 */
export function createHostGuard(listenHost: string, allowedHosts: readonly string[]): HostGuard {
  const names = [...localNames, isIP(listenHost) === 6 ? `[${listenHost}]` : listenHost, ...allowedHosts];
  const known = new Set(names.flatMap((name) => hostName(name) ?? []));
  const anyIsAnswered = allowedHosts.includes("*");
  // The few headers of real clients repeat: remembering the last good one skips the parsing.
  let lastOwn: string | undefined;

  function isOwn({ headers: { host }, socket }: IncomingMessage): boolean {
    if (host === undefined) return false;
    if (host === lastOwn) return true;
    const name = hostName(host);
    if (name === undefined) return false;
    const isGood = known.has(name) || name === canonicalAddress(socket.localAddress ?? "");
    if (isGood) lastOwn = host;
    return isGood;
  }

  return {
    isOwn,
    answers: (request) => (anyIsAnswered && request.headers.host !== undefined) || isOwn(request),
  };
}

/** The name in a Host header without its port, addresses in canonical form; undefined if it is not a host. */
function hostName(header: string): string | undefined {
  const name = /^(\[[^\]]+\]|[^:[\]]+)(?::\d{0,5})?$/.exec(header)?.[1]?.toLowerCase();
  return name === undefined ? undefined : (canonicalAddress(name) ?? name);
}
