import type { Config } from "../../../generated/config.ts";
import type { GatewayAnswers } from "../../gateway/gateway-answers.ts";
import type { Gateway } from "../../gateway/gateway-call.ts";
import { RawJson } from "../../json/raw-json.ts";
import type { NetworkStore } from "../../networks/network-store.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { truncate } from "../../text/wording.ts";
import { Prompts } from "./content/prompts.ts";
import { Resources } from "./content/resources.ts";
import { assertRequestParams, isProtocolMethod, isStateless } from "./protocol/check-request.ts";
import {
  createHandshakeServer,
  createStatelessServer,
  type SdkServerOptions,
} from "./protocol/sdk-server.ts";
import { ToolRunner } from "./tools/call-tool.ts";
import { isAnsweredFromCatalog } from "./tools/finder-tools.ts";
import { isSupportedVersion } from "./tools/protocol-version.ts";
import { assertFewArguments } from "./tools/tool-arguments.ts";
import { ToolCatalog } from "./tools/tool-catalog.ts";
import type { ToolMessage } from "./tools/tool-scope.ts";

interface ToolServerOptions {
  readonly gateway: Gateway;
  readonly store: NetworkStore;
  readonly document: RawJson;
  readonly config: Config;
  /** True if keys or tokens are configured, which may restrict tools. */
  readonly hasAuth: boolean;
  /** Charges callers by size for answers without a call; undefined if no caller is limited. */
  readonly gatewayAnswers?: GatewayAnswers;
}

/** MCP without a transport: takes messages and returns raw results. */
export type ToolServer = Awaited<ReturnType<typeof createToolServer>>;

const callMethod = "tools/call";
const nullResult = RawJson.fromText("null");

/** Builds the tool server. Throws ConfigFaults for words in `tools` that are neither a category nor a method. */
export async function createToolServer(options: ToolServerOptions) {
  const { config, store, gateway } = options;
  const { protocolVersion } = config;
  const catalog = new ToolCatalog(config, store);
  const runner = new ToolRunner(config, catalog, gateway, store);
  const serverOptions: SdkServerOptions = {
    catalog,
    runner,
    resources: new Resources(options.document),
    prompts: new Prompts(catalog),
    store,
    protocolVersion,
    hasAuth: options.hasAuth,
  };
  const handshake = await createHandshakeServer(serverOptions);
  const stateless = await createStatelessServer(serverOptions);

  /** Answers a protocol message, or throws an RpcError. Returns null for a notification. */
  async function call(message: ToolMessage): Promise<RawJson> {
    const { request, scope } = message;
    if (options.gatewayAnswers === undefined || request.id === undefined || !needsNoCall(message))
      return answer(message);
    return options.gatewayAnswers.answer(scope.caller, () => answer(message));
  }

  /** True if a request is answered without a gateway call, which would be charged. */
  function needsNoCall(message: ToolMessage): boolean {
    if (message.request.method !== callMethod) return true;
    return catalog.hasFinder && isAnsweredFromCatalog(objectParams(message)?.name);
  }

  async function answer(message: ToolMessage): Promise<RawJson> {
    const { method, id } = message.request;
    // Transports handle notifications, since ids of this server's many clients may collide.
    if (id === undefined) return nullResult;
    if (message.request.params !== undefined) assertFewArguments(message.request.params);
    const params = objectParams(message);
    const usesStateless = isStateless(message, params);
    const channel = usesStateless ? stateless : handshake;
    if (!isProtocolMethod(method, usesStateless)) throw unknownProtocolMethodError(method, catalog);
    assertRequestParams(method, params);
    return RawJson.fromText(JSON.stringify(await channel.request(message, withoutTask(params))));
  }

  return {
    /** The configured version, reported in errors if the client names none. */
    protocolVersion,
    supportsVersion: (version: string) => isSupportedVersion(version, protocolVersion),
    /** True if a message uses the stateless version. Throws if such a message is malformed. */
    isStateless: (message: ToolMessage) => isStateless(message, objectParams(message)),
    call,
    /** Answers the direct form, whose method is a tool name, with the bare result. */
    callDirect: (message: ToolMessage): Promise<RawJson> =>
      isProtocolMethod(message.request.method, false) ? call(message) : runner.callDirect(message),
    async close(): Promise<void> {
      await Promise.all([handshake.close(), stateless.close()]);
    },
  };
}

function objectParams({ request: { params } }: ToolMessage): Record<string, unknown> | undefined {
  return params === undefined ? undefined : (JSON.parse(params) as Record<string, unknown>);
}

/** Removes `task`. A server without tasks must ignore it, but the SDK would reject the call. */
function withoutTask(params: Record<string, unknown> | undefined): Record<string, unknown> | undefined {
  if (params === undefined || !("task" in params)) return params;
  const { task: _task, ...others } = params;
  return others;
}

/** Builds the error for an unknown method, with a hint if it is the name of a tool. */
function unknownProtocolMethodError(method: string, catalog: ToolCatalog): RpcError {
  const shown = JSON.stringify(truncate(method));
  const tool = catalog.offered.find(({ name }) => name === method);
  const hint =
    tool === undefined
      ? "tools/list lists the tools, tools/call calls them."
      : `It is a tool: use tools/call with ${JSON.stringify({ name: tool.name }).slice(0, -1)},"arguments":${tool.example}}.`;
  return RpcError.of("methodNotFound", `Method not found: ${shown}. ${hint}`);
}
