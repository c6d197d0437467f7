import type { RequestHandler } from "express";
import type { Dialect } from "../../gateway/params/dialect.ts";

/** How the HTTP side is run. Each serves its own part of the routes. */
export type HttpMode = "serve" | "web" | "rpc" | "http";

/** Handlers of the routes other than JSON-RPC. */
export interface RouteHandlers {
  readonly toolProtocol: RequestHandler;
  readonly webHealth: RequestHandler;
  readonly httpHealth: RequestHandler;
  readonly liveness: RequestHandler;
  readonly readiness: RequestHandler;
  readonly metrics: RequestHandler;
  readonly document: RequestHandler;
  readonly networks: RequestHandler;
  readonly statusPage: RequestHandler;
  readonly statusReport: RequestHandler;
  readonly docs: RequestHandler;
  readonly reload: RequestHandler;
  readonly upstreams: RequestHandler;
}

/** A route that Express serves. `prefix` routes take every path below theirs. */
export interface PageRoute {
  readonly path: string;
  readonly prefix?: boolean;
  readonly methods: readonly ("GET" | "POST")[];
  readonly modes: readonly HttpMode[];
  readonly handler: keyof RouteHandlers;
}

/** A JSON-RPC route, answered in front of Express. `prefix` routes carry a network id after their path. */
export interface RpcRoute {
  readonly path: string;
  readonly prefix?: boolean;
  readonly modes: readonly HttpMode[];
  readonly dialect: Dialect;
}

/** JSON-RPC over POST. */
export const rpcRoutes: readonly RpcRoute[] = [
  { path: "/", modes: ["serve", "rpc"], dialect: "gateway" },
  { path: "/rpc", modes: ["serve", "http"], dialect: "gateway" },
  { path: "/networks/", prefix: true, modes: ["serve", "rpc"], dialect: "ledger" },
];

const allModes: readonly HttpMode[] = ["serve", "web", "rpc", "http"];

/** Everything else. */
export const pageRoutes: readonly PageRoute[] = [
  { path: "/api/mcp", methods: ["POST"], modes: ["serve", "web"], handler: "toolProtocol" },
  { path: "/health", methods: ["GET"], modes: ["serve", "web"], handler: "webHealth" },
  { path: "/health", methods: ["GET"], modes: ["http"], handler: "httpHealth" },
  { path: "/livez", methods: ["GET"], modes: allModes, handler: "liveness" },
  { path: "/readyz", methods: ["GET"], modes: allModes, handler: "readiness" },
  { path: "/metrics", methods: ["GET"], modes: ["serve", "web"], handler: "metrics" },
  { path: "/openrpc.json", methods: ["GET"], modes: ["serve"], handler: "document" },
  { path: "/networks", methods: ["GET"], modes: ["serve"], handler: "networks" },
  { path: "/status.json", methods: ["GET"], modes: ["serve"], handler: "statusReport" },
  { path: "/status", prefix: true, methods: ["GET"], modes: ["serve"], handler: "statusPage" },
  { path: "/admin/reload", methods: ["POST"], modes: allModes, handler: "reload" },
  { path: "/admin/upstreams", methods: ["GET", "POST"], modes: allModes, handler: "upstreams" },
  { path: "/docs", prefix: true, methods: ["GET"], modes: ["serve"], handler: "docs" },
];
