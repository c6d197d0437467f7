import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  GetPromptRequestSchema,
  InitializeRequestSchema,
  type InitializeResult,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { tools } from "../../../generated/tools.ts";
import type { Config } from "../../config/config.ts";
import type { Gateway } from "../../gateway/gateway-call.ts";
import { RawJson } from "../../json/raw-json.ts";
import type { NetworkStore } from "../../networks/network-store.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { createToolCaller } from "./call-tool.ts";
import { complete } from "./completions.ts";
import { instructionsFor } from "./instructions.ts";
import { pageOf } from "./page.ts";
import { createPrompts } from "./prompts.ts";
import { isSpoken, negotiateVersion } from "./protocol-version.ts";
import { assertRequestParams, isProtocolMethod } from "./request-schemas.ts";
import { createResources } from "./resources.ts";
import { SdkChannel } from "./sdk-channel.ts";
import { assertFewArguments } from "./tool-arguments.ts";
import { createToolCatalog, type ToolCatalog } from "./tool-catalog.ts";
import type { ToolMessage } from "./tool-scope.ts";

/** What the tool protocol needs. */
export interface ToolServerOptions {
  readonly gateway: Gateway;
  readonly store: NetworkStore;
  /** openrpc.json. */
  readonly document: RawJson;
  readonly config: Pick<Config, "tools" | "readOnly" | "protocolVersion" | "toolResults" | "execution">;
  /** The product's version. */
  readonly version: string;
  /**
   * Items of one page of a list. More than all by default: many clients read the first page only, and what they do not
   * see does not exist for their model.
   */
  readonly pageSize?: number;
}

/** The tool protocol without an edge: messages in, raw results out. */
export interface ToolServer {
  /** The configured version, which errors name. */
  readonly protocolVersion: string;
  /** Whether a client may speak this version. */
  speaks(version: string): boolean;
  /** Answers a message of the protocol, or throws an RpcError. A notification is answered with null. */
  call(message: ToolMessage): Promise<RawJson>;
  /** Answers the direct form: a tool by its own name, parameters by name, the bare result. */
  callDirect(message: ToolMessage): Promise<RawJson>;
  close(): Promise<void>;
}

const nothing = RawJson.fromText("null");

/** Builds the tool server. Throws ConfigFaults where the words that narrow the tools mean nothing. */
export async function createToolServer(options: ToolServerOptions): Promise<ToolServer> {
  const { config, store } = options;
  const { protocolVersion } = config;
  const catalog = createToolCatalog({
    tools,
    words: config.tools,
    readOnly: config.readOnly,
    networks: store,
  });
  const caller = createToolCaller({
    gateway: options.gateway,
    catalog,
    execution: config.execution,
    maxResultBytes: config.toolResults.maxBytes,
  });
  const channel = new SdkChannel();
  const server = createSdkServer(options, catalog, channel);
  server.setRequestHandler(CallToolRequestSchema, ({ params }, { requestId }) =>
    channel.handle(requestId, (message) => caller.call(params.name, message)),
  );
  await server.connect(channel);

  async function call(message: ToolMessage): Promise<RawJson> {
    const { method, params: text, id } = message.request;
    if (text !== undefined) assertFewArguments(text);
    const params = text === undefined ? undefined : (JSON.parse(text) as Record<string, unknown>);
    if (id === undefined) {
      channel.tell(method, params);
      return nothing;
    }
    if (!isProtocolMethod(method)) throw unknownProtocolMethod(method, catalog);
    assertRequestParams(method, params);
    return RawJson.fromText(JSON.stringify(await channel.ask(message, withoutTask(params))));
  }

  return {
    protocolVersion,
    speaks: (version) => isSpoken(version, protocolVersion),
    call,
    callDirect: (message) =>
      isProtocolMethod(message.request.method) ? call(message) : caller.callDirect(message),
    close: () => server.close(),
  };
}

/** The SDK's server with everything that is answered from memory. */
function createSdkServer(
  { config, store, document, version, pageSize = 1000 }: ToolServerOptions,
  catalog: ToolCatalog,
  channel: SdkChannel,
): Server {
  const resources = createResources({ document, store });
  const prompts = createPrompts(catalog);
  const serverInfo = { name: "svm-gateway", title: "SVM gateway", version };
  const capabilities = { tools: {}, resources: {}, prompts: {}, completions: {} };
  const server = new Server(serverInfo, { capabilities });

  // The SDK's own answer offers its newest version to a client whose version it does not know, and every version that it
  // ever spoke; ours offers the configured one.
  server.setRequestHandler(
    InitializeRequestSchema,
    ({ params }): InitializeResult => ({
      protocolVersion: negotiateVersion(params.protocolVersion, config.protocolVersion),
      capabilities,
      serverInfo,
      instructions: instructionsFor(catalog, store),
    }),
  );
  server.setRequestHandler(ListToolsRequestSchema, ({ params }, { requestId }) =>
    channel.handle(requestId, () => {
      const { items, ...next } = pageOf(catalog.list(), ({ name }) => name, params?.cursor, pageSize);
      return { tools: items, ...next };
    }),
  );
  server.setRequestHandler(ListResourcesRequestSchema, ({ params }, { requestId }) =>
    channel.handle(requestId, () => {
      const { items, ...next } = pageOf(resources.list(), ({ uri }) => uri, params?.cursor, pageSize);
      return { resources: items, ...next };
    }),
  );
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: resources.templates,
  }));
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }, { requestId }) =>
    channel.handle(requestId, () => resources.read(params.uri)),
  );
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: [...prompts.list] }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params }, { requestId }) =>
    channel.handle(requestId, () => prompts.get(params.name, params.arguments)),
  );
  server.setRequestHandler(CompleteRequestSchema, ({ params }) => complete(params, resources, store));
  return server;
}

/** A server without tasks answers a call that asks for one as any other; the SDK would fail it. */
function withoutTask(params: Record<string, unknown> | undefined): Record<string, unknown> | undefined {
  if (params === undefined || !("task" in params)) return params;
  const { task: _task, ...others } = params;
  return others;
}

/** A name that is a tool's says how tools are called. */
function unknownProtocolMethod(method: string, catalog: ToolCatalog): RpcError {
  const shown = JSON.stringify(method.length <= 60 ? method : `${method.slice(0, 57)}...`);
  const tool = catalog.offered.find(({ name }) => name === method);
  const hint =
    tool === undefined
      ? "tools/list lists the tools, tools/call calls them."
      : `It is a tool: use tools/call with ${JSON.stringify({ name: tool.name }).slice(0, -1)},"arguments":${tool.example}}.`;
  return RpcError.of("methodNotFound", `Method not found: ${shown}. ${hint}`);
}
