import type { IncomingMessage } from "node:http";
import type { HostGuard } from "./host-guard.ts";

/** How the gateway treats browser origins. */
export interface OriginPolicy {
  /** The request comes from a page of another origin, named by the operator or not. */
  isCrossOrigin(request: IncomingMessage): boolean;
  /** A page of another origin that the operator did not name: it may read, but not change networks. */
  isForeign(request: IncomingMessage): boolean;
  /** Header pairs that let the page read the answer; none when CORS is off. */
  headers(request: IncomingMessage): string[];
  /** Header pairs that answer a preflight. */
  preflightHeaders(request: IncomingMessage): string[];
}

/** Headers of an answer that a page may read besides the usual ones. */
const exposedFields = "retry-after, ratelimit, ratelimit-policy, x-cache, x-slot, x-send, www-authenticate";

/** Builds the policy. With no list of origins every page may read; a list narrows reading to its origins. */
export function createOriginPolicy(
  enableCors: boolean,
  origins: readonly string[],
  hosts: Pick<HostGuard, "isOwn">,
): OriginPolicy {
  const named = new Set(origins.filter((origin) => origin !== "*").map((origin) => origin.toLowerCase()));
  const anyMayRead = named.size === 0 || origins.includes("*");

  /** Compared with the Host only if that is certainly the gateway's own: a page could have pointed its own name here. */
  function isCrossOrigin(request: IncomingMessage): boolean {
    const { origin, host = "" } = request.headers;
    if (origin === undefined) return false;
    const lower = origin.toLowerCase();
    const isSame = lower === `http://${host.toLowerCase()}` || lower === `https://${host.toLowerCase()}`;
    return !isSame || !hosts.isOwn(request);
  }

  function isForeign(request: IncomingMessage): boolean {
    const { origin } = request.headers;
    return origin !== undefined && !named.has(origin.toLowerCase()) && isCrossOrigin(request);
  }

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
