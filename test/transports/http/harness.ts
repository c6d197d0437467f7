import { once } from "node:events";
import type { Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import type { ServerConfig } from "../../../generated/config.ts";
import { memoryShares } from "../../../src/config/memory-shares.ts";
import { SessionTable } from "../../../src/consistency/sessions/session-table.ts";
import type { Caller, Gateway, GatewayCall } from "../../../src/gateway/gateway-call.ts";
import { RawJson } from "../../../src/json/raw-json.ts";
import type { RpcError } from "../../../src/rpc/rpc-error.ts";
import { createHttpTransport } from "../../../src/transports/http/http-transport.ts";
import type { HttpMode, RouteHandlers } from "../../../src/transports/http/routes.ts";
import { createCallHeaderReader } from "../../../src/transports/shared/call-headers.ts";
import { RequestBodies } from "../../../src/transports/shared/request-bodies.ts";
import { createRequestGuards } from "../../../src/transports/shared/request-guards.ts";
import type { UnreadBytes } from "../../../src/transports/shared/unread-bytes.ts";
import { configOf } from "../../networks/harness.ts";
import { pages } from "../pages.ts";

/** A served transport over a gateway of the test. */
export interface ServedHttp {
  readonly url: string;
  readonly port: number;
  readonly calls: GatewayCall[];
  readonly faults: RpcError[];
  /** POSTs a body as JSON. */
  post(path: string, body: string, headers?: Record<string, string>): Promise<Response>;
  /** A raw connection, for what a client library would not send. */
  connect(): Promise<Socket>;
  close(): Promise<void>;
}

/** Serves on a free port. `answer` replaces everything behind the transport. */
export async function serveHttp(
  answer: (call: GatewayCall) => string | Promise<string | RawJson> | RawJson,
  options: {
    mode?: HttpMode;
    server?: Partial<ServerConfig>;
    limitHeaders?: (caller: Caller) => readonly string[];
    handlers?: Partial<RouteHandlers>;
    unread?: UnreadBytes;
    reportError?: (error: RpcError) => void;
  } = {},
): Promise<ServedHttp> {
  const calls: GatewayCall[] = [];
  const faults: RpcError[] = [];
  const gateway: Gateway = {
    async call(call) {
      calls.push(call);
      const result = await answer(call);
      return typeof result === "string" ? RawJson.fromText(result) : result;
    },
  };
  const serverConfig = { ...configOf().serverConfig, ...options.server };
  const shares = memoryShares(serverConfig);
  const server: Server = createHttpTransport({
    mode: options.mode ?? "serve",
    gateway,
    config: { serverConfig },
    auth: undefined,
    guards: createRequestGuards(serverConfig),
    shares,
    bodies: new RequestBodies({
      maxBodyBytes: serverConfig.maxBodyBytes,
      maxBodyBytesInFlight: shares.bodies,
    }),
    readCallHeaders: createCallHeaderReader(new SessionTable(100), configOf().consistency),
    limitHeaders: options.limitHeaders ?? (() => []),
    handlers: { ...pages, ...options.handlers },
    reportError: options.reportError ?? ((error) => error.kind === "internal" && faults.push(error)),
  });
  options.unread?.follow(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    port,
    calls,
    faults,
    post: (path, body, headers = {}) =>
      fetch(url + path, {
        method: "POST",
        body,
        headers: { "content-type": "application/json", ...headers },
      }),
    async connect() {
      const socket = connect(port, "127.0.0.1");
      await once(socket, "connect");
      return socket;
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

/** A request's text. */
export function request(method: string, params = "[]", id = "1"): string {
  return `{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${params}}`;
}
