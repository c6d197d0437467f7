import type { RequestHandler } from "express";
import type { Dialect } from "../../rpc/write-response.ts";

/** The path of the tool endpoint. */
export const toolPath = "/api/mcp";

/**
 * Who may use a route if keys or tokens are configured. `callers` are authenticated ones, and anonymous ones where allowed; `operators`
 * are administrators and anyone on this machine.
 */
export type Access = "everyone" | "callers" | "operators";

/** The command that runs the HTTP server. Each serves its own subset of the routes. */
export type HttpMode = "serve" | "web" | "rpc" | "http";

/** The handlers of the routes that Express serves, by name. */
export type RouteHandlers = Readonly<Record<HandlerName, RequestHandler>>;

type HandlerName = Extract<(typeof table)[number], { readonly handler: string }>["handler"];

interface RouteBase {
  readonly method: "GET" | "POST";
  /** The path in Express syntax; `:network` is a network id. */
  readonly path: string;
  readonly modes: readonly HttpMode[];
  /** Accepted query parameters; others are an error. Undefined for pages and probes that ignore any query. */
  readonly query?: readonly string[];
  /** Defaults to `callers`. */
  readonly access?: Access;
  /** True if the route exists only for clients that prefer HTML. */
  readonly isForBrowsers?: boolean;
  /** Description in docs/routes.md. */
  readonly summary: string;
}

/** A JSON-RPC route, which bypasses Express. */
export interface RpcRoute extends RouteBase {
  readonly dialect: Dialect;
}

/** A route that Express serves. */
export interface PageRoute<Name extends string = HandlerName> extends RouteBase {
  readonly handler: Name;
  /** True if the route also serves all paths below its own. */
  readonly servesSubpaths?: boolean;
}

const allModes = ["serve", "web", "rpc", "http"] as const;

