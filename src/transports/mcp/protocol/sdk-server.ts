import {
  isJSONRPCErrorResponse,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type MessageExtraInfo,
  type RequestId,
  type Result,
  Server,
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
import type { ToolCatalog, ToolNetworks } from "../tools/tool-catalog.ts";
import { invalidParamError } from "../tools/tool-errors.ts";
import { mayCallTool } from "../tools/tool-filter.ts";
import type { ToolMessage } from "../tools/tool-scope.ts";

/** The parts that answer the protocol's requests. */
export interface SdkServerOptions {
  readonly catalog: ToolCatalog;
  readonly runner: ToolRunner;
  readonly resources: Resources;
  readonly prompts: Prompts;
  readonly store: ShownNetworks;
  /** The configured version, offered if the client's version is not supported. */
  readonly protocolVersion: string;
  /** Whether callers have keys or tokens, which may allow only some tools. */
  readonly hasAuth: boolean;
}

const serverInfo = { name: "svm-gateway", title: "SVM gateway", version: packageVersion };
const capabilities = { tools: {}, resources: {}, prompts: {}, completions: {} };

/** How long clients of the version without a handshake may cache lists: short, since lists name the enabled networks. */
const listHint = { ttlMs: 60_000, cacheScope: "public" } as const;
const cacheHints = (hasAuth: boolean) => {
  // A known caller sees only the tools that it may call and the networks that it may use.
  const own = hasAuth ? ({ ...listHint, cacheScope: "private" } as const) : listHint;
  return {
    "server/discover": own,
    "tools/list": own,
    "prompts/list": listHint,
    "resources/list": own,
    "resources/templates/list": listHint,
    // Method pages never change, but networks do.
    "resources/read": { ...own, ttlMs: 0 },
  } as const;
};

/** Serves the versions with a handshake. No state is kept of the handshake, so one server serves every client. */
export async function createHandshakeServer(options: SdkServerOptions): Promise<SdkChannel> {
  const server = new Server(serverInfo, { capabilities });
  const channel = await openChannel(server, options);
  // The SDK's own answer has fixed instructions; these name the networks that are enabled now.
  server.setRequestHandler("initialize", ({ params }, { mcpReq }) =>
    channel.handle(mcpReq.id, (message) => ({
      protocolVersion: negotiateVersion(params.protocolVersion, options.protocolVersion),
      capabilities,
      serverInfo,
      instructions: instructionsFor(options.catalog, networksFor(message, options)),
    })),
  );
  return channel;
}

/** Serves the version without a handshake. */
export async function createStatelessServer(options: SdkServerOptions): Promise<SdkChannel> {
  const server = new StatelessServer(serverInfo, {
    capabilities,
    cacheHints: cacheHints(options.hasAuth),
  });
  const channel = await openChannel(server, options);
  server.setRequestHandler("server/discover", (_request, { mcpReq }) =>
    channel.handle(mcpReq.id, (message) => ({
      supportedVersions: [statelessVersion],
      capabilities,
      instructions: instructionsFor(options.catalog, networksFor(message, options)),
    })),
  );
  return channel;
}

/**
 * The SDK sets a server's version when a connection opens. This one serves the requests of all clients, each of which states its
 * version.
 */
class StatelessServer extends Server {
  protected override _negotiatedProtocolVersion = statelessVersion;
}

function networksFor({ scope }: ToolMessage, { store }: SdkServerOptions): ShownNetworks {
  return networksShownTo(store, scope.caller);
}

/** Adds the handlers that all versions share, and connects the server to a channel. */
async function openChannel(server: Server, options: SdkServerOptions): Promise<SdkChannel> {
  const { catalog, runner, resources, prompts } = options;
  const channel = new SdkChannel();
  server.setRequestHandler("tools/call", ({ params }, { mcpReq }) =>
    channel.handle(mcpReq.id, (message) => runner.call(params.name, message, mcpReq)),
  );
  server.setRequestHandler("tools/list", ({ params }, { mcpReq }) =>
    channel.handle(mcpReq.id, (message) => {
      const isIncluded = (name: string) => mayCallTool(message.scope.caller, name);
      assertNoCursor(params?.cursor);
      return { tools: catalog.list(isIncluded, networksFor(message, options)) };
    }),
  );
  server.setRequestHandler("resources/list", ({ params }, { mcpReq }) =>
    channel.handle(mcpReq.id, (message) => {
      assertNoCursor(params?.cursor);
      return { resources: resources.list(networksFor(message, options)) };
    }),
  );
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: resources.templates }));
  server.setRequestHandler("resources/read", ({ params }, { mcpReq }) =>
    channel.handle(mcpReq.id, (message) => resources.read(params.uri, networksFor(message, options))),
  );
  server.setRequestHandler("prompts/list", () => ({ prompts: [...prompts.list] }));
  server.setRequestHandler("prompts/get", ({ params }, { mcpReq }) =>
    channel.handle(mcpReq.id, () => prompts.get(params.name, params.arguments)),
  );
  server.setRequestHandler("completion/complete", ({ params }, { mcpReq }) =>
    channel.handle(mcpReq.id, (message) => resources.complete(params, networksFor(message, options))),
  );
  await server.connect(channel);
  return channel;
}

