import { join } from "node:path";
import { discoverMethod } from "../gateway/memory-answers.ts";
import { usableNetworks } from "../gateway/select-networks.ts";
import { RawJson } from "../json/raw-json.ts";
import { networkRecord, providersOf } from "../networks/network.ts";
import { createStatusReport } from "../observability/status-report.ts";
import { listUpstreams } from "../observability/upstream-list.ts";
import { packageRoot } from "../package-root.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import type { RouteHandlers } from "../transports/http/routes.ts";
import {
  entityTag,
  playgroundPolicy,
  staticPages,
  statusPagePolicy,
} from "../transports/http/static-pages.ts";
import { refuse } from "../transports/http/write-answer.ts";
import { createAdmittedPages } from "./admitted-pages.ts";
import type { Service } from "./assemble.ts";
import { assertCordonable } from "./assert-cordonable.ts";
import { assertOneOf, createCallerPages } from "./caller-pages.ts";
import { httpHealthPage, livenessPage, readinessPage, webHealthPage } from "./health-pages.ts";

const metricsAreOff = RpcError.of(
  "pathNotFound",
  "Metrics are switched off here: set server_config.enable_metrics to true to serve them.",
  { data: { reason: "metrics-off" } },
);

/** Creates the handlers of all routes but JSON-RPC and the tool protocol. */
export function createPages(service: Service): Omit<RouteHandlers, "toolProtocol"> {
  const { config, store, metrics, document } = service;
  const { memoryPage, operatorPage, onePointPageWithAssets, onePointPage, gatewayPage, callerOf } =
    createAdmittedPages(service);
  const callerPages = createCallerPages(service, callerOf);
  const statusReport = createStatusReport({
    store,
    networks: () => service.upstreams.status(),
    metrics: async () => (await service.allMetrics()).getMetricsAsJSON(),
    landing: service.upstreams.landing,
    callers: service.auth && (async () => service.auth?.usage.today()),
  });

  const upstreams = () => ({ upstreams: listUpstreams(store, service.upstreams.status()) });

  return {
    start: (_request, response) => response.redirect(303, "/docs/"),
    reload: operatorPage(async () => {
      if (service.reload === undefined)
        throw RpcError.of("pathNotFound", "This process can't read its configuration again: restart it.");
      return service.reload();
    }),
    upstreams: operatorPage(async () => upstreams()),
    cordon: operatorPage(async ({ query: { cordon, uncordon, force } }) => {
      const id = cordon ?? uncordon;
      if (typeof id !== "string" || (cordon !== undefined && uncordon !== undefined))
        throw RpcError.of("invalidParams", "Say which upstream, with one of ?cordon=ID and ?uncordon=ID.");
      assertOneOf("force", force, ["true", "false"]);
      if (cordon !== undefined && force !== "true") await assertCordonable(service, id);
      await store.setCordoned(id, cordon !== undefined);
      return upstreams();
    }),
    keys: operatorPage(callerPages.keys),
    changeKeys: operatorPage(callerPages.changeKeys),
    usage: onePointPage(callerPages.usage),
    resourceMetadata: onePointPage(callerPages.resourceMetadata),
    webHealth: webHealthPage(service.health, config.protocolVersion),
    httpHealth: httpHealthPage(service.health),
    liveness: livenessPage,
    readiness: readinessPage(service.health),
    metrics: async (_request, response) => {
      if (!config.serverConfig.enableMetrics) {
        refuse(response, 404, metricsAreOff);
        return;
      }
      response.set("content-type", metrics.contentType).send(await (await service.allMetrics()).metrics());
    },
    document: memoryPage(discoverMethod, () => document, entityTag(document.toBuffer())),
    networks: memoryPage("GET /networks", (caller) =>
      RawJson.write({
        default_network: store.defaultNetwork().id,
        networks: usableNetworks(store.list(), caller).map((network) => ({
          ...networkRecord(network),
          providers: providersOf(network),
        })),
      }),
    ),
    transaction: gatewayPage("getTransactionFate", ({ params: { signature } }) => [signature]),
    statusReport: onePointPage(async (_request, response) => {
      response.set("cache-control", "no-store").json(await statusReport());
    }),
    statusPage: onePointPageWithAssets(
      "/status",
      staticPages({
        folder: join(packageRoot, "docs/site/status"),
        path: "/status",
        contentSecurityPolicy: statusPagePolicy,
        endsWithSlash: false,
      }),
    ),
    docs: staticPages({
      folder: join(packageRoot, "docs/site"),
      path: "/docs",
      contentSecurityPolicy: playgroundPolicy,
      endsWithSlash: true,
    }),
  };
}
