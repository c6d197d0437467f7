import type { IncomingMessage } from "node:http";
import type { HostGuard } from "./host-guard.ts";

/** Answer headers that CORS exposes to pages. */
const exposedHeaders = "retry-after, ratelimit, ratelimit-policy, x-cache, x-slot, x-send, www-authenticate";

/** Decides which browser pages may read answers, and which are foreign. */
export class OriginPolicy {
  readonly #enableCors: boolean;
  readonly #hosts: HostGuard;
  readonly #listed: ReadonlySet<string>;
  readonly #allowsAnyOrigin: boolean;

  /** Pages of the listed origins may read answers; `*` allows every origin. */
  constructor(enableCors: boolean, origins: readonly string[], hosts: HostGuard) {
    this.#enableCors = enableCors;
    this.#hosts = hosts;
    this.#listed = new Set(origins.filter((origin) => origin !== "*").map((origin) => origin.toLowerCase()));
    this.#allowsAnyOrigin = origins.includes("*");
  }

  /**
   * True if the request comes from a page of another origin, listed or not. The origin is the same only if the Host is the gateway's
   * own, since a page could point its own name at the gateway.
   */
  isCrossOrigin(request: IncomingMessage): boolean {
    const { origin, host = "" } = request.headers;
    if (origin === undefined) return false;
    const lower = origin.toLowerCase();
    const matchesHost = lower === `http://${host.toLowerCase()}` || lower === `https://${host.toLowerCase()}`;
    return !matchesHost || !this.#hosts.isOwn(request);
  }

  /** True if the request comes from a page of an unlisted other origin, which may read but not change networks. */
  isForeign(request: IncomingMessage): boolean {
    const { origin } = request.headers;
    return origin !== undefined && !this.#listed.has(origin.toLowerCase()) && this.isCrossOrigin(request);
  }

  /** CORS headers of an answer, as alternating names and values. Empty when CORS is off. */
  headers(request: IncomingMessage): string[] {
    const { origin } = request.headers;
    if (!this.#enableCors || origin === undefined) return [];
    const allowHeaders = (allowed: string) => [
      "access-control-allow-origin",
      allowed,
      "access-control-expose-headers",
      exposedHeaders,
    ];
    if (this.#allowsAnyOrigin) return allowHeaders("*");
    return [...(this.#listed.has(origin.toLowerCase()) ? allowHeaders(origin) : []), "vary", "origin"];
  }

  /** CORS headers of a preflight answer, as alternating names and values. */
  preflightHeaders(request: IncomingMessage): string[] {
    const allowed = this.headers(request);
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
}
