import { hostname } from "node:os";
import type { Config } from "../../generated/config.ts";
import type { Logger } from "../log/logger.ts";
import type { CallNames } from "../observability/call-names.ts";
import type { Metrics } from "../observability/metrics.ts";
import { SpanExporter } from "../observability/tracing/span-exporter.ts";
import { type CallTracing, createCallTracing } from "../observability/tracing/trace-calls.ts";
import { packageVersion } from "../package-root.ts";

/** The steps that make spans, and how their export ends. */
export interface Tracing extends CallTracing {
  close(): Promise<void>;
}

/** What tracing shares with the rest of the gateway. */
export interface TracingParts {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly names: CallNames;
}

/** Builds the tracing of calls; loaded only if the configuration names a collector. */
export function createTracing(
  { sampleRatio, headers }: Config["tracing"],
  endpoint: string,
  { logger, metrics, names }: TracingParts,
): Tracing {
  const exporter = new SpanExporter({
    endpoint,
    headers,
    resource: {
      "service.name": "svm-gateway",
      "service.version": packageVersion,
      "service.instance.id": `${hostname()}:${process.pid}`,
      "process.pid": process.pid,
    },
    log: logger,
    countFailure: metrics.countFailure,
  });
  const steps = createCallTracing({ sampleRatio, names, onEnd: (span) => exporter.add(span) });
  return { ...steps, close: () => exporter.close() };
}
