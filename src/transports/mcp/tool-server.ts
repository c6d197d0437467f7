import type { Config } from "../../../generated/config.ts";
import { tools } from "../../../generated/tools.ts";
import type { Gateway } from "../../gateway/gateway-call.ts";
import type { MemoryAnswers } from "../../gateway/memory-answers.ts";
import { RawJson } from "../../json/raw-json.ts";
import type { NetworkStore } from "../../networks/network-store.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { truncate } from "../../text/truncate.ts";
import { createPrompts } from "./pages/prompts.ts";
import { createResources } from "./pages/resources.ts";
import { assertRequestParams, isProtocolMethod } from "./protocol/request-schemas.ts";
import {
  createHandshakeServer,
  createStatelessServer,
  type SdkServerOptions,
} from "./protocol/sdk-server.ts";
import { isStateless } from "./protocol/stateless-request.ts";
import { createToolCaller } from "./tools/call-tool.ts";
import { isSupportedVersion } from "./tools/protocol-version.ts";
import { assertFewArguments } from "./tools/tool-arguments.ts";
import { createToolCatalog, type ToolCatalog } from "./tools/tool-catalog.ts";
import type { ToolMessage } from "./tools/tool-scope.ts";

/** What the tool protocol needs. */
export interface ToolServerOptions {
  readonly gateway: Gateway;
  readonly store: NetworkStore;
  /** openrpc.json. */
  readonly document: RawJson;
  readonly config: Config;
  /** The product's version. */
  readonly version: string;
  /** Callers have keys or tokens, and not each may call every tool. */
  readonly areCallersKnown?: boolean;
  /** Makes what is answered without a call cost its caller points, by size; undefined where no caller is limited. */
  readonly memory?: MemoryAnswers;
}

/** The tool protocol without a transport: messages in, raw results out. */
export interface ToolServer {
  /** The configured version, which errors name if the client names none itself. */
  readonly protocolVersion: string;
  /** Whether a client may speak this version. */
  speaks(version: string): boolean;
  /** Whether a message needs no handshake before it: it says its version itself. Throws what is wrong with such a message. */
  isStateless(message: ToolMessage): boolean;
  /** Answers a message of the protocol, or throws an RpcError. A notification is answered with null. */
  call(message: ToolMessage): Promise<RawJson>;
  /** Answers the direct form: a tool by its own name, parameters by name, the bare result. */
  callDirect(message: ToolMessage): Promise<RawJson>;
  close(): Promise<void>;
}

/** The method whose calls the gateway admits itself. */
const callMethod = "tools/call";
const nullResult = RawJson.fromText("null");

/** Builds the tool server. Throws ConfigFaults if the words that narrow the tools mean nothing. */
export async function createToolServer(options: ToolServerOptions): Promise<ToolServer> {
  const { config, store, gateway } = options;
  const { protocolVersion, execution } = config;
  const catalog = createToolCatalog({
    tools,
    words: config.tools,
    providers: config.toolsProviders,
    readOnly: config.readOnly,
    networks: store,
  });
  const caller = createToolCaller({
    gateway,
    catalog,
    store,
    execution,
    maxResultBytes: config.toolResults.maxBytes,
    confirms: !config.skipConfirmation,
  });
  const serverOptions: SdkServerOptions = {
    catalog,
    caller,
    resources: createResources(options.document),
    prompts: createPrompts(catalog),
    store,
    protocolVersion,
    version: options.version,
    areCallersKnown: options.areCallersKnown === true,
  };
  const handshake = await createHandshakeServer(serverOptions);
  const stateless = await createStatelessServer(serverOptions);

  async function call(message: ToolMessage): Promise<RawJson> {
    const { request, scope } = message;
    if (options.memory === undefined || request.id === undefined || !isFromMemory(message))
      return answer(message);
    const question = `${request.method} ${request.params}`;
    return options.memory.answer(scope.caller, question, () => answer(message));
  }

  /** Whether a request is answered without a call that the gateway admits. */
  function isFromMemory(message: ToolMessage): boolean {
    if (message.request.method !== callMethod) return true;
    const name = catalog.finds ? paramsOf(message)?.name : undefined;
    return typeof name === "string" && caller.answersFromMemory(name);
  }

  async function answer(message: ToolMessage): Promise<RawJson> {
    const { method, id } = message.request;
    // A client's notifications are handled by the transport: a server of many clients must not act on one's ids.
    if (id === undefined) return nullResult;
    if (message.request.params !== undefined) assertFewArguments(message.request.params);
    const params = paramsOf(message);
    const isWithoutHandshake = isStateless(message, params);
    const channel = isWithoutHandshake ? stateless : handshake;
    if (!isProtocolMethod(method, isWithoutHandshake)) throw unknownProtocolMethod(method, catalog);
    assertRequestParams(method, params);
    return RawJson.fromText(JSON.stringify(await channel.ask(message, withoutTask(params))));
  }

  return {
    protocolVersion,
    speaks: (version) => isSupportedVersion(version, protocolVersion),
    isStateless: (message) => isStateless(message, paramsOf(message)),
    call,
    callDirect: (message) =>
      isProtocolMethod(message.request.method, false) ? call(message) : caller.callDirect(message),
    async close() {
      await Promise.all([handshake.close(), stateless.close()]);
    },
  };
}

function paramsOf({ request: { params } }: ToolMessage): Record<string, unknown> | undefined {
  return params === undefined ? undefined : (JSON.parse(params) as Record<string, unknown>);
}

/** A server without tasks ignores that a call asks for one; the SDK would reject the call. */
function withoutTask(params: Record<string, unknown> | undefined): Record<string, unknown> | undefined {
  if (params === undefined || !("task" in params)) return params;
  const { task: _task, ...others } = params;
  return others;
}

/** The error for an unknown method; for the name of a tool it says how tools are called. */
function unknownProtocolMethod(method: string, catalog: ToolCatalog): RpcError {
  const shown = JSON.stringify(truncate(method, 60));
  const tool = catalog.offered.find(({ name }) => name === method);
  const hint =
    tool === undefined
      ? "tools/list lists the tools, tools/call calls them."
      : `It is a tool: use tools/call with ${JSON.stringify({ name: tool.name }).slice(0, -1)},"arguments":${tool.example}}.`;
  return RpcError.of("methodNotFound", `Method not found: ${shown}. ${hint}`);
}