const table = [
  {
    method: "POST",
    path: "/",
    modes: ["serve", "rpc"],
    dialect: "gateway",
    query: ["network"],
    summary: "JSON-RPC in the gateway dialect, one call or a batch",
  },
  {
    method: "POST",
    path: "/rpc",
    modes: ["serve", "http"],
    dialect: "gateway",
    query: ["network"],
    summary: "the same",
  },
  {
    method: "POST",
    path: "/networks/:network",
    modes: ["serve", "rpc"],
    dialect: "ledger",
    query: [],
    summary: "JSON-RPC in the ledger dialect, on one network or on `all`",
  },
  {
    method: "POST",
    path: toolPath,
    modes: ["serve", "web"],
    handler: "toolProtocol",
    query: ["network"],
    summary: "tools over the Model Context Protocol (MCP)",
  },
  {
    method: "GET",
    path: "/health",
    modes: ["serve", "web"],
    handler: "webHealth",
    access: "everyone",
    summary: "the state of each network, with 200 while any enabled one answers, else 503",
  },
  {
    method: "GET",
    path: "/health",
    modes: ["http"],
    handler: "httpHealth",
    access: "everyone",
    summary: "the state of the enabled networks together, with the same statuses",
  },
  {
    method: "GET",
    path: "/livez",
    modes: allModes,
    handler: "liveness",
    access: "everyone",
    summary: "200 while the process serves",
  },
  {
    method: "GET",
    path: "/readyz",
    modes: allModes,
    handler: "readiness",
    access: "everyone",
    summary: "200 while any enabled network answers, else 503",
  },
  {
    method: "GET",
    path: "/metrics",
    modes: ["serve", "web"],
    handler: "metrics",
    access: "operators",
    summary: "metrics for Prometheus",
  },
  {
    method: "GET",
    path: "/openrpc.json",
    modes: ["serve"],
    handler: "document",
    access: "everyone",
    summary: "the document that describes every method, with an ETag",
  },
  {
    method: "GET",
    path: "/networks",
    modes: ["serve"],
    handler: "networks",
    query: [],
    summary: "the networks, the known providers of their upstreams, and the default network",
  },
  {
    method: "GET",
    path: "/transactions/:signature",
    modes: ["serve"],
    handler: "transaction",
    query: ["network"],
    summary: "what became of a transaction ([sending](sending.md#what-became-of-it))",
  },
  {
    method: "GET",
    path: "/status",
    modes: ["serve"],
    handler: "statusPage",
    access: "everyone",
    servesSubpaths: true,
    summary: "the status page",
  },
  {
    method: "GET",
    path: "/status.json",
    modes: ["serve"],
    handler: "statusReport",
    query: [],
    access: "operators",
    summary: "what the status page shows, as JSON",
  },
  {
    method: "POST",
    path: "/admin/reload",
    modes: allModes,
    handler: "reload",
    query: [],
    summary:
      "[reads the configuration again](operating.md#changing-the-configuration-of-a-running-gateway) and reports the result",
  },
  {
    method: "GET",
    path: "/admin/upstreams",
    modes: allModes,
    handler: "upstreams",
    query: [],
    summary: "the state of the upstreams of networks in use, and of cordoned upstreams",
  },
  {
    method: "POST",
    path: "/admin/upstreams",
    modes: allModes,
    handler: "cordon",
    query: ["cordon", "uncordon", "force"],
    summary:
      "[stops calls to an upstream](operating.md#cordoning-an-upstream) (`?cordon=ID`, with `&force=true` even if no other can take them now), or resumes them (`?uncordon=ID`)",
  },
  {
    method: "GET",
    path: "/admin/keys",
    modes: allModes,
    handler: "keys",
    query: [],
    summary: "the [keys](callers.md#keys-in-a-file-or-in-redis), without their secrets",
  },
  {
    method: "POST",
    path: "/admin/keys",
    modes: allModes,
    handler: "changeKeys",
    query: ["new", "rotate", "overlap", "revoke"],
    summary:
      "makes a key (`?new=KEY`, as JSON), rotates one (`?rotate=ID&overlap=24h`) or revokes it (`?revoke=ID`)",
  },
  {
    method: "GET",
    path: "/usage",
    modes: allModes,
    handler: "usage",
    query: ["key", "format"],
    summary:
      "the usage of the caller's key, by day and method (with `?format=csv`, as CSV); administrators see all keys, or one with `?key=ID`",
  },
  {
    method: "GET",
    path: "/.well-known/oauth-protected-resource",
    modes: ["serve", "web"],
    handler: "resourceMetadata",
    access: "everyone",
    servesSubpaths: true,
    summary:
      "where clients get [tokens for the tools](callers.md#tools-with-oauth); also with `/api/mcp` appended",
  },
  {
    method: "GET",
    path: "/docs",
    modes: ["serve"],
    handler: "docs",
    access: "everyone",
    servesSubpaths: true,
    summary: "the playground",
  },
  {
    method: "GET",
    path: "/",
    modes: ["serve"],
    handler: "start",
    access: "everyone",
    isForBrowsers: true,
    summary: "redirects a browser to the playground (303)",
  },
] as const satisfies readonly (RpcRoute | PageRoute<string>)[];

/** All HTTP routes; docs/routes.md is written from them. */
export const routes: readonly (RpcRoute | PageRoute)[] = table;

/** The JSON-RPC routes of a mode. */
export function listRpcRoutes(mode: HttpMode): RpcRoute[] {
  return routes.filter((route) => "dialect" in route).filter(({ modes }) => modes.includes(mode));
}

/** Prefixes before the parameter of each path that has one, such as `/networks/`. */
function paramPrefixes(routes: readonly RouteBase[]): string[] {
  return routes.filter(({ path }) => path.includes(":")).map(({ path }) => path.slice(0, path.indexOf(":")));
}

const allParamPrefixes = paramPrefixes(routes);
const ledgerPrefixes = paramPrefixes(
  routes.filter((route) => "dialect" in route && route.dialect === "ledger"),
);

/** True if a path belongs to a route with a parameter, such as `/networks/:network`. */
export function hasPathParam(path: string): boolean {
  return allParamPrefixes.some((prefix) => path.startsWith(prefix));
}

/** The dialect of the route at a path. */
export function dialectAt(path: string): Dialect {
  return ledgerPrefixes.some((prefix) => path.startsWith(prefix)) ? "ledger" : "gateway";
}
