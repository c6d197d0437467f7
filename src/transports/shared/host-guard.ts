import { isIP } from "node:net";

/** Whether a bind address is reached from this machine only. */
export function isLoopbackHost(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, "").toLowerCase();
  return bare === "localhost" || bare === "::1" || (isIP(bare) === 4 && bare.startsWith("127."));
}

/** The name in a Host header, without its port. */
function hostName(header: string): string {
  const name = header.startsWith("[") ? header.slice(0, header.indexOf("]") + 1) : header.split(":", 1)[0];
  return (name ?? "").toLowerCase();
}

/**
 * Checks Host headers. A listener on loopback refuses foreign names, because a web page can point a name of its own
 * at 127.0.0.1 and then call the gateway as if it were its own server. Elsewhere only a configured list restricts.
 */
export function createHostGuard(
  listenHost: string,
  allowedHosts: readonly string[],
): (header: string | undefined) => boolean {
  const allowed = new Set(allowedHosts.map((host) => hostName(host)));
  if (allowed.has("*")) return () => true;
  const loopback = isLoopbackHost(listenHost);
  if (!loopback && allowed.size === 0) return () => true;
  if (loopback)
    for (const name of ["localhost", "127.0.0.1", "[::1]", listenHost.toLowerCase()]) allowed.add(name);
  // The few headers of real clients repeat: remembering the last good one skips the parsing.
  let lastGood: string | undefined;
  return (header) => {
    if (header === undefined) return false;
    if (header === lastGood) return true;
    const good = allowed.has(hostName(header));
    if (good) lastGood = header;
    return good;
  };
}
