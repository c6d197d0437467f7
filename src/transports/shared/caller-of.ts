import type { IncomingMessage } from "node:http";
import type { Caller } from "../../gateway/gateway-call.ts";
import { ownText } from "../../text/own-text.ts";
import type { OriginPolicy } from "./origin-policy.ts";

/** Tells who sent a request. Behind `trustProxy` reverse proxies the address is the one that the outermost of them saw. */
export function createCallerOf(
  policy: OriginPolicy,
  trustProxy: number,
): (request: IncomingMessage) => Caller {
  return (request) => {
    const peer = request.socket.remoteAddress ?? "unknown";
    const address = trustProxy > 0 ? (forwardedFor(request, trustProxy) ?? peer) : peer;
    return {
      transport: "http",
      address,
      loopback: isLoopbackAddress(address),
      foreignOrigin: policy.isForeign(request),
    };
  };
}

/** Each proxy appends the address that it saw; what stands before the trusted ones' entries a client may have written. */
function forwardedFor(request: IncomingMessage, proxies: number): string | undefined {
  const header = request.headers["x-forwarded-for"];
  const seen = (Array.isArray(header) ? header.join(",") : header)?.split(",").at(-proxies)?.trim();
  return seen === undefined || seen === "" ? undefined : ownText(seen);
}

/** Whether an address is this machine's own. */
export function isLoopbackAddress(address: string): boolean {
  return address === "::1" || address.startsWith("127.") || address.startsWith("::ffff:127.");
}
