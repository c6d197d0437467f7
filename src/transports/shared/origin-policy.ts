import type { IncomingMessage } from "node:http";
import type { HostGuard } from "./host-guard.ts";

/** How the gateway treats browser origins. */
export type OriginPolicy = ReturnType<typeof createOriginPolicy>;

/** Headers of an answer that a page may read besides the usual ones. */
const exposedFields = "retry-after, ratelimit, ratelimit-policy, x-cache, x-slot, x-send, www-authenticate";

/** Builds the policy. With no list of origins every page may read; a list narrows reading to its origins. */
export function createOriginPolicy(
  enableCors: boolean,
  origins: readonly string[],
  hosts: Pick<HostGuard, "isOwn">,
) {
  const named = new Set(origins.filter((origin) => origin !== "*").map((origin) => origin.toLowerCase()));
  const anyMayRead = named.size === 0 || origins.includes("*");

  /**
   * Whether the request comes from a page of another origin, named by the operator or not. Compared with the Host only if that is certainly
   * the gateway's own: a page could have pointed its own name here.
   */
  function isCrossOrigin(request: IncomingMessage): boolean {
    const { origin, host = "" } = request.headers;
    if (origin === undefined) return false;
    const lower = origin.toLowerCase();
    const isSame = lower === `http://${host.toLowerCase()}` || lower === `https://${host.toLowerCase()}`;
    return !isSame || !hosts.isOwn(request);
  }

  /** Whether it comes from a page of another origin that the operator did not name: that may read, but not change networks. */
  function isForeign(request: IncomingMessage): boolean {
    const { origin } = request.headers;
    return origin !== undefined && !named.has(origin.toLowerCase()) && isCrossOrigin(request);
  }

  /** Header pairs that let the page read the answer; none when CORS is off. */
  function headers(request: IncomingMessage): string[] {
    const { origin } = request.headers;
    if (!enableCors || origin === undefined) return [];
    if (anyMayRead)
      return ["access-control-allow-origin", "*", "access-control-expose-headers", exposedFields];
    if (!named.has(origin.toLowerCase())) return ["vary", "origin"];
    return [
      "access-control-allow-origin",
      origin,
      "access-control-expose-headers",
      exposedFields,
      "vary",
      "origin",
    ];
  }

  /** Header pairs that answer a preflight. */
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
