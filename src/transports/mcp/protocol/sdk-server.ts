import { Server } from "@modelcontextprotocol/server";
import type { NetworkStore } from "../../../networks/network-store.ts";
import { complete } from "../pages/completions.ts";
import { instructionsFor } from "../pages/instructions.ts";
import { pageOf } from "../pages/page.ts";
import type { Prompts } from "../pages/prompts.ts";
import type { Resources } from "../pages/resources.ts";
import type { ToolCaller } from "../tools/call-tool.ts";
import { negotiateVersion, statelessVersion } from "../tools/protocol-version.ts";
import type { ToolCatalog } from "../tools/tool-catalog.ts";
import { mayCallTool } from "../tools/tool-rights.ts";
import { SdkChannel } from "./sdk-channel.ts";

/** What answers the protocol's requests. */
export interface SdkServerOptions {
  readonly catalog: ToolCatalog;
  readonly caller: ToolCaller;
  readonly resources: Resources;
  readonly prompts: Prompts;
  readonly store: NetworkStore;
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
const cacheHints = (areCallersKnown: boolean) =>
  ({
    "server/discover": listHint,
    // A known caller sees the tools that it may call.
    "tools/list": areCallersKnown ? ({ ...listHint, cacheScope: "private" } as const) : listHint,
    "prompts/list": listHint,
    "resources/list": listHint,
    "resources/templates/list": listHint,
    // A page never changes, but the networks do.
    "resources/read": { ttlMs: 0, cacheScope: "public" },
  }) as const;

/** Serves the versions with a handshake. The handshake leaves nothing behind, so one server serves every client. */
export async function createHandshakeServer(options: SdkServerOptions): Promise<ConnectedServer> {
  const serverInfo = serverInfoOf(options);
  const server = new Server(serverInfo, { capabilities });
  // The SDK's own answer holds instructions as they were at the start; these name the networks as they are now.
  server.setRequestHandler("initialize", ({ params }) => ({
    protocolVersion: negotiateVersion(params.protocolVersion, options.protocolVersion),
    capabilities,
    serverInfo,
    instructions: instructionsFor(options.catalog, options.store),
  }));
  return connect(server, options);
}

/** Serves the version without a handshake. */
export async function createStatelessServer(options: SdkServerOptions): Promise<ConnectedServer> {
  const server = new StatelessServer(serverInfoOf(options), {
    capabilities,
    cacheHints: cacheHints(options.areCallersKnown),
  });
  server.setRequestHandler("server/discover", () => ({
    supportedVersions: [statelessVersion],
    capabilities,
    instructions: instructionsFor(options.catalog, options.store),
  }));
  return connect(server, options);
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

/** Everything that both eras answer in the same way. */
async function connect(server: Server, options: SdkServerOptions): Promise<ConnectedServer> {
  const { catalog, caller, resources, prompts, store, pageSize } = options;
  const channel = new SdkChannel();
  server.setRequestHandler("tools/call", ({ params }, { mcpReq }) =>
    channel.handle(mcpReq.id, (message) => caller.call(params.name, message, mcpReq)),
  );
  server.setRequestHandler("tools/list", ({ params }, { mcpReq }) =>
    channel.handle(mcpReq.id, ({ scope: { caller: asking } }) => {
      const tools = catalog.list((name) => mayCallTool(asking, name));
      const { items, ...next } = pageOf(tools, ({ name }) => name, params?.cursor, pageSize);
      return { tools: items, ...next };
    }),
  );
  server.setRequestHandler("resources/list", ({ params }, { mcpReq }) =>
    channel.handle(mcpReq.id, () => {
      const { items, ...next } = pageOf(resources.list(), ({ uri }) => uri, params?.cursor, pageSize);
      return { resources: items, ...next };
    }),
  );
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: resources.templates }));
  server.setRequestHandler("resources/read", ({ params }, { mcpReq }) =>
    channel.handle(mcpReq.id, () => resources.read(params.uri)),
  );
  server.setRequestHandler("prompts/list", () => ({ prompts: [...prompts.list] }));
  server.setRequestHandler("prompts/get", ({ params }, { mcpReq }) =>
    channel.handle(mcpReq.id, () => prompts.get(params.name, params.arguments)),
  );
  server.setRequestHandler("completion/complete", ({ params }) => complete(params, resources, store));
  await server.connect(channel);
  return { server, channel };
}
