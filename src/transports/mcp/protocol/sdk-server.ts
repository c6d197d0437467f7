import { Server } from "@modelcontextprotocol/server";
import { networksShownTo, type ShownNetworks } from "../../../gateway/select-networks.ts";
import { complete } from "../pages/completions.ts";
import { instructionsFor } from "../pages/instructions.ts";
import type { Prompts } from "../pages/prompts.ts";
import type { Resources } from "../pages/resources.ts";
import type { ToolCaller } from "../tools/call-tool.ts";
import { invalidParam } from "../tools/faults.ts";
import { negotiateVersion, statelessVersion } from "../tools/protocol-version.ts";
import type { ToolCatalog } from "../tools/tool-catalog.ts";
import { mayCallTool } from "../tools/tool-rights.ts";
import type { ToolMessage } from "../tools/tool-scope.ts";
import { SdkChannel } from "./sdk-channel.ts";

/** The parts that answer the protocol's requests. */
export interface SdkServerOptions {
  readonly catalog: ToolCatalog;
  readonly caller: ToolCaller;
  readonly resources: Resources;
  readonly prompts: Prompts;
  readonly store: ShownNetworks;
  /** The configured version, offered if the client's version is not supported. */
  readonly protocolVersion: string;
  /** The product's version. */
  readonly version: string;
  /** Whether callers have keys or tokens, which may allow only some tools. */
  readonly areCallersKnown: boolean;
}

const capabilities = { tools: {}, resources: {}, prompts: {}, completions: {} };

/** How long clients of the version without a handshake may cache lists: short, since lists name the enabled networks. */
const listHint = { ttlMs: 60_000, cacheScope: "public" } as const;
const cacheHints = (areCallersKnown: boolean) => {
  // A known caller sees only the tools that it may call and the networks that it may use.
  const own = areCallersKnown ? ({ ...listHint, cacheScope: "private" } as const) : listHint;
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
  const serverInfo = serverInfoOf(options);
  const server = new Server(serverInfo, { capabilities });
  const channel = await connect(server, options);
  // The SDK's own answer has fixed instructions; these name the networks that are enabled now.
  server.setRequestHandler("initialize", ({ params }, { mcpReq }) =>
    channel.handle(mcpReq.id, (message) => ({
      protocolVersion: negotiateVersion(params.protocolVersion, options.protocolVersion),
      capabilities,
      serverInfo,
      instructions: instructionsFor(options.catalog, networksOf(message, options)),
    })),
  );
  return channel;
}

/** Serves the version without a handshake. */
export async function createStatelessServer(options: SdkServerOptions): Promise<SdkChannel> {
  const server = new StatelessServer(serverInfoOf(options), {
    capabilities,
    cacheHints: cacheHints(options.areCallersKnown),
  });
  const channel = await connect(server, options);
  server.setRequestHandler("server/discover", (_request, { mcpReq }) =>
    channel.handle(mcpReq.id, (message) => ({
      supportedVersions: [statelessVersion],
      capabilities,
      instructions: instructionsFor(options.catalog, networksOf(message, options)),
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

function serverInfoOf({ version }: SdkServerOptions): { name: string; title: string; version: string } {
  return { name: "svm-gateway", title: "SVM gateway", version };
}

/** The networks that the caller of a message may see. */
function networksOf({ scope }: ToolMessage, { store }: SdkServerOptions): ShownNetworks {
  return networksShownTo(store, scope.caller);
}

/** Adds the handlers that all versions share, and connects the server to a channel. */
async function connect(server: Server, options: SdkServerOptions): Promise<SdkChannel> {
  const { catalog, caller, resources, prompts } = options;
  const channel = new SdkChannel();
  server.setRequestHandler("tools/call", ({ params }, { mcpReq }) =>
    channel.handle(mcpReq.id, (message) => caller.call(params.name, message, mcpReq)),
  );
  server.setRequestHandler("tools/list", ({ params }, { mcpReq }) =>
    channel.handle(mcpReq.id, (message) => {
      const isIncluded = (name: string) => mayCallTool(message.scope.caller, name);
      assertNoCursor(params?.cursor);
      return { tools: catalog.list(isIncluded, networksOf(message, options)) };
    }),
  );
  server.setRequestHandler("resources/list", ({ params }, { mcpReq }) =>
    channel.handle(mcpReq.id, (message) => {
      assertNoCursor(params?.cursor);
      return { resources: resources.list(networksOf(message, options)) };
    }),
  );
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: resources.templates }));
  server.setRequestHandler("resources/read", ({ params }, { mcpReq }) =>
    channel.handle(mcpReq.id, (message) => resources.read(params.uri, networksOf(message, options))),
  );
  server.setRequestHandler("prompts/list", () => ({ prompts: [...prompts.list] }));
  server.setRequestHandler("prompts/get", ({ params }, { mcpReq }) =>
    channel.handle(mcpReq.id, () => prompts.get(params.name, params.arguments)),
  );
  server.setRequestHandler("completion/complete", ({ params }, { mcpReq }) =>
    channel.handle(mcpReq.id, (message) => complete(params, resources, networksOf(message, options))),
  );
  await server.connect(channel);
  return channel;
}

/** Every list has one page: many clients read only the first, and their model would never see the rest. */
function assertNoCursor(cursor: string | undefined): void {
  if (cursor === undefined) return;
  throw invalidParam(
    "cursor",
    "must be the nextCursor of an earlier page, but every list has only one page; leave it out",
  );
}
