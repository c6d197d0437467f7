import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import type { Authenticator } from "../../auth/authenticator.ts";
import { unknownNetworkError } from "../../networks/network-errors.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { listenerOptions } from "../shared/listener.ts";
import { queryError } from "../shared/query-parameters.ts";
import { BodyRequest } from "../shared/request-bodies.ts";
import { networkInPath, requestPath, selectedNetwork } from "../shared/request-url.ts";
import { createAnswerRpc, type RpcAnswerOptions } from "./answer-rpc.ts";
import { CallerGuard } from "./caller-guard.ts";
import type { PagesAppOptions } from "./pages-app.ts";
import { dialectAt, listRpcRoutes, type RpcRoute } from "./routes.ts";
import { closeIfBodyUnread, sendError, setHeaders } from "./write-answer.ts";

/** The last segment of a route that ends with a network id. */
const networkParam = ":network";

type CallRoute = Pick<RpcRoute, "dialect" | "query">;

interface HttpTransportOptions extends PagesAppOptions, RpcAnswerOptions {
  /** Identifies callers by keys and tokens; undefined if none are configured. */
  readonly auth: { readonly authenticator: Authenticator } | undefined;
}

/**
 * Builds the HTTP server without listening. JSON-RPC routes bypass Express, which would cost several times the CPU of a call; Express
 * serves everything else.
 */
export function createHttpTransport(options: HttpTransportOptions): Server {
  const { guards, auth, reportError } = options;
  const { serverConfig } = options.config;
  const { hosts, origins } = guards;
  const answerRpc = createAnswerRpc(options);
  const rpcRoutes = listRpcRoutes(options.mode);
  const routesByPath = new Map(rpcRoutes.map((route) => [route.path, route]));
  // Routes that end with a network id, with the prefix before the id.
  const networkRoutes = rpcRoutes
    .filter(({ path }) => path.endsWith(networkParam))
    .map((route) => ({ ...route, prefix: route.path.slice(0, -networkParam.length) }));
  const guard = auth && new CallerGuard(auth.authenticator, guards, reportError);
  let pages: Promise<RequestListener> | undefined;

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const refusal = hosts.normalizeTarget(request);
    if (refusal !== undefined) {
      const dialect = dialectAt(request.url ?? "/");
      response.setHeader("connection", "close");
      sendError(response, refusal.status, RpcError.of("notAllowed", refusal.message), { dialect });
      return;
    }
    if (guard === undefined || guard.removeCredential(request, response)) serve(request, response);
  }

  function serve(request: IncomingMessage, response: ServerResponse): void {
    if (request.method !== "POST") {
      void answerPage(request, response);
      return;
    }
    const path = requestPath(request);
    const exactRoute = routesByPath.get(path);
    if (exactRoute !== undefined) {
      answerCall(request, response, exactRoute, selectedNetwork(request));
      return;
    }
    const route = networkRoutes.find(({ prefix }) => path.startsWith(prefix));
    if (route === undefined) {
      void answerPage(request, response);
      return;
    }
    const segment = path.slice(route.prefix.length);
    const id = networkInPath(segment);
    if (id === undefined) sendError(response, 404, unknownNetworkError(segment, []), route);
    else answerCall(request, response, route, id);
  }

  /** Passes a request to Express, which is loaded on first use because loading is slow. */
  async function answerPage(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      pages ??= import("./pages-app.ts").then(({ createPagesApp }) => createPagesApp(options, guard));
      (await pages)(request, response);
    } catch (caught) {
      const error = RpcError.from(caught);
      reportError(error);
      sendError(response, 500, error);
    }
  }

  function answerCall(
    request: IncomingMessage,
    response: ServerResponse,
    route: CallRoute,
    network: string | undefined,
  ): void {
    if (guard === undefined) answerAuthorized(request, response, route, network);
    else guard.admit("callers", request, response, () => answerAuthorized(request, response, route, network));
  }

  function answerAuthorized(
    request: IncomingMessage,
    response: ServerResponse,
    { dialect, query }: CallRoute,
    network: string | undefined,
  ): void {
    const error = queryError(request, query);
    if (error === undefined) {
      void answerRpc(request, response, dialect, network);
      return;
    }
    setHeaders(response, origins.headers(request));
    closeIfBodyUnread(response);
    sendError(response, 400, error, { dialect });
  }

  const server = createServer({ IncomingMessage: BodyRequest, ...listenerOptions(serverConfig) }, handle);
  server.maxConnections = serverConfig.maxConnections;
  return server;
}
