import type { IncomingMessage } from "node:http";
import type { KnownCaller } from "../../auth/known-caller.ts";
import type { Caller } from "../../gateway/gateway-call.ts";
import { canonicalAddress, isLoopbackAddress } from "../../net/client-address.ts";
import type { OriginPolicy } from "./origin-policy.ts";

/** One symbol for the whole process, in however many copies this module is loaded. */
const knownCaller = Symbol.for("svm-gateway.known-caller");

/** A request, once its key or token was looked up. */
interface CallersRequest extends IncomingMessage {
  [knownCaller]?: KnownCaller;
}

/** Says whose key or token a request holds. */
export function setKnownCaller(request: IncomingMessage, caller: KnownCaller): void {
  (request as CallersRequest)[knownCaller] = caller;
}

/** Headers that a proxy adds to a request that it passes on. */
const forwardingFields = [
  "x-forwarded-for",
  "forwarded",
  "x-real-ip",
  "x-forwarded-host",
  "x-forwarded-proto",
  "via",
] as const;

/**
 * Builds the function that finds out who sent a request. Behind `trustProxy` reverse proxies the address is the one that the
 * outermost of them saw. A request that any proxy passed on is not from this machine, whatever address its headers name.
 */
export function createCallerOf(
  policy: OriginPolicy,
  trustProxy: number,
): (request: IncomingMessage) => Caller {
  // Connections are kept: the address of the last request is nearly always that of the next.
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
    return {
      transport: "http",
      address: forwarded ?? peerAddress,
      known: (request as CallersRequest)[knownCaller],
      loopback: peerIsLoopback && !isForwarded(request),
      foreignOrigin: policy.isForeign(request),
      crossOrigin: policy.isCrossOrigin(request),
    };
  };
}

/**
 * Each proxy appends the address that it saw; entries before those of the trusted proxies may be the client's own. Undefined
 * if that entry is not an address.
 */
function forwardedFor(request: IncomingMessage, proxies: number): string | undefined {
  const header = request.headers["x-forwarded-for"];
  const seen = (Array.isArray(header) ? header.join(",") : header)?.split(",").at(-proxies);
  return seen === undefined ? undefined : canonicalAddress(seen);
}

function isForwarded({ headers }: IncomingMessage): boolean {
  for (const field of forwardingFields) if (headers[field] !== undefined) return true;
  return false;
}
