import type { IncomingMessage } from "node:http";
import type { HostGuard } from "./host-guard.ts";

/** Which browser pages may read answers, and which count as foreign. */
export type OriginPolicy = ReturnType<typeof createOriginPolicy>;

/** Headers of an answer that a page may read, besides those that browsers always show it. */
const exposedFields = "retry-after, ratelimit, ratelimit-policy, x-cache, x-slot, x-send, www-authenticate";

/** Builds the policy. Pages of the listed origins may read answers; `*` lists every origin. */
export function createOriginPolicy(
  enableCors: boolean,
  origins: readonly string[],
  hosts: Pick<HostGuard, "isOwn">,
) {
  const listed = new Set(origins.filter((origin) => origin !== "*").map((origin) => origin.toLowerCase()));
  const anyMayRead = origins.includes("*");

  /**
   * Whether the request comes from a page of another origin, listed or not. A Host that is not certainly the gateway's own does not
   * count as the same origin: a page could have pointed its own name here.
   */
  function isCrossOrigin(request: IncomingMessage): boolean {
    const { origin, host = "" } = request.headers;
    if (origin === undefined) return false;
    const lower = origin.toLowerCase();
    const isSame = lower === `http://${host.toLowerCase()}` || lower === `https://${host.toLowerCase()}`;
    return !isSame || !hosts.isOwn(request);
  }

  /** Whether the request comes from a page of another origin that is not listed: such a page may read, but not change networks. */
  function isForeign(request: IncomingMessage): boolean {
    const { origin } = request.headers;
    return origin !== undefined && !listed.has(origin.toLowerCase()) && isCrossOrigin(request);
  }

  /** Headers that let the page read the answer, as alternating names and values; none when CORS is off. */
  function headers(request: IncomingMessage): string[] {
    const { origin } = request.headers;
    if (!enableCors || origin === undefined) return [];
    const mayRead = (allowed: string) => [
      "access-control-allow-origin",
      allowed,
      "access-control-expose-headers",
      exposedFields,
    ];
    if (anyMayRead) return mayRead("*");
    return [...(listed.has(origin.toLowerCase()) ? mayRead(origin) : []), "vary", "origin"];
  }

  /** Headers that answer a preflight, as alternating names and values. */
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
