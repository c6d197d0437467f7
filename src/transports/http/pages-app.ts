import express, { type Express, type RequestHandler } from "express";
import { RpcError } from "../../rpc/rpc-error.ts";
import type { OriginPolicy } from "../shared/origin-policy.ts";
import { refuse } from "./refuse.ts";
import { type HttpMode, type PageRoute, pageRoutes, type RouteHandlers, rpcRoutes } from "./routes.ts";

/** What the pages need. */
export interface PagesAppOptions {
  readonly mode: HttpMode;
  readonly handlers: RouteHandlers;
  readonly onInternalFault: (fault: RpcError) => void;
}

/** Header pairs of every page: nothing here is meant to be framed, sniffed or to reach other sites. */
const pageHeaders = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
} as const;

/** Builds the Express side: every route other than JSON-RPC, and the answers for paths without a route. */
export function createPagesApp(options: PagesAppOptions, origins: OriginPolicy): Express {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  // Each path has one spelling, so that the path rules of a proxy in front hold.
  app.enable("case sensitive routing");
  app.enable("strict routing");
  app.use((request, response, next) => {
    for (const [name, value] of Object.entries(pageHeaders)) response.setHeader(name, value);
    const pairs = request.method === "OPTIONS" ? origins.preflightHeaders(request) : origins.headers(request);
    for (let index = 0; index + 1 < pairs.length; index += 2)
      response.appendHeader(pairs[index] ?? "", pairs[index + 1] ?? "");
    if (request.method === "OPTIONS") response.status(204).end();
    else next();
  });
  const pages = pageRoutes.filter((route) => route.modes.includes(options.mode));
  for (const route of pages) {
    const path = route.prefix ? [route.path, `${route.path}/{*below}`] : route.path;
    for (const method of route.methods)
      app[method === "GET" ? "get" : "post"](path, options.handlers[route.handler]);
  }
  app.use(browserAtRoot(pages));
  app.use(noSuchRoute(options.mode, pages));
  app.use(((fault, request, response, _next) => {
    if (fault instanceof URIError) {
      refuse(response, 404, brokenPath(request.path));
      return;
    }
    const internal = RpcError.from(fault);
    options.onInternalFault(internal);
    if (!response.headersSent) refuse(response, 500, internal);
  }) satisfies express.ErrorRequestHandler);
  return app;
}

/** A person who opens the address in a browser gets a page. */
function browserAtRoot(pages: readonly PageRoute[]): RequestHandler {
  const hasDocs = pages.some((route) => route.handler === "docs");
  return (request, response, next) => {
    if (
      hasDocs &&
      request.method === "GET" &&
      request.path === "/" &&
      request.accepts(["json", "html"]) === "html"
    ) {
      response.redirect(303, "/docs/");
    } else next();
  };
}

function brokenPath(path: string): RpcError {
  return RpcError.of(
    "pathNotFound",
    `Nothing at ${JSON.stringify(path.slice(0, 200))}: its percent escapes are broken.`,
  );
}

/** 405 with Allow if the path exists under another method, else 404. */
function noSuchRoute(mode: HttpMode, pages: readonly PageRoute[]): RequestHandler {
  return (request, response) => {
    const { path } = request;
    const allowed = new Set<string>();
    for (const route of rpcRoutes) {
      if (route.modes.includes(mode) && (route.prefix ? path.startsWith(route.path) : path === route.path))
        allowed.add("POST");
    }
    for (const route of pages) {
      if (path === route.path || (route.prefix && path.startsWith(`${route.path}/`))) {
        for (const method of route.methods) allowed.add(method);
      }
    }
    if (allowed.size === 0) {
      refuse(
        response,
        404,
        RpcError.of(
          "pathNotFound",
          `Nothing at ${JSON.stringify(path)}: POST JSON-RPC to /, or see docs/routes.md.`,
        ),
      );
      return;
    }
    const allow = [...allowed].join(", ");
    response.setHeader("allow", `${allow}, OPTIONS`);
    refuse(
      response,
      405,
      RpcError.of("methodNotAllowed", `${request.method} is not answered at ${path}: use ${allow}.`),
    );
  };
}
