import type { IncomingMessage } from "node:http";
import type { AuthenticatedCaller } from "../../auth/authenticated-caller.ts";
import type { Caller } from "../../gateway/gateway-call.ts";
import { canonicalAddress, isLoopbackAddress } from "../../net/client-address.ts";
import type { OriginPolicy } from "./origin-policy.ts";

/** A global symbol: all copies of this module that a process loads share it. */
const knownCaller = Symbol.for("svm-gateway.known-caller");

/** A request whose key or token has been looked up. */
interface KnownRequest extends IncomingMessage {
  [knownCaller]?: AuthenticatedCaller;
}

/** Records whose key or token a request holds. */
export function setAuthenticatedCaller(request: IncomingMessage, caller: AuthenticatedCaller): void {
  (request as KnownRequest)[knownCaller] = caller;
}

/**
 * Builds the function that identifies who sent a request. Behind `trustProxy` reverse proxies, the address is the one that the
 * outermost of them saw. A forwarded request never counts as from this machine, whatever address its headers name.
 */
export function createCallerReader(
  policy: OriginPolicy,
  trustProxy: number,
): (request: IncomingMessage) => Caller {
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
      authenticated: (request as KnownRequest)[knownCaller],
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

/** Whether a request has a header that proxies add. Each is named where it is read: a loop over names takes ten times as long. */
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