/** Every list has one page: many clients read only the first, and their model would never see the rest. */
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
 * Connects the SDK's server with the gateway's transports. The SDK works on parsed messages, in which numbers beyond 2^53 have lost
 * digits. So the SDK gets the parsed message under an id of this channel, and handlers look up the original text by that id. The
 * clients' own ids never reach the SDK, so one server serves many clients.
 */
class SdkChannel implements Transport {
  onmessage?: <T extends JSONRPCMessage>(message: T, extra?: MessageExtraInfo) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly #pending = new Map<number, PendingRequest>();
  #lastId = 0;

  async start(): Promise<void> {
    return;
  }

  async close(): Promise<void> {
    this.onclose?.();
  }

  /** Receives the SDK's answers, the only messages that it sends. */
  async send(answer: JSONRPCMessage): Promise<void> {
    if (isJSONRPCResultResponse(answer)) this.#remove(answer.id)?.resolve(answer.result);
    else if (isJSONRPCErrorResponse(answer) && answer.id !== undefined) {
      const pending = this.#remove(answer.id);
      // The fallback is an error of the SDK itself: a bug, since invalid requests were refused before.
      pending?.reject(pending.error ?? RpcError.from(new Error(answer.error.message)));
    }
  }

  ask(message: ToolMessage, params: Record<string, unknown> | undefined): Promise<Result> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { message, error: undefined, resolve, reject });
      const { method } = message.request;
      this.onmessage?.({ jsonrpc: "2.0", id, method, ...(params === undefined ? {} : { params }) });
    });
  }

  /** Runs a handler on the original message. Keeps its whole fault, of which the SDK would pass on only a part. */
  async handle<T>(id: RequestId, run: (message: ToolMessage) => Promise<T> | T): Promise<T> {
    const pending = this.#pending.get(Number(id));
    if (pending === undefined) throw new Error(`no request ${id} is open`);
    try {
      return await run(pending.message);
    } catch (caught) {
      pending.error = RpcError.from(caught);
      throw pending.error;
    }
  }

  #remove(id: RequestId): PendingRequest | undefined {
    const pending = this.#pending.get(Number(id));
    this.#pending.delete(Number(id));
    return pending;
  }
}

const maxNetworks = 20;

/** Instructions that a client gives its model at the start: how to use the tools, the networks, and the options that tools share. */
export function instructionsFor(catalog: ToolCatalog, networks: ToolNetworks): string {
  const enabled = networks.enabled();
  const named = enabled.slice(0, maxNetworks).map(({ id, name, type }) => `${id} (${name}, ${type})`);
  if (enabled.length > maxNetworks) named.push(`${enabled.length - maxNetworks} more`);
  // Leaves out options that a tool describes itself: the shared description may not fit.
  const unexplained = new Set(
    (catalog.hasFinder ? [] : catalog.listed()).flatMap(({ inputSchema }) =>
      Object.entries(inputSchema.properties).flatMap(([name, schema]) =>
        "description" in schema ? [] : [name],
      ),
    ),
  );
  const glossary = Object.entries(toolGlossary)
    .filter(([name]) => unexplained.has(name))
    .map(([name, text]) => `- ${name}: ${text}.`);
  return [
    "Tools for SVM ledgers such as Solana: accounts, tokens, blocks, transactions, epochs, validators. " +
      (catalog.hasFinder
        ? "Call findMethods with plain words first, then callMethod."
        : "Each is one method of the ledger; svm-gateway://methods/NAME is its full page."),
    "Amounts are in lamports (10^9 are one native token). Integers may exceed 2^53: copy their digits, do not compute with doubles.",
    `network selects one network by id, or "all" for every enabled one with results keyed by id; by default ` +
      `${networks.defaultNetwork().id} answers. Enabled: ${named.join(", ") || "none"}.`,
    ...(glossary.length === 0 ? [] : ["Options that many tools share:", ...glossary]),
  ].join("\n");
}
