import { createMetrics } from "../../src/observability/metrics.ts";
import { code, table } from "./markdown.ts";

interface DescribedMetric {
  readonly name: string;
  readonly type: string;
  readonly labelNames: readonly string[];
  readonly help: string;
}

/** A row for each metric of the gateway's own; those of the process are prom-client's usual ones. */
export function metricsTable(): string {
  const rows = gatewayMetrics().map(({ name, type, labelNames, help }) => [
    code(name),
    type,
    labelNames.map(code).join(", "),
    help,
  ]);
  return table(["metric", "type", "labels", "meaning"], rows);
}

/** The gateway's own metrics. */
export function gatewayMetrics(): readonly DescribedMetric[] {
  // prom-client's types leave out the names of the labels.
  return createMetrics().registry.getMetricsAsArray() as unknown as DescribedMetric[];
}
