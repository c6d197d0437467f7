import { readFileSync } from "node:fs";
import { join } from "node:path";
import { configSchema } from "../../src/config/config-schema.ts";
import { packageRoot } from "../../src/package-root.ts";
import { commandTable, flagRows } from "./command-line-tables.ts";
import { boundsTable, configurationTables, environmentTable } from "./configuration-tables.ts";
import { errorsTable } from "./errors-table.ts";
import { keywordSections } from "./keyword-sections.ts";
import { fillRegion } from "./markdown.ts";
import { methodTables } from "./methods-table.ts";
import { metricsTable } from "./metrics-table.ts";
import { routesTable } from "./routes-table.ts";
import { stepsTable } from "./steps-table.ts";
import { wrappedMethodsList } from "./wrapped-methods-list.ts";

/** Pages that hold generated tables: path, name of the region, and what belongs in it. */
const regions: readonly [path: string, name: string, text: () => string | Promise<string>][] = [
  ["docs/configuration.md", "environment", environmentTable],
  ["docs/configuration.md", "keys", () => configurationTables(configSchema)],
  ["docs/security.md", "bounds", boundsTable],
  ["docs/errors.md", "errors", errorsTable],
  ["docs/command-line.md", "commands", commandTable],
  ["docs/command-line.md", "flags", flagRows],
  ["docs/methods.md", "methods", methodTables],
  ["docs/metrics.md", "metrics", metricsTable],
  ["docs/routes.md", "routes", routesTable],
  ["docs/architecture.md", "steps", stepsTable],
  ["docs/dialects.md", "wrapped methods", wrappedMethodsList],
  ["docs/openrpc-fields.md", "keywords", keywordSections],
];

/** Each page as it is and as it should be. */
export async function referencePages(): Promise<{ path: string; current: string; wanted: string }[]> {
  const pages = new Map<string, { current: string; wanted: string }>();
  for (const [path, name, text] of regions) {
    const current = pages.get(path)?.current ?? readFileSync(join(packageRoot, path), "utf8");
    const wanted = fillRegion(pages.get(path)?.wanted ?? current, name, await text());
    pages.set(path, { current, wanted });
  }
  return [...pages].map(([path, page]) => ({ path, ...page }));
}
