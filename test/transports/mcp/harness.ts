import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import type { Config } from "../../../generated/config.ts";
import { Cancellation } from "../../../src/call/cancellation.ts";
import { memoryShares } from "../../../src/config/memory-shares.ts";
import { SessionTable } from "../../../src/consistency/sessions/session-table.ts";
import type { GatewayAnswers } from "../../../src/gateway/gateway-answers.ts";
import type { Gateway, GatewayCall } from "../../../src/gateway/gateway-call.ts";
import { RawJson } from "../../../src/json/raw-json.ts";
import { parseRequest } from "../../../src/rpc/parse-request.ts";
import { RpcError } from "../../../src/rpc/rpc-error.ts";
import { createHttpTransport } from "../../../src/transports/http/http-transport.ts";
import type { RouteHandlers } from "../../../src/transports/http/routes.ts";
import { createToolProtocolHandler } from "../../../src/transports/mcp/tool-protocol-handler.ts";
import { createToolServer, type ToolServer } from "../../../src/transports/mcp/tool-server.ts";
import type { ToolScope } from "../../../src/transports/mcp/tools/tool-scope.ts";
import { createCallHeaderReader } from "../../../src/transports/shared/call-headers.ts";
import { RequestBodies } from "../../../src/transports/shared/request-bodies.ts";
import { createRequestGuards } from "../../../src/transports/shared/request-guards.ts";
import type { UnreadBytes } from "../../../src/transports/shared/unread-bytes.ts";
import { createTestGateway, localCaller } from "../../gateway/harness.ts";
import { configOf } from "../../networks/harness.ts";
import { pages } from "../pages.ts";

/** The contract, as bytes. */
export const document = RawJson.fromBytes(readFileSync(new URL("../../../openrpc.json", import.meta.url)));

/** What a test gives in place of the ledger: the text of a result, or a fault. */
export type Answer = (call: GatewayCall) => string | RpcError | Promise<string | RpcError>;

/** A tool server over a gateway of the test, and what it called. */
export interface ToolTest {
  readonly tools: ToolServer;
  readonly config: Config;
  readonly calls: GatewayCall[];
  /** Sends a message of the protocol and gives the parsed result. */
  ask<Result>(method: string, params?: object | string): Promise<Result>;
  /** Sends what must fail and gives the fault. */
  fault(method: string, params?: object | string): Promise<RpcError>;
  /** Calls a tool; `args` may be JSON text, for digits. */
  callTool(name: string, args?: object | string, version?: string): Promise<ToolResult>;
}

/** A result of tools/call, as a client reads it. */
export interface ToolResult {
  readonly content: { type: string; text: string; annotations: { audience: string[]; priority: number } }[];
  readonly isError?: boolean;
  readonly structuredContent?: unknown;
}

/** Builds a tool server. With an `answer` that replaces the gateway; without, over the real one and no ledger. */
export async function createToolTest(
  answer?: Answer,
  settings: object = {},
  gatewayAnswers?: GatewayAnswers,
): Promise<ToolTest> {
  const config = configOf(settings);
  const { gateway: real, store } = await createTestGateway(() => "null");
  const calls: GatewayCall[] = [];
  const scripted: Gateway = {
    async call(call) {
      calls.push(call);
      if (answer === undefined) return real.call(call);
      const said = await answer(call);
      if (said instanceof RpcError) throw said;
      return RawJson.fromText(said);
    },
  };
  const tools = await createToolServer({
    gateway: scripted,
    store,
    document,
    config,
    hasAuth: false,
    ...(gatewayAnswers && { gatewayAnswers }),
  });
  const send = (method: string, params: object | string | undefined, version?: string) =>
    tools.call({
      request: requestOf(method, params),
      scope: { ...testScope(), ...(version && { version }) },
    });
  const ask = async <Result>(method: string, params?: object | string, version?: string) =>
    (await send(method, params, version)).parse() as Result;
  return {
    tools,
    config,
    calls,
    ask,
    async fault(method, params) {
      try {
        await send(method, params);
      } catch (caught) {
        return RpcError.from(caught);
      }
      throw new Error(`${method} was answered`);
    },
    callTool: (name, args = {}, version) =>
      ask(
        "tools/call",
        `{"name":${JSON.stringify(name)},"arguments":${typeof args === "string" ? args : JSON.stringify(args)}}`,
        version,
      ),
  };
}

function requestOf(method: string, params: object | string | undefined) {
  const text = typeof params === "object" ? JSON.stringify(params) : params;
  const parsed = parseRequest(
    `{"jsonrpc":"2.0","id":1,"method":${JSON.stringify(method)}${text === undefined ? "" : `,"params":${text}`}}`,
  );
  if (parsed.kind !== "request") throw new Error(`no request: ${text}`);
  return parsed;
}

/** What a test is to the tool server: a client on this machine. */
export function testScope(): ToolScope {
  return {
    caller: { ...localCaller, transport: "mcp" },
    network: undefined,
    cancellation: new Cancellation(),
    version: "2024-11-05",
  };
}

/** A served POST /api/mcp. */
export interface ServedTools extends ToolTest {
  readonly url: string;
  readonly faults: RpcError[];
  /** POSTs a body. Headers with the value "" are left out. */
  post(body: string, headers?: Record<string, string>, query?: string): Promise<Response>;
  close(): Promise<void>;
}

/** Serves a tool server on a free port, behind the real HTTP side. */
export async function serveTools(
  answer?: Answer,
  settings: object = {},
  { unread, onError }: { unread?: UnreadBytes; onError?: () => void } = {},
): Promise<ServedTools> {
  const test = await createToolTest(answer, settings);
  const faults: RpcError[] = [];
  const reportError = (error: RpcError) => {
    if (error.kind !== "internal") return;
    faults.push(error);
    onError?.();
  };
  const { serverConfig } = test.config;
  const shares = memoryShares(serverConfig);
  const guards = createRequestGuards(serverConfig);
  const bodies = new RequestBodies({
    maxBodyBytes: serverConfig.maxBodyBytes,
    maxBodyBytesInFlight: shares.bodies,
  });
  const readCallHeaders = createCallHeaderReader(new SessionTable(100), test.config.consistency);
  const handlers: RouteHandlers = {
    ...pages,
    toolProtocol: createToolProtocolHandler({
      tools: test.tools,
      config: test.config,
      guards,
      shares,
      bodies,
      readCallHeaders,
      limitHeaders: () => [],
      reportError,
    }),
  };
  const server = createHttpTransport({
    mode: "web",
    gateway: { call: () => Promise.reject(new Error("not of this route")) },
    config: test.config,
    auth: undefined,
    guards,
    shares,
    bodies,
    readCallHeaders,
    limitHeaders: () => [],
    handlers,
    reportError,
  });
  unread?.follow(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/mcp`;
  return {
    ...test,
    url,
    faults,
    post: (body, headers = {}, query = "") =>
      fetch(url + query, {
        method: "POST",
        body: Buffer.from(body),
        headers: Object.entries({ "content-type": "application/json", ...headers }).filter(
          ([, value]) => value !== "",
        ),
      }),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
      await test.tools.close();
    },
  };
}
