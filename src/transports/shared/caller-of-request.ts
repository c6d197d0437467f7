import type { IncomingMessage } from "node:http";
import type { AuthenticatedCaller } from "../../auth/authenticated-caller.ts";
import type { Caller } from "../../gateway/gateway-call.ts";
import { canonicalAddress, isLoopbackAddress } from "../../net/client-address.ts";
import type { OriginPolicy } from "./origin-policy.ts";

/** A global symbol, shared by all copies of this module in the process. */
const authenticatedCaller = Symbol.for("svm-gateway.authenticated-caller");

/** A request whose key or token has been authenticated. */
interface AuthenticatedRequest extends IncomingMessage {
  [authenticatedCaller]?: AuthenticatedCaller;
}

/** Attaches the authenticated caller to its request. */
export function setAuthenticatedCaller(request: IncomingMessage, caller: AuthenticatedCaller): void {
  (request as AuthenticatedRequest)[authenticatedCaller] = caller;
}

/**
 * Builds the function that identifies the sender of a request. Behind `trustProxy` reverse proxies, the address is the one seen by the
 * outermost proxy. A forwarded request never counts as loopback, whatever its headers claim.
 */
export function createCallerReader(
  policy: OriginPolicy,
  trustProxy: number,
): (request: IncomingMessage) => Caller {
  // Connections are reused, so most requests have the same peer as the one before.
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
    const forwarded = trustProxy > 0 ? forwardedAddress(request, trustProxy) : undefined;
    const isCrossOrigin = policy.isCrossOrigin(request);
    return {
      transport: "http",
      address: forwarded ?? peerAddress,
      authenticated: (request as AuthenticatedRequest)[authenticatedCaller],
      isLoopback: peerIsLoopback && !isForwarded(request),
      isForeignOrigin: isCrossOrigin && policy.isForeign(request),
      isCrossOrigin,
    };
  };
}

/**
 * The X-Forwarded-For entry of the outermost trusted proxy. Each proxy appends the address that it saw, and the client can forge the
 * entries before. Undefined if the entry is not an address.
 */
function forwardedAddress(request: IncomingMessage, proxies: number): string | undefined {
  const header = request.headers["x-forwarded-for"];
  const seen = (Array.isArray(header) ? header.join(",") : header)?.split(",").at(-proxies);
  return seen === undefined ? undefined : canonicalAddress(seen);
}

/** True if a request has a header that proxies add. Unrolled, because a loop over the names takes ten times as long. */
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
