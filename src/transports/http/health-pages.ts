import type { RequestHandler } from "express";
import type { Health } from "../../observability/health.ts";

/** What the health pages report. */
export interface HealthPageOptions {
  readonly health: Health;
  readonly version: string;
  readonly protocolVersion: string;
  /** Callable methods by kind. */
  readonly capabilities: Readonly<Record<string, unknown>>;
}

/** GET /health of the web service: its status, its capabilities and each network. 503 when no enabled network answers. */
export function webHealthPage(options: HealthPageOptions): RequestHandler {
  return async (_request, response) => {
    const { status, degraded, networks } = await options.health.report();
    response.status(status === "unhealthy" ? 503 : 200).json({
      status,
      degraded,
      service: "svm-gateway",
      version: options.version,
      protocolVersion: options.protocolVersion,
      capabilities: options.capabilities,
      uptime: Math.round(process.uptime()),
      networks,
    });
  };
}

/** GET /health of `--http`: healthy or unhealthy, in the form that its specification prescribes. */
export function httpHealthPage(options: HealthPageOptions): RequestHandler {
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

/** GET /livez: 200 while the process serves, even if no network answers. */
export const livenessPage: RequestHandler = (_request, response) => {
  response.json({ status: "alive" });
};

/** GET /readyz: 200 while any enabled network answers, 503 when none does. */
export function readinessPage(health: Health): RequestHandler {
  return async (_request, response) => {
    const { status, degraded } = await health.report();
    response.status(status === "unhealthy" ? 503 : 200).json({ status, degraded });
  };
}
