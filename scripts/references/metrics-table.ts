import { createMetrics } from "../../src/observability/metrics.ts";
import { code, table } from "./markdown.ts";

/** A row for each metric of the gateway's own; those of the process are prom-client's usual ones. */
export async function metricsTable(): Promise<string> {
  const rows = (await gatewayMetrics()).map(({ name, type, help }) => [code(name), type, help]);
  return table(["metric", "type", "meaning"], rows);
}

/** Name, type and help of the gateway's own metrics, as `/metrics` prints them. */
export async function gatewayMetrics(): Promise<{ name: string; type: string; help: string }[]> {
  const text = await createMetrics().registry.metrics();
  const types = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name, type]));
  return [...text.matchAll(/^# HELP (\S+) (.*)$/gm)].map(([, name = "", help = ""]) => ({
    name,
    help,
    type: types.get(name) ?? "",
  }));
}
