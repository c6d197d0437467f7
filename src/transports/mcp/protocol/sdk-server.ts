import {
  type HandlerResultTypeMap,
  isJSONRPCErrorResponse,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type MessageExtraInfo,
  type RequestId,
  type RequestMethod,
  type RequestTypeMap,
  type Result,
  Server,
  type ServerContext,
  type Transport,
} from "@modelcontextprotocol/server";
import { toolGlossary } from "../../../../generated/tools.ts";
import { networksShownTo, type ShownNetworks } from "../../../gateway/select-networks.ts";
import { packageVersion } from "../../../package-root.ts";
import { RpcError } from "../../../rpc/rpc-error.ts";
import type { Prompts } from "../content/prompts.ts";
import type { Resources } from "../content/resources.ts";
import type { ToolRunner } from "../tools/call-tool.ts";
import { negotiateVersion, statelessVersion } from "../tools/protocol-version.ts";
import type { ToolCatalog } from "../tools/tool-catalog.ts";
import { invalidParamError } from "../tools/tool-errors.ts";
import { mayCallTool } from "../tools/tool-filter.ts";
import type { ToolMessage } from "../tools/tool-scope.ts";

/** Dependencies of the request handlers. */
export interface SdkServerOptions {
  readonly catalog: ToolCatalog;
  readonly runner: ToolRunner;
  readonly resources: Resources;
  readonly prompts: Prompts;
  readonly store: ShownNetworks;
  /** The configured version, offered if the client's is not supported. */
  readonly protocolVersion: string;
  /** True if keys or tokens are configured, which may restrict tools. */
  readonly hasAuth: boolean;
}

const serverInfo = { name: "svm-gateway", title: "SVM gateway", version: packageVersion };
const capabilities = { tools: {}, resources: {}, prompts: {}, completions: {} };

/** Cache hint of the stateless version. The TTL is short, because lists name the enabled networks. */
const listHint = { ttlMs: 60_000, cacheScope: "public" } as const;
const cacheHints = (hasAuth: boolean) => {
  // An authenticated caller sees only the tools and networks that it may use.
  const perCaller = hasAuth ? ({ ...listHint, cacheScope: "private" } as const) : listHint;
  return {
    "server/discover": perCaller,
    "tools/list": perCaller,
    "prompts/list": listHint,
    "resources/list": perCaller,
    "resources/templates/list": listHint,
    // Method pages never change, but networks do.
    "resources/read": { ...perCaller, ttlMs: 0 },
  } as const;
};

/** Serves the handshake versions. The handshake leaves no state, so one server serves all clients. */
export async function createHandshakeServer(options: SdkServerOptions): Promise<SdkChannel> {
  const channel = await openChannel(new Server(serverInfo, { capabilities }), options);
  // The SDK's own instructions are fixed; these name the currently enabled networks.
  channel.handle("initialize", (message, params) => ({
    protocolVersion: negotiateVersion(params.protocolVersion, options.protocolVersion),
    capabilities,
    serverInfo,
    instructions: instructionsFor(options.catalog, networksFor(message, options)),
  }));
  return channel;
}

/** Serves the stateless version. */
export async function createStatelessServer(options: SdkServerOptions): Promise<SdkChannel> {
  const server = new StatelessServer(serverInfo, {
    capabilities,
    cacheHints: cacheHints(options.hasAuth),
  });
  const channel = await openChannel(server, options);
  channel.handle("server/discover", (message) => ({
    supportedVersions: [statelessVersion],
    capabilities,
    instructions: instructionsFor(options.catalog, networksFor(message, options)),
  }));
  return channel;
}

/** Sets the version, which the SDK would set when a connection opens. This server serves requests of all clients. */
class StatelessServer extends Server {
  protected override _negotiatedProtocolVersion = statelessVersion;
}

function networksFor({ scope }: ToolMessage, { store }: SdkServerOptions): ShownNetworks {
  return networksShownTo(store, scope.caller);
}

/** Adds the handlers shared by all versions and connects the server to a channel. */
async function openChannel(server: Server, options: SdkServerOptions): Promise<SdkChannel> {
  const { catalog, runner, resources, prompts } = options;
  const channel = new SdkChannel(server);
  channel.handle("tools/call", (message, { name }, extras) => runner.call(name, message, extras));
  channel.handle("tools/list", (message, params) => {
    assertNoCursor(params?.cursor);
    const isIncluded = (name: string) => mayCallTool(message.scope.caller, name);
    return { tools: catalog.list(isIncluded, networksFor(message, options)) };
  });
  channel.handle("resources/list", (message, params) => {
    assertNoCursor(params?.cursor);
    return { resources: resources.list(networksFor(message, options)) };
  });
  channel.handle("resources/templates/list", () => ({ resourceTemplates: resources.templates }));
  channel.handle("resources/read", (message, { uri }) => resources.read(uri, networksFor(message, options)));
  channel.handle("prompts/list", () => ({ prompts: prompts.list() }));
  channel.handle("prompts/get", (_message, params) => prompts.get(params.name, params.arguments));
  channel.handle("completion/complete", (message, params) =>
    resources.complete(params, networksFor(message, options)),
  );
  await server.connect(channel);
  return channel;
}

