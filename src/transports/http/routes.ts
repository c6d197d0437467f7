import type { RequestHandler } from "express";
import type { Dialect } from "../../gateway/params/dialect.ts";

/** The route of the tool protocol. */
export const toolPath = "/api/mcp";

/**
 * Who may use a route once callers are known by keys or tokens: everyone, known callers (and anonymous ones, if they are allowed),
 * or operators: known callers who are administrators, and anyone on this machine.
 */
export type Access = "everyone" | "known" | "operators";

/** How the HTTP side is run. Each mode serves its own part of the routes. */
export type HttpMode = "serve" | "web" | "rpc" | "http";

/** A handler for each route that Express serves, by its name. */
export type RouteHandlers = Readonly<Record<HandlerName, RequestHandler>>;

type HandlerName = Extract<(typeof table)[number], { readonly handler: string }>["handler"];

/** What every route has. */
interface RouteBase {
  readonly method: "GET" | "POST";
  /** As Express writes it: `:network` is the id of a network. */
  readonly path: string;
  readonly modes: readonly HttpMode[];
  /** Known callers by default. */
  readonly access?: Access;
  /** What docs/routes.md says about it. */
  readonly what: string;
}

/** A route that is answered in front of Express: JSON-RPC. */
export interface RpcRoute extends RouteBase {
  readonly dialect: Dialect;
}

/** A route that Express serves. */
export interface PageRoute<Name extends string = HandlerName> extends RouteBase {
  /** Name of its handler. */
  readonly handler: Name;
  /** It also takes every path below its own. */
  readonly takesBelow?: boolean;
  /** Only a client that prefers HTML is answered; to others the route does not exist. */
  readonly forBrowsers?: boolean;
}

const allModes = ["serve", "web", "rpc", "http"] as const;

const table = [
  {
    method: "POST",
    path: "/",
    modes: ["serve", "rpc"],
    dialect: "gateway",
    what: "JSON-RPC in the gateway dialect, one call or a batch",
  },
  { method: "POST", path: "/rpc", modes: ["serve", "http"], dialect: "gateway", what: "the same" },
  {
    method: "POST",
    path: "/networks/:network",
    modes: ["serve", "rpc"],
    dialect: "ledger",
    what: "JSON-RPC in the ledger dialect, on one network or on `all`",
  },
  {
    method: "POST",
    path: toolPath,
    modes: ["serve", "web"],
    handler: "toolProtocol",
    what: "the tool protocol",
  },
  {
    method: "GET",
    path: "/health",
    modes: ["serve", "web"],
    handler: "webHealth",
    access: "everyone",
    what: "the state of each network: 200 while any enabled one answers, 503 when none does",
  },
  {
    method: "GET",
    path: "/health",
    modes: ["http"],
    handler: "httpHealth",
    access: "everyone",
    what: "the state of the enabled networks together, with the same statuses",
  },
  {
    method: "GET",
    path: "/livez",
    modes: allModes,
    handler: "liveness",
    access: "everyone",
    what: "200 while the process serves",
  },
  {
    method: "GET",
    path: "/readyz",
    modes: allModes,
    handler: "readiness",
    access: "everyone",
    what: "200 while any enabled network answers, 503 when none does",
  },
  {
    method: "GET",
    path: "/metrics",
    modes: ["serve", "web"],
    handler: "metrics",
    access: "operators",
    what: "metrics for Prometheus",
  },
  {
    method: "GET",
    path: "/openrpc.json",
    modes: ["serve"],
    handler: "document",
    access: "everyone",
    what: "the document that describes every method, with an ETag",
  },
  {
    method: "GET",
    path: "/networks",
    modes: ["serve"],
    handler: "networks",
    what: "the networks with the known providers of their upstreams, and which one is the default",
  },
  {
    method: "GET",
    path: "/transactions/:signature",
    modes: ["serve"],
    handler: "transaction",
    what: "what became of a transaction ([sending](sending.md#what-became-of-it)); `?network=ID` selects the network",
  },
  {
    method: "GET",
    path: "/status",
    modes: ["serve"],
    handler: "statusPage",
    access: "everyone",
    takesBelow: true,
    what: "the status page",
  },
  {
    method: "GET",
    path: "/status.json",
    modes: ["serve"],
    handler: "statusReport",
    access: "operators",
    what: "what the status page shows, as JSON",
  },
  {
    method: "POST",
    path: "/admin/reload",
    modes: allModes,
    handler: "reload",
    what: "reads the configuration again and reports the result ([operating](operating.md#changing-the-configuration-of-a-running-gateway)); guarded like changes of networks",
  },
  {
    method: "GET",
    path: "/admin/upstreams",
    modes: allModes,
    handler: "upstreams",
    what: "the upstreams of networks in use with their state, and those taken out; guarded likewise",
  },
  {
    method: "POST",
    path: "/admin/upstreams",
    modes: allModes,
    handler: "cordon",
    what: "`?cordon=ID` takes an upstream out for maintenance, `?uncordon=ID` takes it back in",
  },
  {
    method: "GET",
    path: "/admin/keys",
    modes: allModes,
    handler: "keys",
    what: "the [keys](callers.md) of the file or of Redis, without their secrets; guarded likewise",
  },
  {
    method: "POST",
    path: "/admin/keys",
    modes: allModes,
    handler: "changeKeys",
    what: "`?new=KEY` (as JSON), `?rotate=ID&overlap=24h` or `?revoke=ID`",
  },
  {
    method: "GET",
    path: "/usage",
    modes: allModes,
    handler: "usage",
    what: "what the caller's key used, by day and method; an administrator sees all keys; `?format=csv`",
  },
  {
    method: "GET",
    path: "/.well-known/oauth-protected-resource",
    modes: ["serve", "web"],
    handler: "resourceMetadata",
    access: "everyone",
    takesBelow: true,
    what: "where clients get [tokens for the tools](callers.md#tools-with-oauth), and the same under `/api/mcp` below it",
  },
  {
    method: "GET",
    path: "/docs",
    modes: ["serve"],
    handler: "docs",
    access: "everyone",
    takesBelow: true,
    what: "the playground",
  },
  {
    method: "GET",
    path: "/",
    modes: ["serve"],
    handler: "start",
    access: "everyone",
    forBrowsers: true,
    what: "leads a browser to the playground (303)",
  },
] as const satisfies readonly (RpcRoute | PageRoute<string>)[];

/** Every route of the HTTP side. */
export const routes: readonly (RpcRoute | PageRoute)[] = table;

/** The JSON-RPC routes of a mode. */
export function rpcRoutesOf(mode: HttpMode): RpcRoute[] {
  return routes.filter((route) => "dialect" in route).filter(({ modes }) => modes.includes(mode));
}

/** Where the paths of routes begin that end with a name, such as that of a network. */
function startsOfNames(those: readonly RouteBase[]): string[] {
  return those.filter(({ path }) => path.includes(":")).map(({ path }) => path.slice(0, path.indexOf(":")));
}

const namePaths = startsOfNames(routes);
const ledgerPaths = startsOfNames(routes.filter((route) => "dialect" in route && route.dialect === "ledger"));

/** Whether a path ends with a name, such as that of a network. */
export function endsWithName(path: string): boolean {
  return namePaths.some((start) => path.startsWith(start));
}

/** Whether a path is one of the ledger dialect's. */
export function isOfLedgerDialect(path: string): boolean {
  return ledgerPaths.some((start) => path.startsWith(start));
}
