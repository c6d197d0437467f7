import { join } from "node:path";
import { usableNetworks } from "../gateway/select-networks.ts";
import { RawJson } from "../json/raw-json.ts";
import { providersOf, summarizeNetwork } from "../networks/network.ts";
import { createStatusReport } from "../observability/status-report.ts";
import { packageRoot } from "../package-root.ts";
import { createAdmittedPages } from "../transports/http/pages/admitted-pages.ts";
import { createCallerPages } from "../transports/http/pages/caller-pages.ts";
import {
  httpHealthPage,
  livenessPage,
  metricsPage,
  readinessPage,
  webHealthPage,
} from "../transports/http/pages/health-pages.ts";
import { createOperatorPages } from "../transports/http/pages/operator-pages.ts";
import type { RouteHandlers } from "../transports/http/routes.ts";
import {
  createStaticPages,
  entityTag,
  playgroundPolicy,
  statusPagePolicy,
} from "../transports/http/static-pages.ts";
import type { Service } from "./assemble.ts";

/** Creates the handlers of all routes except JSON-RPC and the tool protocol. */
export function createPages(service: Service): Omit<RouteHandlers, "toolProtocol"> {
  const { config, store, metrics, document, auth, upstreams } = service;
  const { memoryPage, operatorPage, onePointPageWithAssets, onePointPage, callPage } =
    createAdmittedPages(service);
  const callerPages = createCallerPages(service);
  const operatorPages = createOperatorPages(service);
  const statusReport = createStatusReport({
    store,
    networks: () => upstreams.status(),
    metrics: async () => (await service.allMetrics()).getMetricsAsJSON(),
    landing: upstreams.landing,
    callers: auth && (async () => auth.usage.today()),
  });

  return {
    start: (_request, response) => response.redirect(303, "/docs/"),
    reload: operatorPage(operatorPages.reload),
    upstreams: operatorPage(operatorPages.upstreams),
    cordon: operatorPage(operatorPages.cordon),
    keys: operatorPage(callerPages.keys),
    changeKeys: operatorPage(callerPages.changeKeys),
    usage: onePointPage(callerPages.usage),
    resourceMetadata: onePointPage(callerPages.resourceMetadata),
    webHealth: webHealthPage(service.health, config.protocolVersion),
    httpHealth: httpHealthPage(service.health),
    liveness: livenessPage,
    readiness: readinessPage(service.health),
    metrics: metricsPage(config.serverConfig.enableMetrics, metrics.contentType, async () =>
      (await service.allMetrics()).metrics(),
    ),
    document: memoryPage(() => document, entityTag(document.toBuffer())),
    networks: memoryPage((caller) =>
      RawJson.write({
        default_network: store.defaultNetwork().id,
        networks: usableNetworks(store.list(), caller).map((network) => ({
          ...summarizeNetwork(network),
          providers: providersOf(network),
        })),
      }),
    ),
    transaction: callPage("getTransactionFate", ({ params: { signature } }) => [signature]),
    statusReport: onePointPage(async (_request, response) => {
      response.set("cache-control", "no-store").json(await statusReport());
    }),
    statusPage: onePointPageWithAssets(
      "/status",
      createStaticPages({
        folder: join(packageRoot, "docs/site/status"),
        path: "/status",
        contentSecurityPolicy: statusPagePolicy,
        endsWithSlash: false,
      }),
    ),
    docs: createStaticPages({
      folder: join(packageRoot, "docs/site"),
      path: "/docs",
      contentSecurityPolicy: playgroundPolicy,
      endsWithSlash: true,
    }),
  };
}
