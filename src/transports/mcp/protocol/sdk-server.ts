import { Server } from "@modelcontextprotocol/server";
import { networksShownTo, type ShownNetworks } from "../../../gateway/usable-networks.ts";
import { complete } from "../pages/completions.ts";
import { instructionsFor } from "../pages/instructions.ts";
import { pageOf } from "../pages/page.ts";
import type { Prompts } from "../pages/prompts.ts";
import type { Resources } from "../pages/resources.ts";
import type { ToolCaller } from "../tools/call-tool.ts";
import { negotiateVersion, statelessVersion } from "../tools/protocol-version.ts";
import type { ToolCatalog } from "../tools/tool-catalog.ts";
import { mayCallTool } from "../tools/tool-rights.ts";
import type { ToolMessage } from "../tools/tool-scope.ts";
import { SdkChannel } from "./sdk-channel.ts";

/** What answers the protocol's requests. */
export interface SdkServerOptions {
  readonly catalog: ToolCatalog;
  readonly caller: ToolCaller;
  readonly resources: Resources;
  readonly prompts: Prompts;
  readonly store: ShownNetworks;
  /** The configured version, offered if the client's own is not supported. */
  readonly protocolVersion: string;
  /** The product's version. */
  readonly version: string;
  /** Items of one page of a list. */
  readonly pageSize: number;
  /** Callers have keys or tokens, and not each may call every tool. */
  readonly areCallersKnown: boolean;
}

/** A server of the SDK and the channel that leads to it. */
export interface ConnectedServer {
  readonly server: Server;
  readonly channel: SdkChannel;
}

const capabilities = { tools: {}, resources: {}, prompts: {}, completions: {} };

/** How long clients may keep what the version without a handshake calls cacheable. Lists name the enabled networks. */
const listHint = { ttlMs: 60_000, cacheScope: "public" } as const;
const cacheHints = (areCallersKnown: boolean) => {
  // A known caller sees the tools that it may call, and the networks that it may use.
  const own = areCallersKnown ? ({ ...listHint, cacheScope: "private" } as const) : listHint;
  return {
    "server/discover": own,
    "tools/list": own,
    "prompts/list": listHint,
    "resources/list": own,
    "resources/templates/list": listHint,
    // A page never changes, but the networks do.
    "resources/read": { ...own, ttlMs: 0 },
  } as const;
};

/** Serves the versions with a handshake. The handshake leaves nothing behind, so one server serves every client. */
export async function createHandshakeServer(options: SdkServerOptions): Promise<ConnectedServer> {
  const serverInfo = serverInfoOf(options);
  const server = new Server(serverInfo, { capabilities });
  // The SDK's own answer holds instructions as they were at the start; these name the networks as they are now.
  return connect(server, options, (channel) =>
    server.setRequestHandler("initialize", ({ params }, { mcpReq }) =>
      channel.handle(mcpReq.id, (message) => ({
        protocolVersion: negotiateVersion(params.protocolVersion, options.protocolVersion),
        capabilities,
        serverInfo,
        instructions: instructionsFor(options.catalog, networksOf(message, options)),
      })),
    ),
  );
}

/** Serves the version without a handshake. */
export async function createStatelessServer(options: SdkServerOptions): Promise<ConnectedServer> {
  const server = new StatelessServer(serverInfoOf(options), {
    capabilities,
    cacheHints: cacheHints(options.areCallersKnown),
  });
  return connect(server, options, (channel) =>
    server.setRequestHandler("server/discover", (_request, { mcpReq }) =>
      channel.handle(mcpReq.id, (message) => ({
        supportedVersions: [statelessVersion],
        capabilities,
        instructions: instructionsFor(options.catalog, networksOf(message, options)),
      })),
    ),
  );
}

/**
 * The SDK binds a server to an era when a connection opens. Here one server serves the requests of all clients, since each
 * request says its version itself.
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

/** Everything that both eras answer in the same way; `begin` adds how a client begins. */
async function connect(
  server: Server,
  options: SdkServerOptions,
  begin: (channel: SdkChannel) => void,
): Promise<ConnectedServer> {
  const { catalog, caller, resources, prompts, pageSize } = options;
  const channel = new SdkChannel();
  begin(channel);
  server.setRequestHandler("tools/call", ({ params }, { mcpReq }) =>
    channel.handle(mcpReq.id, (message) => caller.call(params.name, message, mcpReq)),
  );
  server.setRequestHandler("tools/list", ({ params }, { mcpReq }) =>
    channel.handle(mcpReq.id, (message) => {
      const isIncluded = (name: string) => mayCallTool(message.scope.caller, name);
      const tools = catalog.list(isIncluded, networksOf(message, options));
      const { items, ...next } = pageOf(tools, ({ name }) => name, params?.cursor, pageSize);
      return { tools: items, ...next };
    }),
  );
  server.setRequestHandler("resources/list", ({ params }, { mcpReq }) =>
    channel.handle(mcpReq.id, (message) => {
      const listed = resources.list(networksOf(message, options));
      const { items, ...next } = pageOf(listed, ({ uri }) => uri, params?.cursor, pageSize);
      return { resources: items, ...next };
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
  return { server, channel };
}
