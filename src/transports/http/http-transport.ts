import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import type { ServerConfig } from "../../../generated/config.ts";
import type { Authenticator } from "../../auth/authenticator.ts";
import { memoryShares } from "../../config/memory-shares.ts";
import type { Caller, Gateway } from "../../gateway/gateway-call.ts";
import type { Dialect } from "../../gateway/params/dialect.ts";
import { unknownNetwork } from "../../networks/network-errors.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import type { StateOf } from "../shared/asked-state.ts";
import { BodyRequest } from "../shared/body-request.ts";
import { createClientChecks } from "../shared/client-checks.ts";
import { listenerOptions } from "../shared/listener-options.ts";
import type { RequestBodies } from "../shared/request-bodies.ts";
import { networkInPath, pathOf, selectedNetwork } from "../shared/selected-network.ts";
import { createAnswerRpc } from "./answer-rpc.ts";
import { CallerGuard } from "./caller-guard.ts";
import { refuse } from "./refuse.ts";
import { type HttpMode, isOfLedgerDialect, type RouteHandlers, rpcRoutesOf } from "./routes.ts";

/** What the HTTP side needs. */
export interface HttpTransportOptions {
  readonly mode: HttpMode;
  readonly gateway: Gateway;
  readonly server: ServerConfig;
  /** What a request says about the state that it may be answered from. */
  readonly stateOf: StateOf;
  /** Reads the bodies of requests, on every route. */
  readonly bodies: RequestBodies;
  readonly handlers: RouteHandlers;
  /** Header pairs that tell a client what its rate limit has left. */
  readonly limitFields: (caller: Caller) => readonly string[];
  /** Finds callers by keys and tokens; undefined if none are configured. */
  readonly authenticator?: Authenticator | undefined;
  readonly onInternalFault: (fault: RpcError) => void;
}

/**
 * Builds the HTTP server. JSON-RPC routes are answered in front of Express, which costs several times the CPU of a
 * call; Express serves everything else. It does not listen yet.
 */
export function createHttpTransport(options: HttpTransportOptions): Server {
  const { mode } = options;
  const { hosts, origins, callerOf } = createClientChecks(options.server);
  const answerRpc = createAnswerRpc({
    gateway: options.gateway,
    bodies: options.bodies,
    maxBatch: options.server.maxBatch,
    maxAnswerBytes: memoryShares(options.server).batch,
    compression: options.server.compression,
    callerOf,
    stateOf: options.stateOf,
    origins,
    limitFields: options.limitFields,
    onInternalFault: options.onInternalFault,
  });
  const dialects = new Map(rpcRoutesOf(mode).map(({ path, dialect }) => [path, dialect]));
  // The paths that end with the id of a network, up to that.
  const ofNetworks = [...dialects]
    .filter(([path]) => path.endsWith(":network"))
    .map(([path, dialect]) => ({ start: path.slice(0, -":network".length), dialect }));

  const { authenticator, onInternalFault } = options;
  const guard = authenticator && new CallerGuard(authenticator, { origins, callerOf }, onInternalFault);
  let pages: Promise<RequestListener> | undefined;

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const refusal = hosts.refusalOf(request);
    if (refusal !== undefined) {
      const nodeCodes = isOfLedgerDialect(request.url ?? "/");
      response.setHeader("connection", "close");
      refuse(response, refusal.status, RpcError.of("notAllowed", refusal.message), { nodeCodes });
      return;
    }
    if (guard === undefined || guard.enter(request, response)) serve(request, response);
  }

  function serve(request: IncomingMessage, response: ServerResponse): void {
    if (request.method !== "POST") {
      void answerPage(request, response);
      return;
    }
    const path = pathOf(request);
    const dialect = dialects.get(path);
    if (dialect !== undefined) {
      answerCall(request, response, dialect, selectedNetwork(request));
      return;
    }
    const network = ofNetworks.find(({ start }) => path.startsWith(start));
    if (network !== undefined)
      answerOnNetwork(request, response, network.dialect, path.slice(network.start.length));
    else void answerPage(request, response);
  }

  /** Express is slow to load, so it is loaded when the first page is asked for. */
  async function answerPage(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      pages ??= import("./pages-app.ts").then(({ createPagesApp }) =>
        createPagesApp(options, origins, guard),
      );
      (await pages)(request, response);
    } catch (caught) {
      const fault = RpcError.from(caught);
      options.onInternalFault(fault);
      refuse(response, 500, fault);
    }
  }

  function answerOnNetwork(
    request: IncomingMessage,
    response: ServerResponse,
    dialect: Dialect,
    segment: string,
  ): void {
    const id = networkInPath(segment);
    if (id === undefined) refuse(response, 404, unknownNetwork(segment, []), { nodeCodes: true });
    else answerCall(request, response, dialect, id);
  }

  function answerCall(
    request: IncomingMessage,
    response: ServerResponse,
    dialect: Dialect,
    network: string | undefined,
  ): void {
    if (guard === undefined) void answerRpc(request, response, dialect, network);
    else guard.admit("known", request, response, () => void answerRpc(request, response, dialect, network));
  }

  const server = createServer(
    {
      IncomingMessage: BodyRequest,
      ...listenerOptions(options.server),
    },
    handle,
  );
  server.maxConnections = options.server.maxConnections;
  return server;
}
