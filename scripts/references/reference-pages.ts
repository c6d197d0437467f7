import { readFileSync } from "node:fs";
import { join } from "node:path";
import { configSchema } from "../../src/config/config-schema.ts";
import { packageRoot } from "../../src/package-root.ts";
import { commandTable, flagRows } from "./command-line-tables.ts";
import { configurationTables, environmentTable } from "./configuration-tables.ts";
import { fillRegion } from "./markdown.ts";
import { metricsTable } from "./metrics-table.ts";
import { wrappedMethodsTable } from "./wrapped-methods-table.ts";

/** Pages that hold generated tables: path, regions by name, and what belongs into each. */
const regions: readonly [path: string, name: string, text: () => string | Promise<string>][] = [
  ["docs/configuration.md", "environment", environmentTable],
  ["docs/configuration.md", "keys", () => configurationTables(configSchema)],
  ["docs/command-line.md", "commands", commandTable],
  ["docs/command-line.md", "flags", flagRows],
  ["docs/metrics.md", "metrics", metricsTable],
  ["docs/dialects.md", "wrapped methods", wrappedMethodsTable],
];

/** Each page as it stands and as it should. */
export async function referencePages(): Promise<{ path: string; standing: string; wanted: string }[]> {
  const pages = new Map<string, { standing: string; wanted: string }>();
  for (const [path, name, text] of regions) {
    const standing = pages.get(path)?.standing ?? readFileSync(join(packageRoot, path), "utf8");
    const wanted = fillRegion(pages.get(path)?.wanted ?? standing, name, await text());
    pages.set(path, { standing, wanted });
  }
  return [...pages].map(([path, page]) => ({ path, ...page }));
}
