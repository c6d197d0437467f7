import type { RequestHandler } from "express";
import type { Health } from "../../observability/health.ts";

/** What the health pages tell beside the networks. */
export interface HealthPageOptions {
  readonly health: Health;
  readonly version: string;
  readonly protocolVersion: string;
  /** Methods that can be called, by kind. */
  readonly capabilities: Readonly<Record<string, unknown>>;
}

/** GET /health of the web service: status, what it can do, and each network. 503 when the default network is down. */
export function webHealthPage(options: HealthPageOptions): RequestHandler {
  return async (_request, response) => {
    const { status, networks } = await options.health.report();
    response.status(status === "unhealthy" ? 503 : 200).json({
      status,
      service: "svm-gateway",
      version: options.version,
      protocolVersion: options.protocolVersion,
      capabilities: options.capabilities,
      uptime: Math.round(process.uptime()),
      networks,
    });
  };
}

/** GET /health of the wrapper variant: healthy or unhealthy, as its specification has it. */
export function wrapperHealthPage(options: HealthPageOptions): RequestHandler {
  return async (_request, response) => {
    const { status, enabledNetworks } = await options.health.report();
    const isUp = status !== "unhealthy";
    response.status(isUp ? 200 : 503).json({
      status: isUp ? "healthy" : "unhealthy",
      timestamp: new Date().toISOString(),
      version: options.version,
      enabled_networks: enabledNetworks,
    });
  };
}
