import express, { type ErrorRequestHandler, type Express, type RequestHandler } from "express";
import { RpcError } from "../../rpc/rpc-error.ts";
import { truncate } from "../../text/wording.ts";
import type { OriginPolicy } from "../shared/origin-policy.ts";
import { queryError } from "../shared/query-parameters.ts";
import type { RequestGuards } from "../shared/request-guards.ts";
import type { CallerGuard } from "./caller-guard.ts";
import {
  type Access,
  type HttpMode,
  hasPathParam,
  type PageRoute,
  type RouteHandlers,
  type RpcRoute,
  routes,
} from "./routes.ts";
import { sendError, setHeaders } from "./write-answer.ts";

/** What the Express app of all other routes needs. */
export interface PagesAppOptions {
  readonly mode: HttpMode;
  readonly guards: RequestGuards;
  readonly handlers: RouteHandlers;
  readonly reportError: (error: RpcError) => void;
}

/** Headers of every page: no framing, no content sniffing, no referrers. */
const pageHeaders = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
} as const;

/** Builds the Express app, which serves all routes other than JSON-RPC and answers unknown paths. */
export function createPagesApp(
  { mode, guards, handlers, reportError }: PagesAppOptions,
  guard: CallerGuard | undefined,
): Express {
  /** Checks the caller, by default on unknown paths too, so that clients without a key can't discover routes. */
  const requireAccess =
    (access: Access = "callers"): RequestHandler =>
    (request, response, next) =>
      guard === undefined ? next() : guard.admit(access, request, response, next);

  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  // Each path has one spelling, so that path rules of a reverse proxy hold.
  app.enable("case sensitive routing");
  app.enable("strict routing");
  app.use(withHeaders(guards.origins));
  const served = routes.filter(({ modes }) => modes.includes(mode));
  for (const path of new Set(served.map((route) => route.path))) {
    const atPath = served.filter((route) => route.path === path);
    const pages = atPath.filter((route) => "handler" in route);
    const refuseMethod = methodNotAllowed(atPath);
    const route = app.route(
      pages.some(({ servesSubpaths }) => servesSubpaths) ? [path, `${path}/{*subpath}`] : path,
    );
    for (const { method, handler: name, access, query, isForBrowsers } of pages) {
      const page = handlers[name];
      const handler = isForBrowsers ? forBrowsersOnly(page, refuseMethod) : page;
      const steps = [requireAccess(access), checkQuery(query), handler];
      if (method === "GET") route.get(...steps);
      else route.post(...steps);
    }
    route.all(requireAccess(), refuseMethod);
  }
  app.use(requireAccess(), notFound);
  app.use(answerError(reportError));
  return app;
}

/** Sets page and CORS headers, and answers preflights. */
function withHeaders(origins: OriginPolicy): RequestHandler {
  return (request, response, next) => {
    response.set(pageHeaders);
    const isPreflight = request.method === "OPTIONS";
    setHeaders(response, isPreflight ? origins.preflightHeaders(request) : origins.headers(request));
    if (isPreflight) response.status(204).end();
    else next();
  };
}

/** Rejects query parameters that the page does not read. */
function checkQuery(allowed: readonly string[] | undefined): RequestHandler {
  return (request, response, next) => {
    const error = queryError(request, allowed);
    if (error === undefined) next();
    else sendError(response, 400, error);
  };
}

/** Serves the page to browsers only. For other clients the route does not exist. */
function forBrowsersOnly(page: RequestHandler, refuseMethod: RequestHandler): RequestHandler {
  return (request, response, next) => {
    const isBrowser = request.accepts(["json", "html"]) === "html";
    return (isBrowser ? page : refuseMethod)(request, response, next);
  };
}

function methodNotAllowed(atPath: readonly (PageRoute | RpcRoute)[]): RequestHandler {
  const methods = atPath.filter((route) => !route.isForBrowsers).map(({ method }) => method);
  const allowed = [...new Set(methods)].join(", ");
  const page = atPath.some((route) => route.isForBrowsers) ? ", or open it in a browser" : "";
  return (request, response) => {
    const { method, path } = request;
    response.set("allow", `${allowed.replace("GET", "GET, HEAD")}, OPTIONS`);
    sendError(
      response,
      405,
      RpcError.of("methodNotAllowed", `${method} is not allowed at ${path}: use ${allowed}${page}.`),
    );
  };
}

const notFound: RequestHandler = ({ path }, response) => {
  const message = `Nothing at ${JSON.stringify(path)}: POST JSON-RPC to / or /networks/ID, or see docs/routes.md.`;
  sendError(response, 404, RpcError.of("pathNotFound", message));
};

/** Thrown by Express for a request that it can't serve, such as a range beyond the end of a file. */
interface HttpError {
  readonly status?: number;
  readonly message: string;
  readonly headers?: Record<string, string>;
}

function answerError(reportError: PagesAppOptions["reportError"]): ErrorRequestHandler {
  return (caught, { method, path }, response, _next) => {
    if (caught instanceof URIError) {
      const message = `Nothing at ${JSON.stringify(truncate(path, 200))}: its percent escapes are broken.`;
      // The parameter of a known route is malformed; any other path does not exist.
      if (hasPathParam(path)) sendError(response, 400, RpcError.of("invalidParams", message));
      else sendError(response, 404, RpcError.of("pathNotFound", message));
      return;
    }
    const { status, message, headers = {} } = caught as HttpError;
    if (status !== undefined && status < 500 && !response.headersSent) {
      response.removeHeader("content-encoding");
      response.set(headers);
      sendError(response, status, RpcError.of("invalidRequest", `${method} ${path} is refused: ${message}.`));
      return;
    }
    const error = RpcError.from(caught);
    reportError(error);
    if (!response.headersSent) sendError(response, 500, error);
  };
}
