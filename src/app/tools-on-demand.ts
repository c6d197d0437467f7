import type { RequestHandler } from "express";
import type { ReadCallHeaders } from "../transports/shared/call-headers.ts";
import type { RequestBodies } from "../transports/shared/request-bodies.ts";
import type { Service } from "./assemble.ts";

/** Serves the tool protocol. Its libraries are slow to load, so the first request loads them. */
export function createToolsOnDemand(
  service: Service,
  bodies: RequestBodies,
  readCallHeaders: ReadCallHeaders,
): { handler: RequestHandler; close(): Promise<void> } {
  const { gateway, localAnswers, store, document, config, limitHeaders, reportFault } = service;
  let loaded: ReturnType<typeof load> | undefined;

  async function load() {
    const { createToolServer } = await import("../transports/mcp/tool-server.ts");
    const { createToolProtocolHandler } = await import("../transports/mcp/tool-protocol-handler.ts");
    const hasAuth = service.auth !== undefined;
    const tools = await createToolServer({ gateway, store, document, config, hasAuth, localAnswers });
    return {
      tools,
      handler: createToolProtocolHandler({
        tools,
        serverConfig: config.serverConfig,
        checks: service.checks,
        maxAnswerBytes: service.shares.batch,
        bodies,
        readCallHeaders,
        resource: service.auth?.authenticator.resource,
        limitHeaders,
        reportFault,
      }),
    };
  }

  return {
    handler: async (request, response, next) => {
      loaded ??= load();
      const { handler } = await loaded;
      await handler(request, response, next);
    },
    close: async () => (await loaded)?.tools.close(),
  };
}
