import type { ServerResponse } from "node:http";
import { join } from "node:path";
import type { Request, RequestHandler } from "express";
import { methodCounts } from "../../generated/methods.ts";
import { createManagementCheck, managementRule } from "../gateway/management-check.ts";
import { discoverMethod } from "../gateway/with-discovery.ts";
import { RawJson } from "../json/raw-json.ts";
import type { Network } from "../networks/network.ts";
import { networkRecord } from "../networks/network-record.ts";
import { createStatusReport } from "../observability/status-report.ts";
import { listUpstreams } from "../observability/upstream-list.ts";
import { packageRoot, packageVersion } from "../package-root.ts";
import { providerOfHost } from "../providers/provider-names.ts";
import { errorTable } from "../rpc/error-table.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import {
  type HealthPageOptions,
  httpHealthPage,
  livenessPage,
  readinessPage,
  webHealthPage,
} from "../transports/http/health-pages.ts";
import { entityTag, hasVersion } from "../transports/http/pages/entity-tag.ts";
import { playgroundPolicy, staticPages, statusPagePolicy } from "../transports/http/pages/static-pages.ts";
import { refuse } from "../transports/http/refuse.ts";
import type { RouteHandlers } from "../transports/http/routes.ts";
import { writeAnswer } from "../transports/http/write-answer.ts";
import { createClientChecks } from "../transports/shared/client-checks.ts";
import type { Service } from "./assemble.ts";

const metricsAreOff = RpcError.of(
  "pathNotFound",
  "Metrics are switched off here: set server_config.enable_metrics to true to serve them",
  { data: { reason: "metrics-off" } },
);

/** Costs what the smallest answer does. */
const nothing = RawJson.fromText("");

/** The handlers of every route that is no JSON-RPC and no tool protocol, over one service. */
export function createPages(service: Service): Omit<RouteHandlers, "toolProtocol"> {
  const { config, store, metrics, document } = service;
  const { compression, compressionMinBytes } = config.serverConfig;
  const compressFrom = compression ? compressionMinBytes : Number.POSITIVE_INFINITY;
  const { callerOf } = createClientChecks(config.serverConfig);
  const health: HealthPageOptions = {
    health: service.health,
    version: packageVersion,
    protocolVersion: config.protocolVersion,
    capabilities: { tools: true, resources: true, prompts: true, methods: methodCounts },
  };
  const statusReport = createStatusReport({
    version: packageVersion,
    store,
    networks: () => service.upstreams.status(),
    metricsText: () => service.metricsText(),
  });

  /**
   * A page that costs its caller points by its size, as the same bytes do on the other routes. One that never changes has a tag:
   * a client that has that version gets a 304, for one point.
   */
  function fromMemory(question: string, make: () => RawJson, tag?: string): RequestHandler {
    return async (request, response) => {
      try {
        const isKnown = tag !== undefined && hasVersion(request, tag);
        const body = await service.memory.answer(callerOf(request), question, isKnown ? () => nothing : make);
        if (tag !== undefined) response.set({ etag: tag, "cache-control": "no-cache" });
        if (isKnown) {
          response.set("vary", "accept-encoding").status(304).end();
          return;
        }
        writeAnswer(request, response, 200, [], body, compressFrom);
      } catch (caught) {
        refuseWith(response, RpcError.from(caught));
      }
    };
  }

  const assertMayManage = createManagementCheck(managementRule(config.serverConfig));

  /** What operators do and ask: guarded as changes of networks are, and never kept. */
  function forOperators(act: (request: Request) => Promise<object>): RequestHandler {
    return async (request, response) => {
      try {
        const caller = callerOf(request);
        assertMayManage(caller);
        const question = `${request.method} ${request.path}`;
        const make = async () => RawJson.write(await act(request));
        const body = await service.memory.answer(caller, question, make);
        writeAnswer(request, response, 200, ["cache-control", "no-store"], body, compressFrom);
      } catch (caught) {
        refuseWith(response, RpcError.from(caught));
      }
    };
  }

  function refuseWith(response: ServerResponse, fault: RpcError): void {
    if (fault.retryAfterSeconds !== undefined)
      response.setHeader("retry-after", String(Math.ceil(fault.retryAfterSeconds)));
    if (fault.kind === "internal") service.onInternalFault(fault);
    refuse(response, errorTable[fault.kind].toolStatus, fault);
  }

  /** A page for a point: its own files are sent once to each browser, and cost nothing. */
  function paid(path: string, page: RequestHandler): RequestHandler {
    return async (request, response, next) => {
      try {
        if (request.path === path) await service.memory.admitPage(callerOf(request));
      } catch (caught) {
        refuseWith(response, RpcError.from(caught));
        return;
      }
      await page(request, response, next);
    };
  }

  return {
    reload: forOperators(async () => {
      if (service.reload === undefined)
        throw RpcError.of("pathNotFound", "The configuration of this process can't be read again.");
      return service.reload();
    }),
    upstreams: forOperators(async ({ method, query: { cordon, uncordon } }) => {
      if (method === "POST") {
        const id = cordon ?? uncordon;
        if (typeof id !== "string")
          throw RpcError.of("invalidParams", "Say which upstream: ?cordon=ID or ?uncordon=ID.");
        await store.setCordoned(id, cordon !== undefined);
      }
      return { upstreams: listUpstreams(store, service.upstreams.status()) };
    }),
    webHealth: webHealthPage(health),
    httpHealth: httpHealthPage(health),
    liveness: livenessPage,
    readiness: readinessPage(service.health),
    metrics: async (_request, response) => {
      if (!config.serverConfig.enableMetrics) {
        refuse(response, 404, metricsAreOff);
        return;
      }
      response.set("content-type", metrics.contentType).send(await service.metricsText());
    },
    document: fromMemory(discoverMethod, () => document, entityTag(document.toBuffer())),
    networks: fromMemory("GET /networks", () =>
      RawJson.write({
        default_network: store.defaultNetwork().id,
        networks: store
          .list()
          .map((network) => ({ ...networkRecord(network), providers: providersOf(network) })),
      }),
    ),
    statusReport: paid("/status.json", async (_request, response) => {
      response.set("cache-control", "no-store").json(await statusReport());
    }),
    statusPage: paid(
      "/status",
      staticPages({
        folder: join(packageRoot, "docs/site/status"),
        path: "/status",
        contentSecurityPolicy: statusPagePolicy,
        indexBelow: false,
      }),
    ),
    docs: staticPages({
      folder: join(packageRoot, "docs/site"),
      path: "/docs",
      contentSecurityPolicy: playgroundPolicy,
      indexBelow: true,
    }),
  };
}

/** Ids of the providers that are known to run a network's upstreams. */
function providersOf({ rpcUrls }: Network): string[] {
  const ids = rpcUrls.map(({ url, provider }) => provider?.id ?? providerOfHost(new URL(url).hostname));
  return [...new Set(ids.filter((id) => id !== undefined))];
}
