import type { RequestHandler } from "express";
import { methodCounts } from "../../../../generated/methods.ts";
import type { HealthCheck } from "../../../observability/health.ts";
import { packageVersion } from "../../../package-root.ts";
import { RpcError } from "../../../rpc/rpc-error.ts";
import { sendError } from "../write-answer.ts";

const capabilities = { tools: true, resources: true, prompts: true, methods: methodCounts };

/** GET /health of the web service: status, capabilities and networks. 503 if no enabled network answers. */
export function webHealthPage(health: HealthCheck, protocolVersion: string): RequestHandler {
  return async (_request, response) => {
    const { status, degraded, networks } = await health();
    response.status(status === "unhealthy" ? 503 : 200).json({
      status,
      degraded,
      service: "svm-gateway",
      version: packageVersion,
      protocolVersion,
      capabilities,
      uptime: Math.round(process.uptime()),
      networks,
    });
  };
}

/** GET /health of `--http`: healthy or unhealthy, in the specified form. */
export function httpHealthPage(health: HealthCheck): RequestHandler {
  return async (_request, response) => {
    const { status, enabledNetworks } = await health();
    const isUp = status !== "unhealthy";
    response.status(isUp ? 200 : 503).json({
      status: isUp ? "healthy" : "unhealthy",
      timestamp: new Date().toISOString(),
      version: packageVersion,
      enabled_networks: enabledNetworks,
    });
  };
}

/** GET /livez: 200 while the process runs, even if no network answers. */
export const livenessPage: RequestHandler = (_request, response) => {
  response.json({ status: "alive" });
};

/** GET /readyz: 200 while any enabled network answers, else 503. */
export function readinessPage(health: HealthCheck): RequestHandler {
  return async (_request, response) => {
    const { status, degraded } = await health();
    response.status(status === "unhealthy" ? 503 : 200).json({ status, degraded });
  };
}

const metricsDisabledError = RpcError.of(
  "pathNotFound",
  "Metrics are disabled: set server_config.enable_metrics to true.",
  { data: { reason: "metrics-off" } },
);

/** GET /metrics in the Prometheus text format. */
export function metricsPage(
  isEnabled: boolean,
  contentType: string,
  readMetrics: () => Promise<string>,
): RequestHandler {
  return async (_request, response) => {
    if (isEnabled) response.set("content-type", contentType).send(await readMetrics());
    else sendError(response, 404, metricsDisabledError);
  };
}