/** Rejects cursors. Lists have a single page, because many clients read only the first and hide the rest from the model. */
function assertNoCursor(cursor: string | undefined): void {
  if (cursor === undefined) return;
  throw invalidParamError(
    "cursor",
    "must be the nextCursor of an earlier page, but every list has only one page; leave it out",
  );
}

interface PendingRequest {
  readonly message: ToolMessage;
  error: RpcError | undefined;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: RpcError) => void;
}

/**
 * Connects the SDK's server to the gateway's transports. Parsed messages lose digits beyond 2^53, so the SDK gets them under an id of
 * this channel, by which handlers look up the original text. Client ids never reach the SDK, so one server serves many clients.
 */
class SdkChannel implements Transport {
  onmessage?: <T extends JSONRPCMessage>(message: T, extra?: MessageExtraInfo) => void;
  onclose?: () => void;
  readonly #server: Server;
  readonly #pending = new Map<number, PendingRequest>();
  #lastId = 0;

  constructor(server: Server) {
    this.#server = server;
  }

  /** Sets a method's handler, which gets the original message too. Preserves its whole error, which the SDK would truncate. */
  handle<Method extends RequestMethod>(
    method: Method,
    run: (
      message: ToolMessage,
      params: RequestTypeMap[Method]["params"],
      extras: ServerContext["mcpReq"],
    ) => HandlerResultTypeMap[Method] | Promise<HandlerResultTypeMap[Method]>,
  ): void {
    this.#server.setRequestHandler(method, async ({ params }, { mcpReq }) => {
      const pending = this.#pending.get(Number(mcpReq.id));
      if (pending === undefined) throw new Error(`request ${mcpReq.id} is not pending`);
      try {
        return await run(pending.message, params, mcpReq);
      } catch (caught) {
        pending.error = RpcError.from(caught);
        throw pending.error;
      }
    });
  }

  async start(): Promise<void> {
    return;
  }

  async close(): Promise<void> {
    this.onclose?.();
  }

  /** Called by the SDK with each answer, the only messages that it sends. */
  async send(answer: JSONRPCMessage): Promise<void> {
    if (isJSONRPCResultResponse(answer)) this.#remove(answer.id)?.resolve(answer.result);
    else if (isJSONRPCErrorResponse(answer) && answer.id !== undefined) {
      const pending = this.#remove(answer.id);
      // An error of the SDK itself is a bug, since invalid requests never reach it.
      pending?.reject(pending.error ?? RpcError.from(new Error(answer.error.message)));
    }
  }

  request(message: ToolMessage, params: Record<string, unknown> | undefined): Promise<Result> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { message, error: undefined, resolve, reject });
      const { method } = message.request;
      this.onmessage?.({ jsonrpc: "2.0", id, method, ...(params === undefined ? {} : { params }) });
    });
  }

  #remove(id: RequestId): PendingRequest | undefined {
    const pending = this.#pending.get(Number(id));
    this.#pending.delete(Number(id));
    return pending;
  }
}

const maxNetworks = 20;

/** Instructions for the model: how to use the tools, the networks, and the options shared by tools. */
export function instructionsFor(catalog: ToolCatalog, networks: ShownNetworks): string {
  const enabled = networks.enabled();
  const shown = enabled.slice(0, maxNetworks).map(({ id, name, type }) => `${id} (${name}, ${type})`);
  if (enabled.length > maxNetworks) shown.push(`${enabled.length - maxNetworks} more`);
  // Skips options that a tool describes itself, where the shared text may not apply.
  const undescribed = new Set(
    (catalog.hasFinder ? [] : catalog.listed()).flatMap(({ inputSchema }) =>
      Object.entries(inputSchema.properties).flatMap(([name, schema]) =>
        "description" in schema ? [] : [name],
      ),
    ),
  );
  const glossary = Object.entries(toolGlossary)
    .filter(([name]) => undescribed.has(name))
    .map(([name, text]) => `- ${name}: ${text}.`);
  return [
    "Tools for SVM ledgers such as Solana: accounts, tokens, blocks, transactions, epochs, validators. " +
      (catalog.hasFinder
        ? "Call findMethods with plain words first, then callMethod."
        : "Each is one method of the ledger; svm-gateway://methods/NAME is its full page."),
    "Amounts are in lamports (10^9 are one native token). Integers may exceed 2^53: copy their digits, do not compute with doubles.",
    `network selects one network by id, or "all" for every enabled one with results keyed by id; by default ` +
      `${networks.defaultNetwork().id} answers. Enabled: ${shown.join(", ") || "none"}.`,
    ...(glossary.length === 0 ? [] : ["Options that many tools share:", ...glossary]),
  ].join("\n");
}
