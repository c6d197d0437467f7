import { join } from "node:path";
import { methodCounts } from "../../generated/methods.ts";
import { networkRecord } from "../networks/network-record.ts";
import { createStatusReport } from "../observability/status-report.ts";
import { packageRoot, packageVersion } from "../package-root.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import { type HealthPageOptions, webHealthPage, wrapperHealthPage } from "../transports/http/health-pages.ts";
import { playgroundPolicy, staticPages, statusPagePolicy } from "../transports/http/pages/static-pages.ts";
import { refuse } from "../transports/http/refuse.ts";
import type { RouteHandlers } from "../transports/http/routes.ts";
import { writeAnswer } from "../transports/http/write-answer.ts";
import type { Service } from "./assemble.ts";

const metricsAreOff = RpcError.of(
  "pathNotFound",
  "Metrics are switched off here: set server_config.enable_metrics to true to serve them",
  { data: { reason: "metrics-off" } },
);

/** The handlers of every route that is no JSON-RPC and no tool protocol, over one service. */
export function createPages(service: Service): Omit<RouteHandlers, "toolProtocol"> {
  const { config, store, metrics, document } = service;
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
  return {
    webHealth: webHealthPage(health),
    wrapperHealth: wrapperHealthPage(health),
    metrics: async (_request, response) => {
      if (!config.serverConfig.enableMetrics) {
        refuse(response, 404, metricsAreOff);
        return;
      }
      response.set("content-type", metrics.contentType).send(await service.metricsText());
    },
    document: (request, response) => {
      const { compression, compressionMinBytes } = config.serverConfig;
      const compressFrom = compression ? compressionMinBytes : Number.POSITIVE_INFINITY;
      writeAnswer(request, response, 200, [], document, compressFrom);
    },
    networks: (_request, response) => {
      response.json({
        default_network: store.defaultNetwork().id,
        networks: store.list().map(networkRecord),
      });
    },
    statusReport: async (_request, response) => {
      response.set("cache-control", "no-store").json(await statusReport());
    },
    statusPage: staticPages({
      folder: join(packageRoot, "docs/site/status"),
      path: "/status",
      contentSecurityPolicy: statusPagePolicy,
      indexBelow: false,
    }),
    docs: staticPages({
      folder: join(packageRoot, "docs/site"),
      path: "/docs",
      contentSecurityPolicy: playgroundPolicy,
      indexBelow: true,
    }),
  };
}
