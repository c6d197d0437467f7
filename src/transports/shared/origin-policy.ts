import type { IncomingMessage } from "node:http";

/** What the gateway makes of browser origins. */
export interface OriginPolicy {
  /** A page of another origin that the operator did not name: it may read, but not change networks. */
  isForeign(request: IncomingMessage): boolean;
  /** Header pairs that let the page read the answer; none when CORS is off. */
  headers(request: IncomingMessage): string[];
  /** Header pairs that answer a preflight. */
  preflightHeaders(request: IncomingMessage): string[];
}

/** Builds the policy. With no list of origins every page may read; a list narrows reading to its origins. */
export function createOriginPolicy(enableCors: boolean, origins: readonly string[]): OriginPolicy {
  const named = new Set(origins.filter((origin) => origin !== "*").map((origin) => origin.toLowerCase()));
  const anyMayRead = named.size === 0 || origins.includes("*");

  function isForeign(request: IncomingMessage): boolean {
    const { origin, host } = request.headers;
    if (origin === undefined) return false;
    const lower = origin.toLowerCase();
    return lower !== `http://${host}` && lower !== `https://${host}` && !named.has(lower);
  }

  function headers(request: IncomingMessage): string[] {
    const { origin } = request.headers;
    if (!enableCors || origin === undefined) return [];
    if (anyMayRead)
      return ["access-control-allow-origin", "*", "access-control-expose-headers", "retry-after, x-cache"];
    if (!named.has(origin.toLowerCase())) return ["vary", "origin"];
    return [
      "access-control-allow-origin",
      origin,
      "access-control-expose-headers",
      "retry-after, x-cache",
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
      "content-type, x-network, mcp-protocol-version, solana-client",
      "access-control-max-age",
      "86400",
    ];
  }

  return { isForeign, headers, preflightHeaders };
}
