import { hostname } from "node:os";
import type { Config } from "../../../generated/config.ts";
import type { CountFailure, Log } from "../../log/logger.ts";
import type { CallNames } from "../../observability/call-names.ts";
import { packageVersion } from "../../package-root.ts";

/** Creates the export of spans; undefined if the configuration names no endpoint. */
export async function createTracing(
  { endpoint, headers, sampleRatio }: Config["tracing"],
  log: Log,
  countFailure: CountFailure,
  names: CallNames,
) {
  if (endpoint === undefined) return undefined;
  const { SpanExporter } = await import("../../observability/tracing/span-exporter.ts");
  const { createCallTracing } = await import("../../observability/tracing/trace-calls.ts");
  const resource = {
    "service.name": "svm-gateway",
    "service.version": packageVersion,
    "service.instance.id": `${hostname()}:${process.pid}`,
    "process.pid": process.pid,
  };
  const exporter = new SpanExporter({ endpoint, headers, resource, log, countFailure });
  const steps = createCallTracing({ sampleRatio, names, onEnd: (span) => exporter.add(span) });
  return { ...steps, close: () => exporter.close() };
}
